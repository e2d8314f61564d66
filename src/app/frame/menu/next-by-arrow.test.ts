import { expect, it } from 'vitest'
import { nextByArrow } from './next-by-arrow.ts'

/** Two lines of three, and one below. */
const spots = [0, 1, 2, 3, 4, 5, 6].map((at) => ({ left: (at % 3) * 88, top: Math.floor(at / 3) * 90 }))
const from = (at: number, key: string) => nextByArrow(spots, at, key)

it('goes on in the order of reading', () => {
  expect(from(2, 'ArrowRight')).toBe(3)
  expect(from(3, 'ArrowLeft')).toBe(2)
})

it('goes to the nearest above and below', () => {
  expect(from(1, 'ArrowDown')).toBe(4)
  expect(from(5, 'ArrowDown')).toBe(6)
  expect(from(6, 'ArrowUp')).toBe(3)
})

it('stops at the ends, and jumps to them', () => {
  expect([from(0, 'ArrowLeft'), from(6, 'ArrowRight'), from(0, 'ArrowUp'), from(6, 'ArrowDown')]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
  expect([from(4, 'Home'), from(4, 'End')]).toEqual([0, 6])
})

it('leaves other keys alone', () => {
  expect([from(1, 'Tab'), from(1, 'a'), nextByArrow([], 0, 'ArrowRight')]).toEqual([undefined, undefined, undefined])
})
