import { cancelUpload } from '../../../../contract/endpoints/storage.ts'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { type TransferDeps, createConcurrencyLimiter } from '../transfer/concurrency-limiter.ts'
import {
  createFolderPaths,
  type HashMemory,
  runUpload,
  type UploadContext,
  type UploadJob,
} from '../transfer/run-upload.ts'
import { createBatchUploader } from '../transfer/batched-upload.ts'
import { createPauseGate, createWaitReasons } from '../transfer/persistent-call.ts'
import type { UploadPorts } from '../transfer/ports.ts'
import { createProgressReporter } from '../transfer/progress.ts'
import { createRetryAfterGate, createSessionRenewal } from '../transfer/retry.ts'
import { atStep, describeUploadFailure } from '../protocol/upload-failures.ts'
import type { SettledState, UploadState } from '../protocol/upload-state.ts'

/** Runs uploads side by side, each of which can be paused, resumed and aborted by its id. */
export interface UploadRunner {
  /** Resolves when the upload is done or has failed; with null when it was aborted. Never rejects. Without a file, only the folders are made. */
  start(job: UploadJob, file: Blob | null, memory?: HashMemory): Promise<SettledState | null>
  pause(id: string): void
  resume(id: string): void
  abort(id: string): void
  /** Tells the server that nobody will go on with these bytes. Tried once: what is not heard is collected there after some days. */
  discard(upload: RequestOf<typeof cancelUpload>): void
}

interface Running {
  pause(): void
  resume(): void
  abort(): void
}

const NO_MEMORY: HashMemory = { known: null, onState: () => {}, onHashes: () => {} }

/** A desk without uploads. `onState` hears of every state of every upload before its last. */
export function createUploadRunner(
  ports: UploadPorts,
  onState: (id: string, state: UploadState) => void,
): UploadRunner {
  const running = new Map<string, Running>()
  const carriage: TransferDeps = {
    session: createSessionRenewal(() => ports.renewSession()),
    limiter: createConcurrencyLimiter(ports.maxConnections, ports.now),
  }
  const shared: Omit<UploadContext, 'signal' | 'gate' | 'waitReasons'> = {
    ports,
    ...carriage,
    batches: createBatchUploader(ports, carriage),
    retryAfterGate: createRetryAfterGate(ports),
    folders: createFolderPaths(),
  }

  return {
    async start(job, file, memory = NO_MEMORY) {
      const controller = new AbortController()
      const { signal } = controller
      const gate = createPauseGate()
      const reporter = createProgressReporter(file?.size ?? 0, ports.now, (state) => {
        if (!signal.aborted) onState(job.id, state)
      })
      const waitReasons = createWaitReasons(() => reporter.setWaitReason(waitReasons.current))
      running.set(job.id, {
        pause() {
          gate.pause()
          reporter.pause()
        },
        resume() {
          reporter.resume()
          gate.resume()
        },
        abort: () => controller.abort(),
      })
      try {
        const context = { ...shared, signal, gate, waitReasons }
        const stored = file
          ? await runUpload(context, job, file, memory, reporter.report)
          : await makeFolder(context, job)
        return signal.aborted ? null : { phase: 'done', file: stored }
      } catch (error) {
        // Somebody may have removed the folder; the next try makes it again.
        shared.folders.forget(job.folderId, job.path)
        return signal.aborted ? null : { phase: 'failed', failure: describeUploadFailure(error) }
      } finally {
        running.delete(job.id)
      }
    },
    pause: (id) => running.get(id)?.pause(),
    resume: (id) => running.get(id)?.resume(),
    abort: (id) => running.get(id)?.abort(),
    discard(upload) {
      ports.send(new AbortController().signal, cancelUpload, upload).catch(() => {})
    },
  }
}

async function makeFolder(context: UploadContext, { folderId, path }: UploadJob): Promise<null> {
  await atStep(context.signal, 'check', () => context.folders.find(context, folderId, path))
  return null
}
