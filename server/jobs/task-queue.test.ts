import { expect, test } from 'vitest'
import { type Log, silentLog } from '../runtime/logger.ts'
import { createTaskQueue } from './task-queue.ts'

function collectWarnings(): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { lines, log: { ...silentLog, warn: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`) } }
}

/** Work that ends when it is told to; `endAll` ends it all, in the order in which it comes. */
function createWork() {
  const releases: (() => void)[] = []
  let done = 0
  return {
    releases,
    count: () => done,
    async work() {
      await new Promise<void>((resolve) => releases.push(resolve))
      done += 1
    },
    async endAll(settled: Promise<void>) {
      const ended = new AbortController()
      void settled.then(() => ended.abort())
      while (!ended.signal.aborted) {
        for (const release of releases.splice(0)) release()
        await Promise.resolve()
      }
    },
  }
}

test('runs four at once and the others as slots become free, and drains', async () => {
  const queue = createTaskQueue(silentLog, () => ({}))
  const { work, releases, count, endAll } = createWork()
  for (let each = 0; each < 10; each += 1) queue.enqueue('work', work)
  await Promise.resolve()
  expect(releases).toHaveLength(4)
  await endAll(queue.drain())
  expect(count()).toBe(10)
})

test('logs a failure as described, and goes on', async () => {
  const { log, lines } = collectWarnings()
  const queue = createTaskQueue(log, () => ({ reason: 'told' }))
  queue.enqueue('a mail', () => Promise.reject(new Error('secret')))
  let ran = false
  queue.enqueue('the next', async () => {
    ran = true
  })
  await queue.drain()
  expect(ran).toBe(true)
  expect(lines).toEqual(['a mail failed {"reason":"told"}'])
})

test('drops what is enqueued when the queue is full', async () => {
  const { log, lines } = collectWarnings()
  const queue = createTaskQueue(log, () => ({}))
  const { work, count, endAll } = createWork()
  for (let each = 0; each < 505; each += 1) queue.enqueue('work', work)
  expect(lines).toEqual(['work was dropped: the queue is full {"waiting":500}'])
  await endAll(queue.drain())
  expect(count()).toBe(504)
})
