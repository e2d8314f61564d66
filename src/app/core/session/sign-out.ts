import { deleteIncomingFiles } from '../storage/incoming-files-database.ts'
import { forgetUser } from '../storage/forget-user.ts'
import {
  keepNothingMore,
  loggedOutKey,
  rememberDeviceEntries,
  rememberedKey,
  sharedUseKey,
  signOutDueKey,
  userKey,
} from '../storage/local-keys.ts'
import { finishSignOut } from './check-session.ts'
import { holdOtherTabs } from './leave-account.ts'
import { session } from './session.ts'

let leaving = false

/** Whether this page is signing out and is about to be left. */
export function isSigningOut(): boolean {
  return leaving
}

/**
 * Ends the session and deletes the user's data on this device. Offline, the deletion happens at once and `finishSignOut` informs the server later. On
 * a shared computer everything is deleted. The caller must leave the page. Never rejects.
 */
export async function signOut(): Promise<void> {
  leaving = true
  // Pending writes of this page must not follow the deletion.
  keepNothingMore()
  const userId = session.current.status === 'in' ? session.current.user.userId : userKey.get()?.userId
  signOutDueKey.set(true)
  loggedOutKey.set(true)
  const shared = sharedUseKey.get() !== null
  // A page that another tab loads while the browser is cleared may not arrive.
  await (shared ? holdOtherTabs(() => end(userId, shared)) : end(userId, shared))
  session.set({ status: 'out' })
}

async function end(userId: string | undefined, shared: boolean): Promise<void> {
  const restoreEntries = rememberDeviceEntries()
  // Loaded before the server is told, because its response clears what the browser loads scripts from. What does not arrive is left to that response.
  const [remembered, wiping] = await Promise.all([
    rememberedKey.get() ? import('./remembered-credentials.ts').catch(() => null) : null,
    shared ? import('../storage/wipe-device.ts').catch(() => null) : null,
  ])
  const told = finishSignOut({ shared })
  if (userId) await forgetUser(userId)
  await deleteIncomingFiles()
  await remembered?.forgetRemembered()
  userKey.remove()
  await wiping?.wipeDevice()
  await told
  // The response has cleared them with everything else.
  if (shared) restoreEntries()
}
