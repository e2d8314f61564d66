import * as z from 'zod/mini'
import { startData } from '../../../../contract/endpoints/sign-in/session.ts'
import { moment } from '../../../../contract/fields.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'
import { loggedOutKey, mayKeep } from './local-keys.ts'
import { openPortalDatabase } from './portal-database.ts'
import { writeAtOnce } from './write-at-once.ts'

/** Milliseconds to wait before starting without the desktop snapshot. */
const READ_WAIT = 1500

/** The desktop as HTML with the paths of its stylesheets; the service worker puts it into the next start's document (sw/desktop-snapshot.ts). */
const snapshotHtml = z.object({ styles: z.array(z.string()), html: z.string() })
export type SnapshotHtml = z.infer<typeof snapshotHtml>

const desktopSnapshot = z.object({ ...startData.shape, savedAt: moment, view: z.optional(snapshotHtml) })
/** The desktop as last seen online: the only server data that is stored beyond a visit. `savedAt` is ISO 8601 in UTC. */
export type DesktopSnapshot = z.infer<typeof desktopSnapshot>

/**
 * Stores a user's desktop for offline use, and deletes those of others: a user must not see an earlier user's desktop after signing out. Never
 * rejects.
 */
export async function saveDesktopSnapshot(userId: string, desktop: DesktopSnapshot): Promise<void> {
  try {
    const database = await openPortalDatabase()
    // Another tab may have signed out while this one waited for an idle moment.
    if (!database || !mayKeep() || loggedOutKey.get()) return
    // Parsing makes a plain copy, which can be cloned even for icons from a valtio store.
    const copy = z.parse(desktopSnapshot, desktop)
    await writeAtOnce(database, ['desktop'], (tx) => {
      const store = tx.objectStore('desktop')
      return [store.clear(), store.put(copy, userId)]
    })
  } catch {
    // The desktop on the screen does not depend on it.
  }
}

/** The stored desktop of a user, or of the device's last user; undefined without a readable one. Never rejects. */
export async function readDesktopSnapshot(userId?: string): Promise<DesktopSnapshot | undefined> {
  return waitAtMost(READ_WAIT, read(userId))
}

/** Deletes the desktop of a user. Never rejects. */
export async function deleteDesktopSnapshot(userId: string): Promise<void> {
  try {
    await (await openPortalDatabase())?.delete('desktop', userId)
  } catch {
    // Without a database nothing is stored.
  }
}

async function read(userId: string | undefined): Promise<DesktopSnapshot | undefined> {
  const database = await openPortalDatabase()
  if (!database) return undefined
  const stored = userId === undefined ? await database.getAll('desktop') : [await database.get('desktop', userId)]
  const readable = stored.flatMap((value) => {
    const parsed = z.safeParse(desktopSnapshot, value)
    return parsed.success ? [parsed.data] : []
  })
  return readable.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt))[0]
}
