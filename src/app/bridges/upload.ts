import { proxy } from 'comlink'
import type { CallOrigin, UploadApi, UploadJob, UploadPage } from '../../workers/upload/upload-api.ts'
import { uploadState, type SettledState, type UploadState } from '../../workers/upload/upload-state.ts'
import { transport } from '../api/call.ts'
import { afterUnauthorized, renewalCount } from '../api/unauthorized.ts'
import { linkWorker, type LinkedWorker } from './worker-link.ts'

/** What features know of the worker: the states that it reports. */
export type { SettledState, UploadFailure, UploadFailureKind, UploadState } from '../../workers/upload/upload-state.ts'

/** Uploads files in a worker. */
export interface UploadBridge {
  /**
   * Uploads a file; `onState` hears of every state before the last, with which it resolves. Rejects with the signal's reason, and with
   * PortalError 'client.worker_stopped'.
   */
  upload(signal: AbortSignal, job: UploadJob, file: Blob, onState: (state: UploadState) => void): Promise<SettledState>
  pause(id: string): void
  resume(id: string): void
}

/** What the worker needs of the page. */
export interface UploadSurroundings {
  origin(): CallOrigin
  renewSession(): Promise<boolean>
}

/** A bridge to the worker that `start` makes. */
export function bridgeUploads(start: () => LinkedWorker, surroundings: UploadSurroundings): UploadBridge {
  const listeners = new Map<string, (state: UploadState) => void>()
  const page: UploadPage = {
    onState: (id, state) => listeners.get(id)?.(uploadState.parse(state)),
    renewSession: () => surroundings.renewSession(),
  }
  const link = linkWorker<UploadApi>(start, { greet: (api) => api.connect(proxy(page), surroundings.origin()) })
  return {
    async upload(signal, job, file, onState) {
      const stop = () => link.tell((api) => api.abort(job.id))
      listeners.set(job.id, onState)
      signal.addEventListener('abort', stop, { once: true })
      try {
        const settled = await link.use(signal, async (api) => api.start(job, file))
        signal.throwIfAborted()
        const state = uploadState.parse(settled)
        if (state.phase !== 'done' && state.phase !== 'failed') throw new Error('an upload ended half-way')
        return state
      } finally {
        // A retry of the same id may listen already.
        if (listeners.get(job.id) === onState) listeners.delete(job.id)
        signal.removeEventListener('abort', stop)
      }
    },
    pause: (id) => link.tell((api) => api.pause(id)),
    resume: (id) => link.tell((api) => api.resume(id)),
  }
}

/** The page's upload worker; it is started by the first file. */
export const uploading = bridgeUploads(
  () =>
    new Worker(new URL('../../workers/upload/upload.worker.ts', import.meta.url), { type: 'module', name: 'upload' }),
  {
    origin: () => ({ device: transport.device(), app: transport.appCode }),
    renewSession: () => afterUnauthorized(renewalCount()),
  },
)
