import { expect, it } from 'vitest'
import { isWithin, readNumber, showNumber } from './read-number.ts'

it('reads what it shows', () => {
  expect([null, 42].map((value) => readNumber(showNumber(value)))).toEqual([null, 42])
})

it.each([
  ['', true],
  ['20', true],
  [' 60 ', true],
  ['19', false],
  ['61', false],
  ['3e1', false],
  ['-30', false],
])('judges %j within 20 and 60 as %s', (typed, expected) => {
  expect(isWithin(typed, { least: 20, most: 60 })).toBe(expected)
})
