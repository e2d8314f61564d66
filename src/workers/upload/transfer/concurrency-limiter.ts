import { CallFailure, ownFailure } from '../protocol/upload-failures.ts'
import { orAborted } from './ports.ts'
import type { SessionRenewal } from './retry.ts'

/** The first limit: enough for most connections, and few enough to lose little when the network fails. */
const INITIAL = 3
/** A higher limit is kept when throughput grows by this factor, a lower one when it does not fall below this factor. */
const MIN_GAIN = 1.08
const MAX_LOSS = 0.97
/** Measurements between two trials of another limit. */
const MEASUREMENTS_BETWEEN_TRIALS = 8

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>

/**
 * Limits how many calls with a body run at once. The limit follows the measured throughput (hill climbing) and never exceeds `most()`; `now` is in
 * milliseconds.
 */
export function createConcurrencyLimiter(most: () => number, now: () => number) {
  let limit = Math.min(INITIAL, most())
  let running = 0
  const waiting: (() => void)[] = []
  let sample = { since: 0, bytes: 0, calls: 0 }
  let bestSpeed = 0
  /** The direction of the trial under way, and of the one after it. */
  let trial: 'up' | 'down' | null = 'up'
  let nextTrial: 'up' | 'down' = 'down'
  let measurementsSinceTrial = 0

  function startWaiting(): void {
    while (running < limit) {
      const start = waiting.shift()
      if (!start) return
      running += 1
      start()
    }
  }

  function release(): void {
    running -= 1
    startWaiting()
  }

  function setLimit(wanted: number): void {
    limit = Math.max(1, Math.min(most(), wanted))
    startWaiting()
  }

  function resetSample(): void {
    sample = { since: now(), bytes: 0, calls: 0 }
  }

  function addToSample(bytes: number): void {
    sample.bytes += bytes
    sample.calls += 1
    // Without a queue the speed measures how much there is to send, not the network.
    if (waiting.length === 0) return resetSample()
    if (sample.calls < 2 * limit + 2) return
    adjust(sample.bytes / Math.max(1, now() - sample.since))
    resetSample()
  }

  function adjust(speed: number): void {
    if (trial === 'up' && speed > bestSpeed * MIN_GAIN) {
      bestSpeed = speed
      if (limit < most()) setLimit(limit + 1)
      else endTrial('down')
    } else if (trial === 'up') {
      setLimit(limit - 1)
      endTrial('down')
    } else if (trial === 'down') {
      const isFree = speed >= bestSpeed * MAX_LOSS
      if (!isFree) setLimit(limit + 1)
      endTrial(isFree ? 'down' : 'up')
    } else if (++measurementsSinceTrial >= MEASUREMENTS_BETWEEN_TRIALS) {
      bestSpeed = speed
      trial = (nextTrial === 'down' && limit > 1) || limit >= most() ? 'down' : 'up'
      setLimit(limit + (trial === 'up' ? 1 : -1))
    }
  }

  function endTrial(next: 'up' | 'down'): void {
    nextTrial = next
    trial = null
    measurementsSinceTrial = 0
  }

  async function waitForSlot(signal: AbortSignal): Promise<void> {
    let start = () => {}
    const slot = new Promise<void>((resolve) => (start = resolve))
    waiting.push(start)
    try {
      await orAborted(signal, slot)
    } catch (error) {
      const at = waiting.indexOf(start)
      if (at >= 0) waiting.splice(at, 1)
      // The slot was assigned in the same moment.
      else release()
      throw error
    }
  }

  return {
    /** Runs the work when a slot is free, first come first served; `bytes` says how many it sent. Throws the signal's reason while waiting. */
    async run<T>(signal: AbortSignal, bytes: () => number, work: () => Promise<T>): Promise<T> {
      if (running === 0) resetSample()
      if (running < limit) running += 1
      else await waitForSlot(signal)
      try {
        const result = await work()
        addToSample(bytes())
        return result
      } finally {
        release()
      }
    },
    /** Halves the limit, so that less is lost when the network fails again. */
    onConnectionLost(): void {
      bestSpeed = 0
      trial = 'up'
      setLimit(Math.floor(limit / 2))
      resetSample()
    },
    get count(): number {
      return limit
    },
  }
}

/** Shared by all calls with a body. */
export interface TransferDeps {
  readonly session: SessionRenewal
  readonly limiter: ConcurrencyLimiter
}

/** Makes a call with a body of `bytes()` bytes once the limiter has a slot. Throws what the call throws, and 'session.expired' during a renewal. */
export function sendBody<T>(
  { session, limiter }: TransferDeps,
  signal: AbortSignal,
  bytes: () => number,
  call: () => Promise<T>,
): Promise<T> {
  return limiter.run(signal, bytes, async () => {
    // Another call already got a 401; sending this body would be wasted.
    if (session.isRunning) throw ownFailure('session.expired')
    try {
      return await call()
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'network.failed') limiter.onConnectionLost()
      throw error
    }
  })
}
