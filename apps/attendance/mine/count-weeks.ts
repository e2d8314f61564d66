import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import { COUNTS, type Counts } from '../counts.ts'
import type { DayStatus } from '../../../contract/rules/attendance/attendance-rule.ts'

const NONE = { onTime: 0, late: 0, early: 0, missing: 0, absent: 0, excused: 0 }
const emptyWeek = (date: string) => ({ first: date, last: date, ...NONE })
type WeekCount = ReturnType<typeof emptyWeek>

const COUNTED: Readonly<Partial<Record<DayStatus, keyof Counts>>> = {
  on_time: 'onTime',
  late: 'late',
  late_early: 'late',
  early: 'early',
  missing_in: 'missing',
  missing_out: 'missing',
  absent: 'absent',
  excused: 'excused',
}

/** The weeks of a month from Monday to Sunday with their days by status, without those that have no data yet. Late and early counts as late. */
export function countWeeks(days: readonly { date: string; status: DayStatus | null }[]): WeekCount[] {
  const weeks: WeekCount[] = []
  for (const { date, status } of days) {
    if (weeks.length === 0 || weekdayOf(date) === 1) weeks.push(emptyWeek(date))
    const week = weeks.at(-1)
    if (!week) continue
    week.last = date
    const counted = status === null ? undefined : COUNTED[status]
    if (counted) week[counted] += 1
  }
  return weeks.filter((week) => COUNTS.some(({ name }) => week[name] > 0))
}
