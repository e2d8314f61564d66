import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, open }
}

it('runs work of one key one after another, and of different keys at the same time', async () => {
  const mutex = createKeyedMutex()
  const order: string[] = []
  const first = gate()
  const running = [
    mutex.run('a', async () => {
      await first.promise
      order.push('a1')
    }),
    mutex.run('a', async () => void order.push('a2')),
    mutex.run('b', async () => {
      order.push('b')
      first.open()
    }),
  ]
  await Promise.all(running)
  expect(order).toEqual(['b', 'a1', 'a2'])
})

it('goes on after work that failed, and hands the failure to its own caller', async () => {
  const mutex = createKeyedMutex()
  const failing = mutex.run('a', () => Promise.reject(new Error('broken')))
  const next = mutex.run('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('fine')
})

it('lets the newest take over: what runs is aborted, what waits never starts', async () => {
  const mutex = createKeyedMutex()
  const started: string[] = []
  const begun = gate()
  const running = mutex.preempt('a', async (signal) => {
    started.push('first')
    begun.open()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await begun.promise
  const waiting = mutex.preempt('a', async () => void started.push('second'))
  const newest = mutex.preempt('a', async () => started.push('third'))
  await expect(running).rejects.toMatchObject({ code: 'server.unavailable' })
  await expect(waiting).rejects.toMatchObject({ code: 'server.unavailable' })
  await newest
  expect(started).toEqual(['first', 'third'])
})
