import { expect, it } from 'vitest'
import { countGroups } from './count-groups.ts'

it('counts who is missing, late, early and here', () => {
  expect(
    countGroups(['absent', 'overdue', 'late_early', 'late', 'here', 'on_time', 'missing_out', 'off', 'excused']),
  ).toEqual({
    missing: 2,
    excused: 1,
    late: 2,
    early: 1,
    incomplete: 1,
    present: 2,
    rest: 1,
  })
})
