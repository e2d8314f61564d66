import { expect, it } from 'vitest'
import { createKeyedTurns } from './keyed-mutex.ts'

function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, open }
}

it('runs work of one key one after another, and of different keys at the same time', async () => {
  const turns = createKeyedTurns()
  const order: string[] = []
  const first = gate()
  const running = [
    turns.wait('a', async () => {
      await first.promise
      order.push('a1')
    }),
    turns.wait('a', async () => void order.push('a2')),
    turns.wait('b', async () => {
      order.push('b')
      first.open()
    }),
  ]
  await Promise.all(running)
  expect(order).toEqual(['b', 'a1', 'a2'])
})

it('goes on after work that failed, and hands the failure to its own caller', async () => {
  const turns = createKeyedTurns()
  const failing = turns.wait('a', () => Promise.reject(new Error('broken')))
  const next = turns.wait('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('fine')
})

it('lets the newest take over: what runs is aborted, what waits never starts', async () => {
  const turns = createKeyedTurns()
  const started: string[] = []
  const begun = gate()
  const running = turns.takeOver('a', async (signal) => {
    started.push('first')
    begun.open()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await begun.promise
  const waiting = turns.takeOver('a', async () => void started.push('second'))
  const newest = turns.takeOver('a', async () => started.push('third'))
  await expect(running).rejects.toMatchObject({ code: 'server.unavailable' })
  await expect(waiting).rejects.toMatchObject({ code: 'server.unavailable' })
  await newest
  expect(started).toEqual(['first', 'third'])
})
