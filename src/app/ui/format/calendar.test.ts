import { expect, it } from 'vitest'
import {
  addMonths,
  formatDay,
  formatFullDay,
  formatMonth,
  formatShortDay,
  formatTime,
  formatWeekday,
} from './calendar.ts'

it('writes days by the custom of the language, wherever the reader is', () => {
  expect(formatDay('2026-11-23', 'zh-CN')).toBe('11月23日周一')
  expect(formatDay('2026-11-23', 'en')).toBe('Mon 23 November')
  expect(formatFullDay('2026-11-01', 'zh-CN')).toBe('2026年11月1日')
  expect(formatFullDay('2026-11-01', 'en')).toBe('1 November 2026')
  expect(formatShortDay('2026-11-01', 'zh-CN')).toBe('11/1')
  expect(formatMonth('2026-11', 'en')).toBe('November 2026')
})

it('names weekdays from Monday', () => {
  expect([1, 7].map((weekday) => formatWeekday(weekday, 'en'))).toEqual(['Mon', 'Sun'])
  expect(formatWeekday(3, 'zh-CN', 'narrow')).toBe('三')
})

it('shows times of the unit’s clock', () => {
  expect(formatTime('2026-11-22T23:52:00Z', 'Asia/Shanghai', 'zh-CN')).toBe('07:52')
  expect(formatTime('2026-11-22T16:00:00Z', 'Asia/Shanghai', 'en')).toBe('00:00')
})

it('counts months over the turn of a year', () => {
  expect(addMonths('2026-11', 2)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})
