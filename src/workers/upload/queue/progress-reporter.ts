import { standingOf, type Stall, type UploadProgress, type UploadState } from '../protocol/upload-state.ts'

/** Between two reports of the same phase lie at least this many milliseconds: drawing competes with sending for the processor. */
const REPORT_EVERY = 500

/** Passes on what an upload reports: thinned out, and as paused while it is. */
export interface ProgressReporter {
  readonly report: (state: UploadProgress) => void
  /** What the upload as a whole waits for, once that has changed. */
  stall(stall: Stall): void
  pause(): void
  resume(): void
}

/** `size` is the file's, in bytes. */
export function createProgressReporter(
  size: number,
  now: () => number,
  emit: (state: UploadState) => void,
): ProgressReporter {
  let latest: UploadProgress | { phase: 'waiting' } = { phase: 'waiting' }
  let emitted: UploadState = latest
  let emittedAt = -Infinity
  let isPaused = false
  let stalled: Stall = null
  function show(state: UploadState): void {
    emitted = state
    emittedAt = now()
    emit(state)
  }
  /** As it is shown: without a network, or with what it waits for. */
  function view(): UploadState {
    if (isPaused) return { phase: 'paused', ...standingOf(size, latest) }
    if (latest.phase === 'waiting' || latest.phase === 'hashing') return latest
    return stalled === 'offline' ? { phase: 'offline', ...standingOf(size, latest) } : { ...latest, stall: stalled }
  }

  return {
    report(state) {
      latest = state
      if (isPaused) return
      const next = view()
      if (!isNews(emitted, next) && now() - emittedAt < REPORT_EVERY) return
      show(next)
    },
    stall(next) {
      if (next === stalled) return
      stalled = next
      if (!isPaused) show(view())
    },
    pause() {
      if (isPaused) return
      isPaused = true
      show(view())
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      show(view())
    },
  }
}

function isNews(before: UploadState, after: UploadState): boolean {
  return before.phase !== after.phase
}
