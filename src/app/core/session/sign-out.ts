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
 * Ends the session and deletes the user's data on this device. Offline, the deletion happens at once and `finishSignOut` informs the server later. On
 * a shared computer everything is deleted. The caller must leave the page. Never rejects.
 */
export async function signOut(): Promise<void> {
  // Pending writes of this page must not follow the deletion.
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
