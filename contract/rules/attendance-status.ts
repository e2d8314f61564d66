import type { Direction } from '../endpoints/attendance-station.ts'
import { DAY_START, type AttendanceTimes, type DayStatus } from './attendance-rule.ts'
import { addDays, minutesOf, wallTime, weekdayOf } from './zoned-time.ts'

const DAY = 24 * 60

/** Somebody who came or went, in milliseconds since 1970. */
export interface Passage {
  readonly at: number
  readonly direction: Direction
}

/** What there is to know about a person's day. */
export interface DayFacts {
  readonly date: string
  /** The rule of that day; null: none. */
  readonly times: AttendanceTimes | null
  /** What the calendar says of the day, if anything. */
  readonly marked: 'holiday' | 'workday' | undefined
  /** Those of this day, in any order. */
  readonly passages: readonly Passage[]
  readonly now: number
  readonly timeZone: string
}

/** What a day came to. Moments in milliseconds since 1970. */
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

/** The day that a moment belongs to, where days begin at `dayStart`. */
export function dayOf(at: number, timeZone: string, dayStart: string = DAY_START): string {
  const { date, minutes } = wallTime(at, timeZone)
  return minutes < minutesOf(dayStart) ? addDays(date, -1) : date
}

/** Whether people have to come on a day. */
export function isDue(
  date: string,
  times: Pick<AttendanceTimes, 'weekdays'> | null,
  marked: DayFacts['marked'],
): boolean {
  if (!times || marked === 'holiday') return false
  return marked === 'workday' || times.weekdays.includes(weekdayOf(date))
}

/** Whole minutes after the time to come; 0 within the tolerance, whose last minute counts as on time. */
export function lateMinutes(at: number, date: string, times: AttendanceTimes, timeZone: string): number {
  const late = minutesOfDay(at, date, timeZone) - minutesOf(times.inBy)
  return late > times.inTolerance ? late : 0
}

/** Whole minutes before the time to go; 0 within the tolerance. */
export function earlyMinutes(at: number, date: string, times: AttendanceTimes, timeZone: string): number {
  const early = minutesOf(times.outFrom) - minutesOfDay(at, date, timeZone)
  return early > times.outTolerance ? early : 0
}

/**
 * Judges a person's day. Who went for a while and came back has not gone; a going before the first coming does not count beside it. A day that has not ended is
 * 'pending' until its person has come late, or has gone.
 */
export function judgeDay({ date, times, marked, passages, now, timeZone }: DayFacts): DayJudgement {
  const { firstIn, lastOut } = findEnds(passages)
  const due = isDue(date, times, marked)
  const today = dayOf(now, timeZone, times?.dayStart)
  const plain = { date, due, firstIn, lastOut, lateMinutes: 0, earlyMinutes: 0, overdue: false }
  if (date > today) return { ...plain, status: null }
  if (!times || !due) return { ...plain, status: 'off' }
  const late = firstIn === null ? 0 : lateMinutes(firstIn, date, times, timeZone)
  const early = lastOut === null ? 0 : earlyMinutes(lastOut, date, times, timeZone)
  const judged = { ...plain, lateMinutes: late, earlyMinutes: early }
  if (firstIn !== null && lastOut !== null) return { ...judged, status: statusOf(late > 0, early > 0) }
  if (date === today) {
    const overdue = firstIn === null && lastOut === null && lateMinutes(now, date, times, timeZone) > 0
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

/** After the midnight of the day that it belongs to, which is yesterday's before the day's start. */
function minutesOfDay(at: number, date: string, timeZone: string): number {
  const shown = wallTime(at, timeZone)
  const days = Math.round((Date.parse(shown.date) - Date.parse(date)) / (DAY * 60_000))
  return shown.minutes + days * DAY
}
