import { linkedAccountsKey } from './linked-accounts-key.ts'
import { childIdKey, forgetRecentApps } from './local-keys.ts'
import { dropLiveStores } from '../state/live-stores.ts'
import { openPortalDatabase } from './portal-database.ts'
import { forgetTheme } from './theme-keys.ts'

/** Deletes everything that this device keeps of a user, their desktop snapshot too. For logout; never rejects. */
export async function forgetUser(userId: string): Promise<void> {
  dropLiveStores(userId)
  forgetRecentApps(userId)
  childIdKey.remove()
  linkedAccountsKey(userId).remove()
  forgetTheme()
  try {
    const database = await openPortalDatabase()
    if (!database) return
    const transaction = database.transaction(['stores', 'desktop'], 'readwrite')
    await Promise.all([
      // An empty array sorts after every text, so this range is exactly the keys that begin with the user id.
      transaction.objectStore('stores').delete(IDBKeyRange.bound([userId], [userId, []])),
      transaction.objectStore('desktop').delete(userId),
      transaction.done,
    ])
  } catch {
    // Without a database nothing was kept.
  }
}
