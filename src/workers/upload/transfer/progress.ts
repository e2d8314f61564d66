import {
  type Pace,
  progressAtStop,
  type UploadProgress,
  type UploadState,
  type WaitReason,
} from '../protocol/upload-state.ts'

/** Milliseconds between two reports of one phase: rendering competes with sending for the processor. */
const REPORT_EVERY = 500

/** Reports an upload's progress to the queue: throttled, and as paused or offline while it is. `size` is the file's, in bytes. */
export function createProgressReporter(size: number, now: () => number, emit: (state: UploadState) => void) {
  let latest: UploadProgress | { phase: 'waiting' } = { phase: 'waiting' }
  let emittedPhase: UploadState['phase'] = 'waiting'
  let emittedAt = -Infinity
  let isPaused = false
  let waitReason: WaitReason = null

  function emitNow(): void {
    const state = currentState()
    emittedPhase = state.phase
    emittedAt = now()
    emit(state)
  }

  function currentState(): UploadState {
    if (isPaused) return { phase: 'paused', ...progressAtStop(size, latest) }
    if (latest.phase === 'waiting' || latest.phase === 'hashing') return latest
    return waitReason === 'offline'
      ? { phase: 'offline', ...progressAtStop(size, latest) }
      : { ...latest, stall: waitReason }
  }

  function setPaused(value: boolean): void {
    if (isPaused === value) return
    isPaused = value
    emitNow()
  }

  return {
    report(state: UploadProgress): void {
      latest = state
      if (isPaused) return
      if (currentState().phase === emittedPhase && now() - emittedAt < REPORT_EVERY) return
      emitNow()
    },
    setWaitReason(next: WaitReason): void {
      if (next === waitReason) return
      waitReason = next
      if (!isPaused) emitNow()
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
  }
}

/** Speed is measured over the last milliseconds: older samples say little about a network that changes. */
const WINDOW = 6000
/** A shorter time than this has no speed yet. */
const SHORTEST = 500
/** Samples closer together than this add nothing. */
const STEP = 100
/** After such a gap (paused, offline) measuring starts anew, or the gap would count as slowness. */
const GAP = 3000

/** Measures how fast a number of bytes grows. `now` is in milliseconds. */
export function createSpeedMeter(now: () => number) {
  const samples: { at: number; done: number }[] = []
  return {
    /** Adds a sample, `done` of `total` bytes. */
    note(done: number, total: number): Pace {
      const at = now()
      if (at - (samples.at(-1)?.at ?? at) > GAP) samples.length = 0
      const last = samples.at(-1)
      if (!last || at - last.at >= STEP) samples.push({ at, done })
      while (samples.length > 2 && at - (samples[1]?.at ?? at) > WINDOW) samples.shift()
      const first = samples[0]
      if (!first || at - first.at < SHORTEST) return { speed: null, secondsLeft: null }
      // Bytes are subtracted when a chunk has to be sent a second time.
      const speed = Math.max(0, done - first.done) / ((at - first.at) / 1000)
      return { speed, secondsLeft: speed > 0 ? (total - done) / speed : null }
    },
  }
}
