import { deleteDB } from 'idb'
import { INCOMING_FILES_DATABASE } from '../../../../contract/service-worker.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'

/** Longest wait of a sign-out for another tab that reads these files, in milliseconds. */
const LONGEST = 1000

/** Whether files may wait that came from outside the portal. Asking makes no database. Rejects where the browser refuses them. */
export async function hasIncomingFiles(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === INCOMING_FILES_DATABASE)
}

/** Deletes files from outside the portal that were neither uploaded nor discarded. Never rejects. */
export async function deleteIncomingFiles(): Promise<void> {
  // Without a database nothing was kept.
  await waitAtMost(
    LONGEST,
    deleteDB(INCOMING_FILES_DATABASE).catch(() => {}),
  )
}
