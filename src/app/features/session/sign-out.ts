import { waitAtMost } from '../../state/bounded-wait.ts'
import { forgetUser } from '../../state/forget-user.ts'
import { loggedOutKey, rememberedKey, sharedUseKey, userKey } from '../../state/local-keys.ts'
import { finishSignOut } from './finish-sign-out.ts'
import { session } from './session-store.ts'

/** Who leaves waits no longer than this, in milliseconds, for a server that does not answer; it is told at the next start then. */
const LONGEST = 5000

/**
 * Ends the session and deletes what this device kept of the person. Without a network the device forgets at once, and the server is told as
 * soon as it can be reached (`finishSignOut`). On a shared computer nothing at all is left. Never rejects.
 */
export async function signOut(): Promise<void> {
  const userId = session.state.status === 'in' ? session.state.user.userId : userKey.get()?.userId
  loggedOutKey.set(true)
  const told = finishSignOut()
  if (userId) await forgetUser(userId)
  if (rememberedKey.get()) await (await import('./remembered-credentials.ts')).forgetRemembered()
  userKey.remove()
  if (sharedUseKey.get()) await (await import('../../state/wipe-device.ts')).wipeDevice()
  await waitAtMost(LONGEST, told)
  session.state = { status: 'out' }
}
