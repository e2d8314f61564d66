import { getPriority } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createThread } from './thread.ts'

const SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads')
  const told = new Map()
  parentPort.on('message', ({ id, say, ask }) => {
    told.set(id, [...(told.get(id) ?? []), say].filter(Boolean))
    if (ask === 'fail') parentPort.postMessage({ id, failure: 'no room', code: 'ENOSPC' })
    else if (ask === 'crash') process.exit(1)
    else if (ask === 'odd') parentPort.postMessage({ id, said: 1 })
    else if (ask === 'priority') {
      const number = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1))
      parentPort.postMessage({ id, said: String(require('node:os').getPriority(number)) })
    }
    else if (ask === 'words') parentPort.postMessage({ id, said: told.get(id).join(' ') + workerData })
  })`

const create = () => createThread('test', SOURCE, z.object({ said: z.string() }), { workerData: '!' })
let thread = create()
afterEach(async () => {
  await thread.close()
  thread = create()
})

it('answers each question with what was told for it', async () => {
  const [one, other] = [thread.open(), thread.open()]
  one.tell({ say: 'first' })
  other.tell({ say: 'second' })
  one.tell({ say: 'third' })
  const answers = [one.ask({ ask: 'words' }), other.ask({ ask: 'words' })]
  expect(thread.asked).toBe(2)
  expect(await Promise.all(answers)).toEqual([{ said: 'first third!' }, { said: 'second!' }])
  expect(thread.asked).toBe(0)
})

it('rejects with what failed, and with what is no answer', async () => {
  await expect(thread.open().ask({ ask: 'fail' })).rejects.toMatchObject({ message: 'no room', code: 'ENOSPC' })
  await expect(thread.open().ask({ ask: 'odd' })).rejects.toBeInstanceOf(z.core.$ZodError)
  expect(await thread.open().ask({ ask: 'words' })).toEqual({ said: '!' })
})

it('starts with the first question, and again after a crash, of which the questions hear', async () => {
  expect(thread.isRunning).toBe(false)
  const waiting = thread.open()
  const crashes = [waiting.ask({ ask: 'nothing' }), thread.open().ask({ ask: 'crash' })]
  for (const crash of crashes) await expect(crash).rejects.toThrow('the test thread ended')
  expect([waiting.isAlive, thread.isRunning]).toEqual([false, false])
  expect(await thread.open().ask({ ask: 'words' })).toEqual({ said: '!' })
})

it('rejects what is open when it is closed', async () => {
  const open = thread.open().ask({ ask: 'nothing' })
  const closing = thread.close()
  await expect(open).rejects.toThrow('the test thread was closed')
  await closing
  expect(thread.isRunning).toBe(false)
})

it.runIf(process.platform === 'linux')('works behind the requests of others, which keep their priority', async () => {
  const before = getPriority()
  expect(await thread.open().ask({ ask: 'priority' })).toEqual({ said: String(Math.max(10, before)) })
  expect(getPriority()).toBe(before)
})
