import { openDB } from 'idb'
import { PORTAL_DATABASE } from '../../../../contract/service-worker.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'
import { dropAllLiveStores } from '../state/live-stores.ts'
import { keepNothingMore, removePersonalEntries } from './local-keys.ts'
import { closePortalDatabase } from './portal-database.ts'

const SHELL_CACHE = /-precache-/
/** Milliseconds that a sign-out waits for the disk. */
const LONGEST = 3000

/**
 * Deletes all data of the portal on this device: records, copies of files, caches except the portal's own files, entries of local and session
 * storage, cookies visible to scripts. For the end of a visit to a shared computer. Never rejects.
 */
export async function wipeDevice(): Promise<void> {
  keepNothingMore()
  dropAllLiveStores()
  await waitAtMost(LONGEST, Promise.allSettled([emptyDatabases(), deleteCaches(), deleteFiles()]))
  expireCookies()
  // Last, because removing the entries ends the session in other tabs.
  removePersonalEntries()
}

/** Empties the databases instead of deleting them: a deletion would wait for the service worker's connection. */
async function emptyDatabases(): Promise<void> {
  await closePortalDatabase()
  // Older versions of Firefox do not list them; the portal's own is known.
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : [{ name: PORTAL_DATABASE }]
  await Promise.allSettled(databases.map(async ({ name }) => name && emptyDatabase(name)))
}

async function emptyDatabase(name: string): Promise<void> {
  const database = await openDB(name)
  try {
    const names = [...database.objectStoreNames]
    if (names.length === 0) return
    const transaction = database.transaction(names, 'readwrite')
    await Promise.all([...names.map((store) => transaction.objectStore(store).clear()), transaction.done])
  } finally {
    database.close()
  }
}

async function deleteCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.allSettled(names.filter((name) => !SHELL_CACHE.test(name)).map((name) => caches.delete(name)))
}

/** The origin private file system with copies of files for uploads; not every browser has it. */
async function deleteFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory()
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true })
}

function expireCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0]
    // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is missing in Firefox and Safari of some years ago
    if (name) document.cookie = `${name}=; path=/; max-age=0`
  }
}
