import { expect, it } from 'vitest'
import { gather } from './gather.ts'

it('hands over together what comes in one task, and what comes later by itself', async () => {
  const taken: (readonly string[])[] = []
  const give = gather<string>((items) => taken.push(items))
  give('a')
  give('b')
  expect(taken).toEqual([])
  await Promise.resolve()
  give('c')
  await Promise.resolve()
  expect(taken).toEqual([['a', 'b'], ['c']])
})
