import { createFileCopies, noCopies } from '../persistence/file-copies.ts'
import { createIndexedRecords, createMemoryRecords } from '../persistence/upload-records.ts'
import type { CallOrigin, UploadApi } from '../protocol/upload-api.ts'
import type { UploadPorts } from '../transfer/ports.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { createUploadRunner } from './upload-runner.ts'

/** What the worker offers a page: the queue of the account that it connects with, stored in this browser where the account may keep it. */
export function serveUploads(
  createPorts: (origin: CallOrigin, renewSession: () => Promise<boolean>) => UploadPorts,
): UploadApi {
  let opening: Promise<UploadQueue> | undefined
  const queue = () => opening ?? Promise.reject(new Error('connect first'))
  return {
    async connect(page, origin, { account, mayKeep }) {
      const ports = createPorts(origin, () => page.renewSession())
      const made = createUploadQueue({
        account,
        createRunner: (onState) => createUploadRunner(ports, onState),
        records: mayKeep ? createIndexedRecords() : createMemoryRecords(),
        copies: mayKeep && 'storage' in navigator ? createFileCopies(navigator.storage) : noCopies,
        runAfter: (milliseconds, work) => void setTimeout(work, milliseconds),
        onChanges: (changes) => page.onChanges(changes),
      })
      opening = made.open().then(() => made)
      await opening
    },
    execute: async (command) => (await queue()).execute(command),
  }
}
