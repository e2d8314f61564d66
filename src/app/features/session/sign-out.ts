import * as calls from '../../../../contract/calls/session.ts'
import { call } from '../../api/call.ts'
import { forgetUser } from '../../state/forget-user.ts'
import { loggedOutKey, rememberedKey, userKey } from '../../state/local-keys.ts'
import { session } from './session-store.ts'

/**
 * Ends the session and deletes what this device kept of the person. Without a network the device forgets at once, and the server is told as
 * soon as it can be reached (`finishSignOut`). Never rejects.
 */
export async function signOut(): Promise<void> {
  const userId = session.state.status === 'in' ? session.state.user.userId : userKey.get()?.userId
  loggedOutKey.set(true)
  await finishSignOut()
  if (userId) await forgetUser(userId)
  if (rememberedKey.get()) await (await import('./remembered-credentials.ts')).forgetRemembered()
  userKey.remove()
  session.state = { status: 'out' }
}

/** Tells the server of a sign-out that it may not know of yet; resolves to whether it knows now. */
export async function finishSignOut(): Promise<boolean> {
  try {
    await call(calls.logout, {})
    return true
  } catch {
    return false
  }
}
