import { addDays, minutesOf } from '../zoned-time.ts'
import type { AttendanceTimes } from './attendance-rule.ts'

export const ABSENCE_KINDS = ['illness', 'appointment', 'family', 'other'] as const
export type AbsenceKind = (typeof ABSENCE_KINDS)[number]
/** 'open': waits for the decision of the class teacher. */
export const ABSENCE_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

/** Days of one notice; days ahead and back that it may lie; characters of its notes. */
export const ABSENCE_LIMITS = { days: 30, ahead: 60, back: 7, note: 300 } as const

/** The part of a day for which a pupil is excused, HH:MM; null is the start or the end of the day. */
export interface ExcusedTime {
  readonly from: string | null
  readonly until: string | null
}

export interface AbsenceSpan extends ExcusedTime {
  readonly firstDate: string
  readonly lastDate: string
}

/** What is wrong with the days or the times of a notice that is sent on `today`; null where nothing is. Times are for a single day. */
export function absenceProblem(
  { firstDate, lastDate, from, until }: AbsenceSpan,
  today: string,
): 'order' | 'past' | 'ahead' | 'long' | 'times' | null {
  if (lastDate < firstDate) return 'order'
  if (firstDate < addDays(today, -ABSENCE_LIMITS.back)) return 'past'
  if (lastDate > addDays(today, ABSENCE_LIMITS.ahead)) return 'ahead'
  if (lastDate >= addDays(firstDate, ABSENCE_LIMITS.days)) return 'long'
  if ((from !== null || until !== null) && firstDate !== lastDate) return 'times'
  return from !== null && until !== null && until <= from ? 'times' : null
}

/** The required hours of a day without the excused part at its start or end; null where nothing is left of them. A part in the middle leaves them as they are. */
export function hoursLeft<Times extends Pick<AttendanceTimes, 'inBy' | 'outFrom'>>(
  times: Times,
  { from, until }: ExcusedTime,
): Times | null {
  const [start, end] = [minutesOf(times.inBy), minutesOf(times.outFrom)]
  const coversStart = from === null || minutesOf(from) <= start
  const coversEnd = until === null || minutesOf(until) >= end
  if (coversStart && coversEnd) return null
  if (coversStart && until !== null && minutesOf(until) > start) return { ...times, inBy: until }
  if (coversEnd && from !== null && minutesOf(from) < end) return { ...times, outFrom: from }
  return times
}
