import { pauseState, type ActiveState, type UploadState } from './upload-state.ts'

/** Between two reports of the same phase lie at least this many milliseconds: drawing competes with sending for the processor. */
const REPORT_EVERY = 500

/** Passes on what an upload reports: thinned out, and as paused while it is. */
export interface ProgressReporter {
  report(state: ActiveState): void
  pause(): void
  resume(): void
}

/** `size` is the file's, in bytes. */
export function createProgressReporter(
  size: number,
  now: () => number,
  emit: (state: UploadState) => void,
): ProgressReporter {
  let latest: ActiveState | { phase: 'waiting' } = { phase: 'waiting' }
  let emitted: UploadState = latest
  let emittedAt = -Infinity
  let isPaused = false
  function show(state: UploadState): void {
    emitted = state
    emittedAt = now()
    emit(state)
  }
  return {
    report(state) {
      latest = state
      if (isPaused) return
      if (!isNews(emitted, state) && now() - emittedAt < REPORT_EVERY) return
      show(state)
    },
    pause() {
      if (isPaused) return
      isPaused = true
      show(pauseState(size, latest))
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      show(latest)
    },
  }
}

function isNews(before: UploadState, after: ActiveState): boolean {
  if (before.phase !== after.phase) return true
  return 'stall' in before && 'stall' in after && before.stall !== after.stall
}
