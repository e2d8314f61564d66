import type { AttendanceTotals, DailyTotal } from '../../../contract/endpoints/attendance.ts'
import type { DayJudgement } from '../../../contract/rules/attendance-status.ts'

/** What many days came to, of one person or of several. */
export function sumDays(days: readonly DayJudgement[]): AttendanceTotals {
  const known = days.filter(isKnown)
  return {
    ...countKinds(known),
    due: known.length,
    lateMinutes: known.reduce((sum, day) => sum + day.lateMinutes, 0),
    earlyMinutes: known.reduce((sum, day) => sum + day.earlyMinutes, 0),
  }
}

/** What one day came to for everybody. */
export function sumDay(days: readonly DayJudgement[]): Omit<DailyTotal, 'date' | 'holiday' | 'englishHoliday'> {
  return {
    ...countKinds(days.filter(isKnown)),
    due: days.filter(({ due }) => due).length,
    pending: days.filter(({ status }) => status === 'pending').length,
  }
}

function isKnown({ status }: DayJudgement): boolean {
  return status !== null && status !== 'off' && status !== 'pending'
}

function countKinds(days: readonly DayJudgement[]) {
  const count = (fits: (day: DayJudgement) => boolean) => days.filter(fits).length
  return {
    onTime: count(({ status }) => status === 'on_time'),
    late: count((day) => day.lateMinutes > 0),
    early: count((day) => day.earlyMinutes > 0),
    missing: count(({ status }) => status === 'missing_in' || status === 'missing_out'),
    absent: count(({ status }) => status === 'absent'),
  }
}
