import type { Log } from '../runtime/logger.ts'

/** Work that nobody who calls waits for: it begins once their answer is sent. */
export interface Later {
  /** Runs the work, or drops it when too much waits already. What it throws is logged by what `describe` makes of it. */
  add(what: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way any more. */
  settle(): Promise<void>
}

/** How much of it runs at once, and how much may wait. */
const CONCURRENCY = 4
const QUEUE_LENGTH = 500

/** Makes the place for such work. `describe` gives what may stand in the log about a failure. */
export function createLater(log: Log, describe: (error: unknown) => object): Later {
  const waiting: (() => void)[] = []
  const underWay = new Set<Promise<void>>()

  async function run(what: string, work: () => Promise<void>): Promise<void> {
    if (underWay.size >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } catch (error) {
      log.warn(describe(error), `${what} failed`)
    } finally {
      waiting.shift()?.()
    }
  }

  return {
    add(what, work) {
      if (waiting.length >= QUEUE_LENGTH) {
        log.warn({ waiting: waiting.length }, `${what} was dropped: too much waits`)
        return
      }
      const running = run(what, work).finally(() => underWay.delete(running))
      underWay.add(running)
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
