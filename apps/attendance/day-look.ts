import type { DayStatus } from '../../contract/rules/attendance-rule.ts'

/** How a day is shown. Beside what it came to: 'here' and 'overdue' today, 'expected' before it is time, 'future' before its day. */
export type DayLook = Exclude<DayStatus, 'pending'> | 'here' | 'overdue' | 'expected' | 'future'

/** What of a day decides how it is shown. */
export interface ShownDay {
  readonly status: DayStatus | null
  readonly due: boolean
  readonly firstIn: string | null
  readonly overdue: boolean
}

/** How a day is shown. */
export function lookOf({ status, due, firstIn, overdue }: ShownDay): DayLook {
  if (status === null) return due ? 'future' : 'off'
  if (status !== 'pending') return status
  if (firstIn !== null) return 'here'
  return overdue ? 'overdue' : 'expected'
}

/** Groups of looks by which a day's people are counted and looked through, in the order of what matters. */
export const DAY_GROUPS = ['missing', 'late', 'early', 'incomplete', 'present', 'rest'] as const
export type DayGroup = (typeof DAY_GROUPS)[number]

const GROUPS: Readonly<Record<DayGroup, readonly DayLook[]>> = {
  missing: ['absent', 'overdue'],
  late: ['late', 'late_early'],
  early: ['early', 'late_early'],
  incomplete: ['missing_in', 'missing_out'],
  present: ['on_time', 'here'],
  rest: ['expected', 'off', 'future'],
}

/** Whether a look belongs to a group. Who came late and left early is in both. */
export function isIn(group: DayGroup, look: DayLook): boolean {
  return GROUPS[group].includes(look)
}

/** How much a look asks for attention: the colours, which never stand alone. */
export function toneOf(look: DayLook): 'good' | 'warning' | 'danger' | 'quiet' {
  switch (look) {
    case 'on_time':
    case 'here':
      return 'good'
    case 'late':
    case 'early':
    case 'late_early':
    case 'missing_in':
    case 'missing_out':
    case 'overdue':
      return 'warning'
    case 'absent':
      return 'danger'
    case 'expected':
    case 'off':
    case 'future':
      return 'quiet'
  }
}
