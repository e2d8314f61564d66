import {
  type Pace,
  type WaitReason,
  progressAtStop,
  type UploadProgress,
  type UploadState,
} from '../protocol/upload-state.ts'

/** Between two reports of the same phase lie at least this many milliseconds: drawing competes with sending for the processor. */
const REPORT_EVERY = 500

/** Passes on what an upload reports: thinned out, and as paused while it is. */
export interface ProgressReporter {
  readonly report: (state: UploadProgress) => void
  /** What the upload as a whole waits for, once that has changed. */
  setWaitReason(stall: WaitReason): void
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
  let stalled: WaitReason = null
  function show(state: UploadState): void {
    emitted = state
    emittedAt = now()
    emit(state)
  }
  /** As it is shown: without a network, or with what it waits for. */
  function view(): UploadState {
    if (isPaused) return { phase: 'paused', ...progressAtStop(size, latest) }
    if (latest.phase === 'waiting' || latest.phase === 'hashing') return latest
    return stalled === 'offline' ? { phase: 'offline', ...progressAtStop(size, latest) } : { ...latest, stall: stalled }
  }

  return {
    report(state) {
      latest = state
      if (isPaused) return
      const next = view()
      if (!isNews(emitted, next) && now() - emittedAt < REPORT_EVERY) return
      show(next)
    },
    setWaitReason(next) {
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

/** Speed is that of the last seconds: older ones say little about a network that changes. */
const WINDOW = 6000
/** Less than this says nothing yet. */
const SHORTEST = 500
/** Samples closer together than this add nothing. */
const STEP = 100
/** After such a silence (paused, offline) measuring begins anew, or the break would count as slowness. */
const BREAK = 3000

/** Tells how fast a number of bytes grows. */
export interface SpeedMeter {
  /** Notes that so many of all bytes are done, and returns the pace. */
  note(done: number, total: number): Pace
}

/** `now` counts milliseconds. */
export function createSpeedMeter(now: () => number): SpeedMeter {
  const samples: { at: number; done: number }[] = []
  return {
    note(done, total) {
      const at = now()
      if (at - (samples.at(-1)?.at ?? at) > BREAK) samples.length = 0
      const last = samples.at(-1)
      if (!last || at - last.at >= STEP) samples.push({ at, done })
      while (samples.length > 2 && at - (samples[1]?.at ?? at) > WINDOW) samples.shift()
      const first = samples[0]
      if (!first || at - first.at < SHORTEST) return { speed: null, secondsLeft: null }
      // Bytes can be lost again when a chunk has to be sent a second time.
      const speed = Math.max(0, done - first.done) / ((at - first.at) / 1000)
      return { speed, secondsLeft: speed > 0 ? (total - done) / speed : null }
    },
  }
}
