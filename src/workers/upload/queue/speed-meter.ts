import type { Pace } from '../protocol/upload-state.ts'

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
