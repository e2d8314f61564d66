import { proxy } from 'comlink'
import { PortalError } from '../../../contract/portal-error.ts'
import type { HashApi } from '../../workers/hash/serve-hashing.ts'
import { type LinkedWorker, linkWorker } from './worker-link.ts'

export type HashBridge = ReturnType<typeof bridgeHashing>

export function bridgeHashing(start: () => LinkedWorker) {
  const link = linkWorker<HashApi>(start)
  return {
    /**
     * The MD5 of a file as 32 hexadecimal digits; `onProgress` gets the bytes hashed so far, at most every 100 ms. Rejects with the signal's
     * reason, and with PortalError 'storage.file_unreadable' or 'client.worker_stopped'.
     */
    async hashFile(signal: AbortSignal, file: Blob, onProgress: (bytes: number) => void): Promise<string> {
      try {
        return await link.use(signal, (api, own) => api.hash(own, file, proxy(onProgress)))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PortalError) throw error
        throw new PortalError('storage.file_unreadable', { cause: error })
      }
    },
  }
}

/** Started with the first file. */
export const hashing = bridgeHashing(
  () => new Worker(new URL('../../workers/hash/hash.worker.ts', import.meta.url), { type: 'module', name: 'hash' }),
)
