import { createPauseGate } from './pause-gate.ts'
import type { UploadPorts } from './ports.ts'
import { createProgressReporter } from './progress-reporter.ts'
import { runUpload } from './run-upload.ts'
import { CHUNKS_IN_FLIGHT } from './send-chunks.ts'
import { createSessionRenewal } from './session-renewal.ts'
import { createSlots } from './slots.ts'
import { createStallBoard } from './stall-board.ts'
import type { UploadApi } from './upload-api.ts'
import { describeUploadFailure } from './upload-failure.ts'
import type { ActiveState, UploadState } from './upload-state.ts'

interface Running {
  pause(): void
  resume(): void
  abort(): void
}

/** Runs uploads side by side and lets each be paused, resumed and aborted by its id. `onState` hears of every active and paused state. */
export function createUploadDesk(
  ports: UploadPorts,
  onState: (id: string, state: UploadState) => void,
): Omit<UploadApi, 'connect'> {
  const running = new Map<string, Running>()
  const session = createSessionRenewal(() => ports.renewSession())
  // All files share the connections that one may have.
  const slots = createSlots(CHUNKS_IN_FLIGHT)

  return {
    async start(job, file) {
      const controller = new AbortController()
      const { signal } = controller
      const gate = createPauseGate()
      const reporter = createProgressReporter(file.size, ports.now, (state) => {
        if (!signal.aborted) onState(job.id, state)
      })
      let latest: ActiveState | null = null
      const report = (state: ActiveState) => {
        latest = state
        reporter.report(state)
      }
      const stalls = createStallBoard(() => {
        if (latest && 'stall' in latest) report({ ...latest, stall: stalls.stall })
      })
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
        const stored = await runUpload({ signal, ports, gate, session, stalls, slots }, job, file, report)
        return signal.aborted ? null : { phase: 'done', file: stored }
      } catch (error) {
        return signal.aborted ? null : { phase: 'failed', failure: describeUploadFailure(error) }
      } finally {
        running.delete(job.id)
      }
    },
    pause: (id) => running.get(id)?.pause(),
    resume: (id) => running.get(id)?.resume(),
    abort: (id) => running.get(id)?.abort(),
  }
}
