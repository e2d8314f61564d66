import { forgetHome } from './home-marks.ts'
import { linkedAccountsKey } from './linked-accounts-key.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'
import { forgetDueKey } from './local-keys.ts'
import { childIdKey, forgetRecentApps } from './signed-in-keys.ts'
import { dropLiveStores } from '../state/live-stores.ts'
import { openPortalDatabase } from './portal-database.ts'
import { forgetTheme } from './theme-keys.ts'
import { writeAtOnce } from './write-at-once.ts'

/** Milliseconds that a sign-out waits for the database, which a suspended page of the portal may block. */
const LONGEST = 3000

/**
 * Deletes all data of a user on this device, with the desktop snapshot, for signing out; also of their other accounts, between which they may have
 * switched. What the database does not delete in time is left to `forgetDue`. Never rejects.
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
  await deleteInTime(userIds)
}

/** Deletes what was left of users who have signed out. Never rejects. */
export async function forgetDue(): Promise<void> {
  await deleteInTime([])
}

async function deleteInTime(userIds: readonly string[]): Promise<void> {
  const due = [...new Set([...(forgetDueKey.get() ?? []), ...userIds])]
  forgetDueKey.set(due)
  await waitAtMost(LONGEST, deleteRecords(due))
}

async function deleteRecords(userIds: readonly string[]): Promise<void> {
  try {
    const database = await openPortalDatabase()
    if (!database) return
    await writeAtOnce(database, ['stores', 'desktop'], (tx) =>
      userIds.flatMap((userId) => [
        // An empty array sorts after every string, so the range is all keys that start with the user id.
        tx.objectStore('stores').delete(IDBKeyRange.bound([userId], [userId, []])),
        tx.objectStore('desktop').delete(userId),
      ]),
    )
    forgetDueKey.remove()
  } catch {
    // Without a database nothing is stored.
  }
}
