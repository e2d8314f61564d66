import { PortalError } from '../../contract/portal-error.ts'

const QUEUE_RETRY_SECONDS = 2

/** Runs a bounded number at a time, in order. Throws 'server.unavailable' when too many wait. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>

export function createConcurrencyLimiter(concurrency: number, queueLength = Infinity): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queueLength)
        throw new PortalError('server.unavailable', { retryAfter: QUEUE_RETRY_SECONDS })
      // The task that ends hands over its slot: `running` does not change.
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
