import { forgetHome } from './home-marks.ts'
import { linkedAccountsKey } from './linked-accounts-key.ts'
import { childIdKey, forgetRecentApps } from './local-keys.ts'
import { dropLiveStores } from '../state/live-stores.ts'
import { openPortalDatabase } from './portal-database.ts'
import { forgetTheme } from './theme-keys.ts'

/**
 * Deletes all data of a user on this device, with the desktop snapshot, for signing out; also of their other accounts, between which they may have
 * switched. Never rejects.
 */
export async function forgetUser(signedOut: string): Promise<void> {
  const others = linkedAccountsKey(signedOut).get() ?? []
  const userIds = [signedOut, ...others.map(({ userId }) => userId)]
  for (const userId of userIds) {
    dropLiveStores(userId)
    forgetRecentApps(userId)
    linkedAccountsKey(userId).remove()
    forgetHome(userId)
  }
  childIdKey.remove()
  forgetTheme()
  try {
    const database = await openPortalDatabase()
    if (!database) return
    const transaction = database.transaction(['stores', 'desktop'], 'readwrite')
    await Promise.all([
      ...userIds.flatMap((userId) => [
        // An empty array sorts after every string, so the range is all keys that start with the user id.
        transaction.objectStore('stores').delete(IDBKeyRange.bound([userId], [userId, []])),
        transaction.objectStore('desktop').delete(userId),
      ]),
      transaction.done,
    ])
  } catch {
    // Without a database nothing is stored.
  }
}
