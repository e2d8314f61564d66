import { expect, test } from 'vitest'
import { findTerm } from './write-unit.ts'

test.each([
  ['2026-08-31', '2025-2026', '2'],
  ['2026-09-01', '2026-2027', '1'],
  ['2027-01-15', '2026-2027', '1'],
  ['2027-02-01', '2026-2027', '2'],
])('%s lies in school year %s, term %s', (day, schoolYear, term) => {
  expect(findTerm(day)).toEqual({ schoolYear, term })
})
