import { expect, it } from 'vitest'
import { roomOf } from './room.ts'

it('warns from nine tenths of a limit on, and says when it is reached', () => {
  expect([0, 89, 90, 99, 100, 120].map((used) => roomOf(used, 100))).toEqual([
    'plenty',
    'plenty',
    'little',
    'little',
    'full',
    'full',
  ])
  expect(roomOf(5, null)).toBeNull()
  expect(roomOf(0, 0)).toBe('full')
})
