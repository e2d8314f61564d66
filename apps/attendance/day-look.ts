import type { PersonDay } from '../../contract/endpoints/attendance/attendance.ts'
import type { DayStatus } from '../../contract/rules/attendance/attendance-rule.ts'

/** How a day is shown. In addition to its status: 'here' and 'overdue' today, 'expected' before the time, 'future' before the day. */
export type DayLook = Exclude<DayStatus, 'pending'> | 'here' | 'overdue' | 'expected' | 'future'

/** The properties that decide how a day is shown. */
export type ShownDay = Readonly<Pick<PersonDay, 'status' | 'due' | 'firstIn' | 'lastOut' | 'overdue'>>

export function lookOf({ status, due, firstIn, lastOut, overdue }: ShownDay): DayLook {
  if (status === null) return due ? 'future' : 'off'
  if (status !== 'pending') return status
  if (firstIn !== null) return 'here'
  if (!overdue) return 'expected'
  // Without a sign-in, yet seen at the gate: the sign-in is lacking, not the person.
  return lastOut === null ? 'overdue' : 'missing_in'
}

/** Groups for counting and filtering the people of a day, by importance. */
export const DAY_GROUPS = ['missing', 'excused', 'late', 'early', 'incomplete', 'present', 'rest'] as const
export type DayGroup = (typeof DAY_GROUPS)[number]

const GROUPS: Readonly<Record<DayGroup, readonly DayLook[]>> = {
  missing: ['absent', 'overdue'],
  excused: ['excused'],
  late: ['late', 'late_early'],
  early: ['early', 'late_early'],
  incomplete: ['missing_in', 'missing_out'],
  present: ['on_time', 'here'],
  rest: ['expected', 'off', 'future'],
}

/** Whether a look belongs to a group. Late and early is in both. */
export function isIn(group: DayGroup, look: DayLook): boolean {
  return GROUPS[group].includes(look)
}

/** The number of people in each group; late and early counts in both. */
export function countGroups(looks: readonly DayLook[]): Record<DayGroup, number> {
  const counts = { missing: 0, excused: 0, late: 0, early: 0, incomplete: 0, present: 0, rest: 0 }
  for (const look of looks) {
    for (const group of DAY_GROUPS) if (isIn(group, look)) counts[group] += 1
  }
  return counts
}

const TONES = {
  on_time: 'good',
  here: 'good',
  late: 'warning',
  early: 'warning',
  late_early: 'warning',
  missing_in: 'warning',
  missing_out: 'warning',
  overdue: 'warning',
  absent: 'danger',
  excused: 'excused',
  expected: 'quiet',
  off: 'quiet',
  future: 'quiet',
} as const satisfies Record<DayLook, string>

/** The colour of a look, which is never its only sign. */
export const toneOf = (look: DayLook) => TONES[look]
