import { deleteDB } from 'idb'
import { INCOMING_FILES_DATABASE } from '../../../../contract/service-worker.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'

/** Whoever signs out waits no longer than this, in milliseconds, for another tab that just asks about these files. */
const LONGEST = 1000

/** Whether files may wait that came from outside the portal. Asking makes no database. Rejects where the browser refuses them. */
export async function hasIncomingFiles(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === INCOMING_FILES_DATABASE)
}

/** Deletes files that came from outside the portal and that nobody has said a word about. Never rejects. */
export async function deleteIncomingFiles(): Promise<void> {
  // Without a database nothing was kept.
  await waitAtMost(
    LONGEST,
    deleteDB(INCOMING_FILES_DATABASE).catch(() => {}),
  )
}
