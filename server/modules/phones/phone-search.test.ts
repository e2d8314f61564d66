import { expect, it } from 'vitest'
import { phoneStarts } from './phone-search.ts'

it.each([
  ['+447700900123', 'CN', '447700900123'],
  ['+44 7700 900123', 'CN', '447700900123'],
  ['+44 (0)7700 900123', 'CN', '447700900123'],
  ['00447700900123', 'CN', '447700900123'],
  ['07700 900123', 'GB', '447700900123'],
  ['０７７００ ９００１２３', 'GB', '447700900123'],
  ['07700 90', 'GB', '447700900123'],
  ['+44 7700', 'CN', '447700900123'],
  ['(415) 555', 'US', '14155552671'],
  ['021-6234', 'CN', '862162345678'],
  ['138 0013 8000', 'CN', '13800138000'],
  ['+86 138 0013 8000', 'GB', '13800138000'],
  ['13800', 'CN', '13800138000'],
] as const)('“%s” in %s is the beginning of %s', (typed, country, digits) => {
  expect(phoneStarts(typed, country).some((start) => digits.startsWith(start))).toBe(true)
})

it.each(['', '1380', 'T13800138000', '林溪', '2016-09-03x'])('“%s” is no phone', (typed) => {
  expect(phoneStarts(typed, 'CN')).toEqual([])
})
