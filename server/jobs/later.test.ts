import { expect, test } from 'vitest'
import { type Log, silentLog } from '../runtime/logger.ts'
import { createLater } from './later.ts'

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

test('runs a few at once and the others as places become free, and settles when all are done', async () => {
  const later = createLater(silentLog, () => ({}))
  const { work, releases, count, endAll } = createWork()
  for (let each = 0; each < 10; each += 1) later.add('work', work)
  expect(releases).toHaveLength(4)
  await endAll(later.settle())
  expect(count()).toBe(10)
})

test('logs what fails in the words that are given, and goes on', async () => {
  const { log, lines } = collectWarnings()
  const later = createLater(log, () => ({ reason: 'told' }))
  later.add('a mail', () => Promise.reject(new Error('secret')))
  let ran = false
  later.add('the next', async () => {
    ran = true
  })
  await later.settle()
  expect(ran).toBe(true)
  expect(lines).toEqual(['a mail failed {"reason":"told"}'])
})

test('drops what comes when too much waits', async () => {
  const { log, lines } = collectWarnings()
  const later = createLater(log, () => ({}))
  const { work, count, endAll } = createWork()
  for (let each = 0; each < 505; each += 1) later.add('work', work)
  expect(lines).toEqual(['work was dropped: too much waits {"waiting":500}'])
  await endAll(later.settle())
  expect(count()).toBe(504)
})
