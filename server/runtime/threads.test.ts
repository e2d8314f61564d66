import { getPriority } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import type { SampleMethods } from '../../tests/support/threads/sample.thread.ts'
import sampleThread from '../../tests/support/threads/sample.thread.ts?thread'
import { createThreads } from './threads.ts'

const create = (rule: Parameters<typeof createThreads>[2] = {}) =>
  createThreads<SampleMethods>('hash', sampleThread, rule)
let threads = create()
afterEach(async () => {
  await threads.close()
  threads = create()
})

it('answers each question, after what was told before it', async () => {
  const sums = [threads.ask('add', 1, 2), threads.ask('add', 3, 4)]
  expect(threads.asked).toBe(2)
  expect(await Promise.all(sums)).toEqual([3, 7])
  expect(threads.asked).toBe(0)
  threads.tell('hear', 'one')
  threads.tell('hear', 'other')
  expect(await threads.ask('heard')).toEqual(['one', 'other'])
})

it('rejects with the error of the method and its code', async () => {
  await expect(threads.ask('fail')).rejects.toMatchObject({ message: 'no space left', code: 'ENOSPC' })
  expect(await threads.ask('add', 1, 1)).toBe(2)
})

it('hands bytes over, whether many or few', async () => {
  for (const length of [10, 1_000_000])
    expect(await threads.ask('bytes', length)).toEqual(new Uint8Array(length).fill(7))
})

it('starts with the first question, and again after a crash, of which the questions hear', async () => {
  threads.tell('hear', 'nobody')
  expect(threads.isRunning).toBe(false)
  const crashes = [threads.ask('never'), threads.ask('crash')]
  for (const crash of crashes) await expect(crash).rejects.toThrow('the hash thread ended')
  expect(threads.isRunning).toBe(false)
  expect(await threads.ask('heard')).toEqual([])
})

it('ends a thread that needs more memory than its kind may have, and not the process', async () => {
  await expect(threads.ask('fill')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  expect(await threads.ask('add', 1, 1)).toBe(2)
})

it('starts another thread where all have work, as many as there may be, and refuses what would wait too long', async () => {
  threads = create({ most: 2, waiting: 3 })
  expect(await threads.ask('threadId')).toBe(await threads.ask('threadId'))
  const open = [threads.ask('never'), threads.ask('never')]
  const [one, other] = [threads.ask('threadId'), threads.ask('threadId')]
  await expect(other).rejects.toMatchObject({ code: 'server.unavailable' })
  expect(await one).toBeGreaterThan(0)
  const ended = threads.end()
  for (const question of open) await expect(question).rejects.toThrow('the hash thread was ended')
  await ended
  expect(await threads.ask('add', 1, 1)).toBe(2)
})

it('ends a thread that had nothing to do for a while, and starts one again', async () => {
  threads = create({ idle: 1 })
  const first = await threads.ask('threadId')
  await vi.waitUntil(() => !threads.isRunning, { timeout: 60_000 })
  expect(await threads.ask('threadId')).not.toBe(first)
})

it('rejects what is open when it is closed, and whatever comes later', async () => {
  const open = threads.ask('never')
  const closing = threads.close()
  await expect(open).rejects.toThrow('the hash thread was closed')
  await closing
  expect(threads.isRunning).toBe(false)
  await expect(threads.ask('add', 1, 1)).rejects.toMatchObject({ code: 'server.unavailable' })
})

it.runIf(process.platform === 'linux')('works behind the requests of others, which keep their priority', async () => {
  const before = getPriority()
  expect(await threads.ask('priority')).toBe(Math.max(10, before))
  expect(getPriority()).toBe(before)
})
