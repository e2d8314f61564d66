import { expect, it } from 'vitest'
import { countWeeks } from './count-weeks.ts'

it('counts the days of each week of a month, and leaves out what is still to come', () => {
  const day = (date: string, status: Parameters<typeof countWeeks>[0][number]['status']) => ({ date, status })
  const weeks = countWeeks([
    day('2026-11-01', 'off'),
    day('2026-11-02', 'on_time'),
    day('2026-11-03', 'late_early'),
    day('2026-11-04', 'missing_out'),
    day('2026-11-08', 'off'),
    day('2026-11-09', 'absent'),
    day('2026-11-10', 'excused'),
    day('2026-11-11', 'pending'),
    day('2026-11-16', null),
  ])
  expect(weeks).toEqual([
    { first: '2026-11-02', last: '2026-11-08', onTime: 1, late: 1, early: 0, missing: 1, absent: 0, excused: 0 },
    { first: '2026-11-09', last: '2026-11-11', onTime: 0, late: 0, early: 0, missing: 0, absent: 1, excused: 1 },
  ])
})
