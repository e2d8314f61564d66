import { settings, type SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'

const GONE = ['sso.provider_unknown', 'sso.client_unknown']

/** The settings after a deletion. What another administrator has deleted meanwhile is gone as well. */
export async function afterDeletion(deletion: Promise<SignInSettings>): Promise<SignInSettings> {
  try {
    return await deletion
  } catch (error) {
    if (error instanceof CallError && GONE.includes(error.code)) return call(settings, {})
    throw error
  }
}
