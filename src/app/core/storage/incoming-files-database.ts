import { deleteDB } from 'idb'
import { INCOMING_FILES_DATABASE } from '../../../../contract/service-worker.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'

const MAX_WAIT = 1000

/** Whether there may be files from outside the portal. Does not create the database. Rejects where databases are refused. */
export async function hasIncomingFiles(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === INCOMING_FILES_DATABASE)
}

/** Deletes files from outside the portal that are not uploaded yet. Never rejects. */
export async function deleteIncomingFiles(): Promise<void> {
  // Without a database there is nothing to delete.
  await waitAtMost(
    MAX_WAIT,
    deleteDB(INCOMING_FILES_DATABASE).catch(() => {}),
  )
}
