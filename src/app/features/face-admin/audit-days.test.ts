import { expect, it } from 'vitest'
import { checkDays, yearUntil } from './audit-days.ts'

it('begins with the year up to now', () => {
  expect(yearUntil(new Date('2026-11-23T23:30:00Z'))).toEqual({ from: '2025-11-23', to: '2026-11-23' })
  expect(yearUntil(new Date('2028-02-29T00:00:00Z'))).toEqual({ from: '2027-03-01', to: '2028-02-29' })
})

it('wants two days, the first not after the last', () => {
  expect(checkDays({ from: '2026-01-01', to: '2026-01-01' })).toEqual([])
  expect(checkDays({ from: '2026-01-02', to: '2026-01-01' })).toEqual([{ field: 'to', code: 'field.days_reversed' }])
  expect(checkDays({ from: '', to: '' })).toEqual([
    { field: 'from', code: 'field.required' },
    { field: 'to', code: 'field.required' },
  ])
})
