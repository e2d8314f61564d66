import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { DayStatus } from '../../../contract/rules/attendance-rule.ts'

/** A week of a month with its days by status. Late and early counts as late. */
export interface WeekCount {
  readonly first: string
  readonly last: string
  readonly onTime: number
  readonly late: number
  readonly early: number
  readonly missing: number
  readonly absent: number
}

const COUNTED: Readonly<Partial<Record<DayStatus, keyof Omit<WeekCount, 'first' | 'last'>>>> = {
  on_time: 'onTime',
  late: 'late',
  late_early: 'late',
  early: 'early',
  missing_in: 'missing',
  missing_out: 'missing',
  absent: 'absent',
}

/** The weeks of a month from Monday to Sunday, without those that have no data yet. */
export function countWeeks(days: readonly { date: string; status: DayStatus | null }[]): WeekCount[] {
  const weeks: { -readonly [Name in keyof WeekCount]: WeekCount[Name] }[] = []
  for (const { date, status } of days) {
    const isFirst = weeks.length === 0 || weekdayOf(date) === 1
    if (isFirst) weeks.push({ first: date, last: date, onTime: 0, late: 0, early: 0, missing: 0, absent: 0 })
    const week = weeks.at(-1)
    if (!week) continue
    week.last = date
    const counted = status === null ? undefined : COUNTED[status]
    if (counted) week[counted] += 1
  }
  return weeks.filter(({ onTime, late, early, missing, absent }) => onTime + late + early + missing + absent > 0)
}
