import type { Direction } from '../endpoints/attendance/attendance-station.ts'
import { DAY_START, type AttendanceTimes } from './attendance-rule.ts'
import { isDue, type DayFacts } from './attendance-status.ts'
import { addDays, minutesOf, wallTime } from './zoned-time.ts'

const DAY = 24 * 60
const NOON = 12 * 60

/** A version of a rule, in force from the day `from` until before `until` (null: open). */
export interface ScheduledTimes extends Pick<AttendanceTimes, 'weekdays' | 'inBy' | 'outFrom' | 'dayStart'> {
  readonly from: string
  readonly until: string | null
}

/** The unit's hours, from which a station proposes a direction offline. */
export interface StationSchedule {
  /** IANA name. */
  readonly timeZone: string
  /** Of all groups, which share the stations. */
  readonly times: readonly ScheduledTimes[]
  readonly markedDays: readonly { readonly date: string; readonly kind: NonNullable<DayFacts['marked']> }[]
}

/**
 * The direction of most people at a moment (milliseconds since 1970): that of the nearest start or end among the rules of the day; of two equally
 * near ones, the later. Before a rule's `dayStart` it is still the day before. On a day without such times, in until noon.
 */
export function proposedDirection(at: number, { timeZone, times, markedDays }: StationSchedule): Direction {
  const wall = wallTime(at, timeZone)
  const onDay = (dayStart: string) =>
    wall.minutes < minutesOf(dayStart)
      ? { date: addDays(wall.date, -1), minutes: wall.minutes + DAY }
      : { date: wall.date, minutes: wall.minutes }
  const isInForce = ({ from, until, ...rule }: ScheduledTimes) => {
    const { date } = onDay(rule.dayStart)
    const marked = markedDays.find((day) => day.date === date)?.kind
    return from <= date && (until === null || date < until) && isDue(date, rule, marked)
  }
  const candidates = times.filter(isInForce).flatMap(({ inBy, outFrom, dayStart }) => {
    const { minutes } = onDay(dayStart)
    return [
      { direction: 'in' as const, ahead: minutesOf(inBy) - minutes },
      { direction: 'out' as const, ahead: minutesOf(outFrom) - minutes },
    ]
  })
  const [nearest] = candidates.toSorted(
    (one, other) => Math.abs(one.ahead) - Math.abs(other.ahead) || other.ahead - one.ahead,
  )
  if (nearest) return nearest.direction
  return onDay(DAY_START).minutes < NOON ? 'in' : 'out'
}
