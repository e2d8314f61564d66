import type { RequestOf } from '../../../../contract/endpoint.ts'
import { cancelUpload } from '../../../../contract/endpoints/storage/storage.ts'
import { createRenewal } from '../../../http/renewal.ts'
import { atStep, describeUploadFailure } from '../protocol/upload-failures.ts'
import type { SettledState, UploadState } from '../protocol/upload-state.ts'
import { createBatchUploader } from '../transfer/batched-upload.ts'
import { createPauseGate, createWaitReasons } from '../transfer/persistent-call.ts'
import type { Send, UploadPorts } from '../transfer/ports.ts'
import { createProgressReporter } from '../transfer/progress.ts'
import { createRetryAfterGate } from '../transfer/retry.ts'
import { createFolderPaths, NO_MEMORY, runUpload, type UploadContext, type UploadJob } from '../transfer/run-upload.ts'
import { createSendBody } from '../transfer/send-body.ts'

export type UploadRunner = ReturnType<typeof createUploadRunner>

/** Runs uploads side by side. Calls `onState` on each transition but the final one, which start() resolves with. */
export function createUploadRunner(ports: UploadPorts, onState: (id: string, state: UploadState) => void) {
  const running = new Map<string, { pause(): void; resume(): void; abort(): void }>()
  const session = createRenewal(() => ports.renewSession())
  const sendBody = createSendBody(ports, session)
  const shared: Omit<UploadContext, 'signal' | 'gate' | 'waitReasons'> = {
    ports,
    session,
    sendBody,
    batches: createBatchUploader(ports, sendBody),
    retryAfterGate: createRetryAfterGate(ports),
    folders: createFolderPaths(),
  }

  return {
    /** Resolves when the upload is done or has failed; with null when it was aborted. Never rejects. Without a file, only the folders are made. */
    async start(job: UploadJob, file: Blob | null, memory = NO_MEMORY): Promise<SettledState | null> {
      const controller = new AbortController()
      const { signal } = controller
      const gate = createPauseGate()
      const reporter = createProgressReporter(file?.size ?? 0, ports.now, (state) => {
        if (!signal.aborted) onState(job.id, state)
      })
      const waitReasons = createWaitReasons((reason) => reporter.setWaitReason(reason))
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
        const send: Send = (at, endpoint, input, attachment) => ports.send(at, endpoint, input, attachment, job.app)
        const context = { ...shared, ports: { ...ports, send }, signal, gate, waitReasons }
        if (!file) await atStep(signal, 'check', () => shared.folders.find(context, job.folderId, job.path))
        const stored = file && (await runUpload(context, job, file, memory, (state) => reporter.report(state)))
        return signal.aborted ? null : { phase: 'done', file: stored }
      } catch (error) {
        // The folder may have been removed; the next attempt makes it again.
        shared.folders.forget(job.folderId, job.path)
        return signal.aborted ? null : { phase: 'failed', failure: describeUploadFailure(error) }
      } finally {
        running.delete(job.id)
      }
    },
    pause: (id: string) => running.get(id)?.pause(),
    resume: (id: string) => running.get(id)?.resume(),
    abort: (id: string) => running.get(id)?.abort(),
    /** Has the server delete the chunks of an upload. Tried once: the server deletes abandoned uploads after some days. */
    discard(upload: RequestOf<typeof cancelUpload>): void {
      ports.send(new AbortController().signal, cancelUpload, upload).catch(() => {})
    },
  }
}
