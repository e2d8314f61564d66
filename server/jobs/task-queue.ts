import pLimit from 'p-limit'
import type { Log } from '../runtime/logger.ts'

/** Runs work in this process that no caller awaits. */
export type TaskQueue = ReturnType<typeof createTaskQueue>

const CONCURRENCY = 4
const QUEUE_LENGTH = 500

/** Creates a queue that runs four tasks at a time and keeps 500 waiting. `describe` returns what may be logged of a failure. */
export function createTaskQueue(log: Log, describe: (error: unknown) => object) {
  const run = pLimit(CONCURRENCY)
  const tasks = new Set<Promise<void>>()

  return {
    /** Drops the work when the queue is full. */
    enqueue(what: string, work: () => Promise<void>): void {
      const waiting = tasks.size - CONCURRENCY
      if (waiting >= QUEUE_LENGTH) {
        log.warn({ waiting }, `${what} was dropped: the queue is full`)
        return
      }
      const task = run(work)
        .catch((error: unknown) => log.warn(describe(error), `${what} failed`))
        .finally(() => tasks.delete(task))
      tasks.add(task)
    },
    async drain(): Promise<void> {
      while (tasks.size > 0) await Promise.all(tasks)
    },
  }
}
