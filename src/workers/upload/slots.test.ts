import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

/** Work that ends when told to. */
function openWork() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { end, work: () => ended }
}

it('lets a fixed number through and the rest in their order', async () => {
  const slots = createSlots(2)
  const started: number[] = []
  const works = Array.from({ length: 4 }, openWork)
  const runs = works.map(({ work }, index) =>
    slots.run(never, () => {
      started.push(index)
      return work()
    }),
  )
  expect(started).toEqual([0, 1])
  works[1]?.end()
  await runs[1]
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual([0, 1, 2])
  for (const { end } of works) end()
  await Promise.all(runs)
  expect(started).toEqual([0, 1, 2, 3])
})

it('gives the place back when the work fails', async () => {
  const slots = createSlots(1)
  await expect(slots.run(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run(never, async () => 'fine')).toBe('fine')
})

it('forgets who stopped waiting', async () => {
  const slots = createSlots(1)
  const { end, work } = openWork()
  const first = slots.run(never, work)
  const controller = new AbortController()
  const second = slots.run(controller.signal, async () => 'second')
  const third = slots.run(never, async () => 'third')
  controller.abort(new Error('no longer'))
  await expect(second).rejects.toThrow('no longer')
  end()
  await first
  expect(await third).toBe('third')
})

it('loses no place when waiting is stopped in the moment in which the place comes free', async () => {
  const slots = createSlots(1)
  const { end, work } = openWork()
  const first = slots.run(never, work)
  const controller = new AbortController()
  const second = slots.run(controller.signal, async () => 'second')
  const atOnce = first.then(() => controller.abort(new Error('no longer')))
  end()
  await Promise.allSettled([second, atOnce])
  expect(await slots.run(never, async () => 'third')).toBe('third')
})
