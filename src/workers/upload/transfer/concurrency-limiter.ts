import { orAborted } from './ports.ts'
import { CallFailure, ownFailure } from '../protocol/upload-failures.ts'
import type { SessionRenewal } from './retry.ts'

/** Lanes at the beginning: enough for most lines, and few enough to lose little when a line breaks. */
const FIRST = 3
/** More lanes must bring this much more speed to be kept, and fewer may cost this little. */
const WORTH = 1.08
const FREE = 0.97
/** So many measurements pass before another number of lanes is tried. */
const PATIENCE = 8

/** Lets calls that carry bytes run side by side, as many as make the line faster. */
export interface ConcurrencyLimiter {
  /** Runs the work when a lane is free, in the order of asking; `bytes` is what it has carried. Throws the signal's reason while waiting. */
  run<T>(signal: AbortSignal, bytes: () => number, work: () => Promise<T>): Promise<T>
  /** The line broke: with fewer lanes less is lost when it breaks again. */
  onConnectionLost(): void
  /** How many there are now. */
  readonly count: number
}

/** At most `most()` lanes; `now` counts milliseconds. Their number climbs the hill of the measured throughput. */
export function createConcurrencyLimiter(most: () => number, now: () => number): ConcurrencyLimiter {
  let count = Math.min(FIRST, most())
  let busy = 0
  const waiting: (() => void)[] = []
  let sample = { since: 0, bytes: 0, calls: 0 }
  let best = 0
  /** What is being tried, and what will be tried next. */
  let trial: 'up' | 'down' | null = 'up'
  let next: 'up' | 'down' = 'down'
  let calm = 0

  function open(): void {
    while (busy < count) {
      const first = waiting.shift()
      if (!first) return
      busy += 1
      first()
    }
  }

  function set(wanted: number): void {
    count = Math.max(1, Math.min(most(), wanted))
    open()
  }

  function begin(): void {
    sample = { since: now(), bytes: 0, calls: 0 }
  }

  function note(bytes: number): void {
    sample.bytes += bytes
    sample.calls += 1
    // Whoever waits for nothing measures how much there is to send, not the line.
    if (waiting.length === 0) return begin()
    if (sample.calls < 2 * count + 2) return
    weigh(sample.bytes / Math.max(1, now() - sample.since))
    begin()
  }

  function weigh(speed: number): void {
    if (trial === 'up' && speed > best * WORTH) {
      best = speed
      if (count < most()) set(count + 1)
      else settle('down')
    } else if (trial === 'up') {
      set(count - 1)
      settle('down')
    } else if (trial === 'down') {
      const isFree = speed >= best * FREE
      if (!isFree) set(count + 1)
      settle(isFree ? 'down' : 'up')
    } else if (++calm >= PATIENCE) {
      best = speed
      trial = (next === 'down' && count > 1) || count >= most() ? 'down' : 'up'
      set(count + (trial === 'up' ? 1 : -1))
    }
  }

  function settle(direction: 'up' | 'down'): void {
    next = direction
    trial = null
    calm = 0
  }

  return {
    async run(signal, bytes, work) {
      if (busy === 0) begin()
      if (busy < count) busy += 1
      else await takeTurn(signal)
      try {
        const result = await work()
        note(bytes())
        return result
      } finally {
        busy -= 1
        open()
      }
    },
    onConnectionLost() {
      best = 0
      trial = 'up'
      set(Math.floor(count / 2))
      begin()
    },
    get count() {
      return count
    },
  }

  async function takeTurn(signal: AbortSignal): Promise<void> {
    let mine = () => {}
    const turn = new Promise<void>((resolve) => (mine = resolve))
    waiting.push(mine)
    try {
      await orAborted(signal, turn)
    } catch (error) {
      const place = waiting.indexOf(mine)
      if (place >= 0) waiting.splice(place, 1)
      else {
        // The lane was given to it in the same moment.
        busy -= 1
        open()
      }
      throw error
    }
  }
}

/** What all calls that carry bytes share. */
export interface TransferDeps {
  readonly session: SessionRenewal
  readonly limiter: ConcurrencyLimiter
}

/** Makes a call that carries bytes, once, when a lane is free for it. Throws what the call throws, and 'session.expired' when its bytes would be sent for nothing. */
export function sendBody<T>(
  { session, limiter }: TransferDeps,
  signal: AbortSignal,
  bytes: () => number,
  call: () => Promise<T>,
): Promise<T> {
  return limiter.run(signal, bytes, async () => {
    // It came into the place of one that heard so.
    if (session.isRunning) throw ownFailure('session.expired')
    try {
      return await call()
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'network.failed') limiter.onConnectionLost()
      throw error
    }
  })
}
