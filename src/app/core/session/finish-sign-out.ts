import * as calls from '../../../../contract/endpoints/session.ts'
import { call } from '../api/call.ts'
import { signOutDueKey } from '../storage/local-keys.ts'

/** Nobody waits longer than this, in milliseconds, for a server that does not answer; it is told at the next start then. */
const LONGEST = 5000

/** Tells the server of a sign-out that it may not know of yet; resolves to whether it knows now. */
export async function finishSignOut(): Promise<boolean> {
  try {
    await call(calls.logout, {}, { signal: AbortSignal.timeout(LONGEST) })
    signOutDueKey.remove()
    return true
  } catch {
    return false
  }
}
