import * as z from 'zod/mini'
import { startData } from '../../../../contract/endpoints/session.ts'
import { moment } from '../../../../contract/fields.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'
import { loggedOutKey, mayKeep } from './local-keys.ts'
import { openPortalDatabase } from './portal-database.ts'

/** How long a start waits, in milliseconds, before it goes on without the desktop snapshot. */
const READ_WAIT = 1500

/** The desktop as HTML with the paths of its stylesheets, for the service worker to put into the next start's document (sw/last-view.ts). */
const snapshotHtml = z.object({ styles: z.array(z.string()), html: z.string() })
export type SnapshotHtml = z.infer<typeof snapshotHtml>

const desktopSnapshot = z.object({ ...startData.shape, savedAt: moment, view: z.optional(snapshotHtml) })
/** The desktop as it was last seen online: the only answers of the server that outlive a visit. `savedAt` is ISO 8601 in UTC. */
export type DesktopSnapshot = z.infer<typeof desktopSnapshot>

/**
 * Keeps a user's desktop for the time without a network, and drops everybody else's: a browser has one session at a time, and who signed
 * in last must not meet an earlier person's desktop after signing out. Never rejects.
 */
export async function saveDesktopSnapshot(userId: string, desktop: DesktopSnapshot): Promise<void> {
  try {
    const database = await openPortalDatabase()
    // Another tab may have signed out while this one waited for an idle moment.
    if (!database || !mayKeep() || loggedOutKey.get()) return
    const transaction = database.transaction('desktop', 'readwrite')
    await Promise.all([
      transaction.store.clear(),
      // Parsing makes a plain copy, which can be cloned even when icons come out of a valtio store.
      transaction.store.put(z.parse(desktopSnapshot, desktop), userId),
      transaction.done,
    ])
  } catch {
    // Kept or not, the desktop on the screen is unharmed.
  }
}

/** Returns the desktop of a user, or of the last user on this device; undefined when there is none that can be read. Never rejects. */
export async function readDesktopSnapshot(userId?: string): Promise<DesktopSnapshot | undefined> {
  return waitAtMost(READ_WAIT, read(userId))
}

/** Deletes the desktop of a user. Never rejects. */
export async function deleteDesktopSnapshot(userId: string): Promise<void> {
  try {
    await (await openPortalDatabase())?.delete('desktop', userId)
  } catch {
    // Without a database nothing was kept.
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
