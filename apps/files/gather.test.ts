import { expect, it } from 'vitest'
import { gather } from './gather.ts'

function gatherStrings() {
  const taken: (readonly string[])[] = []
  const waiting: (() => void)[] = []
  const give = gather<string>(
    (items) => taken.push(items),
    (_, work) => waiting.push(work),
  )
  const passTime = () => waiting.shift()?.()
  return { taken, waiting, give, passTime }
}

it('hands over at once, and together, what comes in one task', async () => {
  const { taken, give } = gatherStrings()
  give('a')
  give('b')
  expect(taken).toEqual([])
  await Promise.resolve()
  expect(taken).toEqual([['a', 'b']])
})

it('gathers for a while what comes after that, however many tasks it comes in', async () => {
  const { taken, give, passTime } = gatherStrings()
  give('a')
  await Promise.resolve()
  give('b')
  await Promise.resolve()
  give('c')
  await Promise.resolve()
  expect(taken).toEqual([['a']])
  passTime()
  expect(taken).toEqual([['a'], ['b', 'c']])
})

it('hands over at once again after a while in which nothing came', async () => {
  const { taken, waiting, give, passTime } = gatherStrings()
  give('a')
  await Promise.resolve()
  passTime()
  expect(waiting).toEqual([])
  give('b')
  await Promise.resolve()
  expect(taken).toEqual([['a'], ['b']])
})

it('hands over no more at once than can be drawn, and the rest one while after the other', async () => {
  const { taken, waiting, give, passTime } = gatherStrings()
  const items = Array.from({ length: 100 }, (_, at) => String(at))
  for (const item of items) give(item)
  await Promise.resolve()
  expect(taken).toHaveLength(1)
  while (waiting.length > 0) passTime()
  expect(Math.max(...taken.map((some) => some.length))).toBe(48)
  expect(taken.flat()).toEqual(items)
})
