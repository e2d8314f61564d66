import type * as z from 'zod/mini'
import type { Direction, stationSchedule } from '../../endpoints/attendance/attendance-station.ts'
import { DAY_START } from './attendance-rule.ts'
import { isDue } from './attendance-status.ts'
import { addDays, minutesOf, wallTime } from '../zoned-time.ts'

const DAY = 24 * 60
const NOON = 12 * 60

export type StationSchedule = z.infer<typeof stationSchedule>
export type ScheduledTimes = StationSchedule['times'][number]

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
