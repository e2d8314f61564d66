import { PortalError } from '../../contract/portal-error.ts'

const QUEUE_RETRY_SECONDS = 2

/** Runs work, a bounded number at a time and in order. Throws 'server.unavailable' when too many wait. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>

/** A lane for so much work at once; everybody may wait unless the length of the queue is given. */
export function createConcurrencyLimiter(concurrency: number, queueLength = Infinity): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queueLength)
        throw new PortalError('server.unavailable', { retryAfter: QUEUE_RETRY_SECONDS })
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
