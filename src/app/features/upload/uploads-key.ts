import * as z from 'zod/mini'
import { json, personalKey, type LocalKey } from '../../state/local-keys.ts'

/** Set while an account has uploads that are not done, so that nothing need be loaded to know. */
export function uploadsKey(account: string): LocalKey<boolean> {
  return personalKey<boolean>(`uploads_${account}`, z.boolean(), json)
}
