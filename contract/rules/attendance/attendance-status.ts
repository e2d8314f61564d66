import type { Direction } from '../../endpoints/attendance/attendance-station.ts'
import { DAY_START, type AttendanceTimes, type DayStatus } from './attendance-rule.ts'
import { addDays, minutesOf, wallTime, weekdayOf } from '../zoned-time.ts'
import { hoursLeft, type ExcusedTime } from './absence-rule.ts'

const DAY = 24 * 60

/** A clock event, in milliseconds since 1970. */
export interface Passage {
  readonly at: number
  readonly direction: Direction
}

/** A notice of absence for a day that was not declined or withdrawn. */
export interface Excuse extends ExcusedTime {
  readonly accepted: boolean
}

/** The input for evaluating a person's day. */
export interface DayFacts {
  readonly date: string
  /** The rule of that day; null without one. */
  readonly times: AttendanceTimes | null
  /** The day's mark in the calendar, if any. */
  readonly marked: 'holiday' | 'workday' | undefined
  /** The day's clock events, in any order. */
  readonly passages: readonly Passage[]
  readonly excuse: Excuse | null
  readonly now: number
  readonly timeZone: string
}

/** The evaluation of a day. Moments in milliseconds since 1970. */
export interface DayJudgement {
  readonly date: string
  readonly due: boolean
  /** null: in the future. */
  readonly status: DayStatus | null
  readonly firstIn: number | null
  readonly lastOut: number | null
  readonly lateMinutes: number
  readonly earlyMinutes: number
  readonly overdue: boolean
}

/** The day of a moment, where days begin at `dayStart`. */
export function dayOf(at: number, timeZone: string, dayStart: string = DAY_START): string {
  const { date, minutes } = wallTime(at, timeZone)
  return minutes < minutesOf(dayStart) ? addDays(date, -1) : date
}

/** Whether attendance is required on a day. */
export function isDue(
  date: string,
  times: Pick<AttendanceTimes, 'weekdays'> | null,
  marked: DayFacts['marked'],
): boolean {
  if (!times || marked === 'holiday') return false
  return marked === 'workday' || times.weekdays.includes(weekdayOf(date))
}

/** Whole minutes after the start; 0 within the tolerance, whose last minute is on time. */
export function lateMinutes(at: number, date: string, times: AttendanceTimes, timeZone: string): number {
  const late = minutesOfDay(at, date, timeZone) - minutesOf(times.inBy)
  return late > times.inTolerance ? late : 0
}

/** Whole minutes before the end; 0 within the tolerance. */
export function earlyMinutes(at: number, date: string, times: AttendanceTimes, timeZone: string): number {
  const early = minutesOf(times.outFrom) - minutesOfDay(at, date, timeZone)
  return early > times.outTolerance ? early : 0
}

/**
 * Evaluates a person's day. Leaving and coming back is not leaving; leaving before the first coming does not count. A day that has not ended is
 * 'pending' until its person has come late, or has left. An accepted notice for the whole day makes it 'excused' where its pupil did not come, and
 * changes nothing where the pupil did; one for its start or end shortens the hours. One that waits only keeps the pupil from being overdue.
 */
export function judgeDay({ date, times, marked, passages, excuse, now, timeZone }: DayFacts): DayJudgement {
  const { firstIn, lastOut } = findEnds(passages)
  const due = isDue(date, times, marked)
  const today = dayOf(now, timeZone, times?.dayStart)
  const plain = { date, due, firstIn, lastOut, lateMinutes: 0, earlyMinutes: 0, overdue: false }
  if (date > today) return { ...plain, status: null }
  if (!times || !due) return { ...plain, status: 'off' }
  const left = excuse ? hoursLeft(times, excuse) : times
  const isAccepted = excuse?.accepted === true
  if (isAccepted && left === null && firstIn === null && lastOut === null) return { ...plain, status: 'excused' }
  const hours = isAccepted ? (left ?? times) : times
  const late = firstIn === null ? 0 : lateMinutes(firstIn, date, hours, timeZone)
  const early = lastOut === null ? 0 : earlyMinutes(lastOut, date, hours, timeZone)
  const judged = { ...plain, lateMinutes: late, earlyMinutes: early }
  if (firstIn !== null && lastOut !== null) return { ...judged, status: statusOf(late > 0, early > 0) }
  if (date === today) {
    const overdue = firstIn === null && left !== null && lateMinutes(now, date, left, timeZone) > 0
    return { ...judged, status: late > 0 ? 'late' : 'pending', overdue }
  }
  if (firstIn !== null) return { ...judged, status: 'missing_out' }
  return { ...judged, status: lastOut === null ? 'absent' : 'missing_in' }
}

function findEnds(passages: readonly Passage[]): { firstIn: number | null; lastOut: number | null } {
  const comings = passages.filter(({ direction }) => direction === 'in').map(({ at }) => at)
  const goings = passages.filter(({ direction }) => direction === 'out').map(({ at }) => at)
  const lastIn = comings.length > 0 ? Math.max(...comings) : null
  const lastOut = goings.length > 0 ? Math.max(...goings) : null
  return {
    firstIn: comings.length > 0 ? Math.min(...comings) : null,
    lastOut: lastIn !== null && lastOut !== null && lastOut < lastIn ? null : lastOut,
  }
}

function statusOf(late: boolean, early: boolean): DayStatus {
  if (late && early) return 'late_early'
  if (late) return 'late'
  return early ? 'early' : 'on_time'
}

/** From midnight of the event's day, which is yesterday's before the day's start. */
function minutesOfDay(at: number, date: string, timeZone: string): number {
  const shown = wallTime(at, timeZone)
  const days = Math.round((Date.parse(shown.date) - Date.parse(date)) / (DAY * 60_000))
  return shown.minutes + days * DAY
}
