import type { Direction } from '../endpoints/attendance-station.ts'
import { DAY_START, type AttendanceTimes } from './attendance-rule.ts'
import { isDue, type DayFacts } from './attendance-status.ts'
import { addDays, minutesOf, wallTime } from './zoned-time.ts'

const DAY = 24 * 60
const NOON = 12 * 60

/** A version of a rule, in force from the day `from` until the day before `until` (null: until it is changed). */
export interface ScheduledTimes extends Pick<AttendanceTimes, 'weekdays' | 'inBy' | 'outFrom' | 'dayStart'> {
  readonly from: string
  readonly until: string | null
}

/** What a station knows of the unit's hours: enough to propose a direction without a network. */
export interface StationSchedule {
  /** IANA name. */
  readonly timeZone: string
  /** Of every group of people: they share the stations. */
  readonly times: readonly ScheduledTimes[]
  readonly markedDays: readonly { readonly date: string; readonly kind: NonNullable<DayFacts['marked']> }[]
}

/**
 * The direction in which most people pass at a moment (milliseconds since 1970): that of the nearest time to come or to go among the rules of the day, and of
 * two times that are equally near the later one's. Before a rule's `dayStart` it is still the day before. On a day without such times people come until noon.
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
