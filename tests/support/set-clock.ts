import type { Clock } from '../../server/runtime/clock.ts'

/** A clock that stands still until a test sets it, for `createTestApp({ now: clock.now })`. Moments in milliseconds since 1970. */
export interface SetClock {
  readonly now: Clock
  set(at: number): void
}

/** Returns a clock that shows `at`. */
export function createSetClock(at: number): SetClock {
  let shown = at
  return { now: () => shown, set: (next) => (shown = next) }
}
