import { expect, it } from 'vitest'
import { auditDays, yearUntil } from './audit-days.ts'

it('begins with the year up to the school’s today', () => {
  const until = (moment: string, timeZone: string) => yearUntil(Date.parse(moment), timeZone)
  expect(until('2026-11-23T15:59:59Z', 'Asia/Shanghai')).toEqual({ from: '2025-11-23', to: '2026-11-23' })
  expect(until('2026-11-23T16:00:00Z', 'Asia/Shanghai')).toEqual({ from: '2025-11-24', to: '2026-11-24' })
  expect(until('2026-11-24T04:59:59Z', 'America/New_York')).toEqual({ from: '2025-11-23', to: '2026-11-23' })
  expect(until('2028-02-29T12:00:00Z', 'UTC')).toEqual({ from: '2027-02-28', to: '2028-02-29' })
})

it('wants two days, the first not after the last', () => {
  const wrong = (from: string, to: string) =>
    auditDays.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path[0], message])
  expect(wrong('2026-01-01', '2026-01-01')).toBeUndefined()
  expect(wrong('2026-01-02', '2026-01-01')).toEqual([['to', 'field.days_reversed']])
  expect(wrong('', '')).toEqual([
    ['from', 'field.required'],
    ['to', 'field.required'],
  ])
})
