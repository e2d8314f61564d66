import { createIndexedRecords, createPassingRecords } from '../persistence/upload-records.ts'
import { createKeptCopies, noCopies } from '../persistence/file-copies.ts'
import type { UploadPorts } from '../transfer/ports.ts'
import type { CallOrigin, UploadApi } from '../protocol/upload-api.ts'
import { createUploadDesk } from './upload-runner.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

/** The upload worker's side of its interface. */
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
        openDesk: (onState) => createUploadDesk(ports, onState),
        records: mayKeep ? createIndexedRecords() : createPassingRecords(),
        copies: mayKeep && 'storage' in navigator ? createKeptCopies(navigator.storage) : noCopies,
        later: (milliseconds, work) => void setTimeout(work, milliseconds),
        onChanges: (changes) => page.onChanges(changes),
      })
      opening = made.open().then(() => made)
      await opening
    },
    obey: async (command) => (await queue()).obey(command),
  }
}
