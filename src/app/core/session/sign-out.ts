import { deleteIncomingFiles } from '../storage/incoming-files-database.ts'
import { forgetUser } from '../storage/forget-user.ts'
import {
  keepNothingMore,
  loggedOutKey,
  rememberedKey,
  sharedUseKey,
  signOutDueKey,
  userKey,
} from '../storage/local-keys.ts'
import { finishSignOut } from './check-session.ts'
import { session } from './session.ts'

/**
 * Ends the session and deletes what this device kept of the person. Without a network the device forgets at once, and the server is told as
 * soon as it can be reached (`finishSignOut`). On a shared computer nothing at all is left. The page has to be left then. Never rejects.
 */
export async function signOut(): Promise<void> {
  // What this page has under way must not be written after what is deleted here.
  keepNothingMore()
  const userId = session.current.status === 'in' ? session.current.user.userId : userKey.get()?.userId
  signOutDueKey.set(true)
  loggedOutKey.set(true)
  const told = finishSignOut()
  if (userId) await forgetUser(userId)
  await deleteIncomingFiles()
  if (rememberedKey.get()) await (await import('./remembered-credentials.ts')).forgetRemembered()
  userKey.remove()
  if (sharedUseKey.get()) await (await import('../storage/wipe-device.ts')).wipeDevice()
  await told
  session.set({ status: 'out' })
}
