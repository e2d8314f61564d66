import * as calls from '../../../../contract/calls/session.ts'
import { call } from '../../api/call.ts'

/** Tells the server of a sign-out that it may not know of yet; resolves to whether it knows now. */
export async function finishSignOut(): Promise<boolean> {
  try {
    await call(calls.logout, {})
    return true
  } catch {
    return false
  }
}
