import { expect, test } from 'vitest'
import { suggestYear, termNumber } from './school-year.ts'

test.each([
  ['2026-08-31', '2025-2026', '2'],
  ['2026-09-01', '2026-2027', '1'],
  ['2027-01-15', '2026-2027', '1'],
  ['2027-02-01', '2026-2027', '2'],
])('%s lies in school year %s, term %s', (day, name, term) => {
  const year = suggestYear(day)
  expect([year.name, termNumber(year, day)]).toEqual([name, term])
})

test('before the first term begins, it is the first', () => {
  expect(termNumber(suggestYear('2026-09-01'), '2026-08-20')).toBe('1')
})
