import type { Log } from '../runtime/logger.ts'

export interface TaskQueue {
  /** Runs the work, or drops it when the queue is full. A rejection is logged with what `describe` returns for it. */
  enqueue(what: string, work: () => Promise<void>): void
  drain(): Promise<void>
}

const CONCURRENCY = 4
const QUEUE_LENGTH = 500

/** Creates a queue that runs four tasks at a time and keeps 500 waiting. `describe` returns what may be logged of a failure. */
export function createTaskQueue(log: Log, describe: (error: unknown) => object): TaskQueue {
  const waiting: (() => void)[] = []
  const tasks = new Set<Promise<void>>()

  async function run(what: string, work: () => Promise<void>): Promise<void> {
    if (tasks.size >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } catch (error) {
      log.warn(describe(error), `${what} failed`)
    } finally {
      waiting.shift()?.()
    }
  }

  return {
    enqueue(what, work) {
      if (waiting.length >= QUEUE_LENGTH) {
        log.warn({ waiting: waiting.length }, `${what} was dropped: the queue is full`)
        return
      }
      const task = run(what, work).finally(() => tasks.delete(task))
      tasks.add(task)
    },
    async drain() {
      while (tasks.size > 0) await Promise.all(tasks)
    },
  }
}
