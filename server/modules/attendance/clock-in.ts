import { and, asc, between, eq } from 'drizzle-orm'
import { CLOCK_IN_GAP, type Delivered, type Direction } from '../../../contract/endpoints/attendance-station.ts'
import type { EventSource } from '../../../contract/endpoints/attendance.ts'
import { earlyMinutes, isDue, lateMinutes } from '../../../contract/rules/attendance-status.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { HostUnit } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { attendanceEvent } from '../../db/schema/attendance.ts'
import { keyOf, type Clocker } from './attendance-people.ts'
import { tellLateness } from './late-notice.ts'
import { readRuleBook, type RuleBook } from './rule-book.ts'

/** Who came or went where. `at` in milliseconds since 1970. */
export interface Passing {
  readonly person: Clocker
  readonly at: number
  readonly direction: Direction
  readonly source: EventSource
  readonly stationId: string
  readonly seq: number
}

/** Days back for which guardians are still told: what a station kept for a week is no news. */
const NEWS_DAYS = 1

/**
 * Writes down that somebody came or went, unless it is the same coming or going again; answers what the station shows. `now`: milliseconds since 1970.
 */
export async function recordPassing(tx: Tx, unit: HostUnit, passing: Passing, now: number): Promise<Delivered> {
  const { person, direction, source, stationId, seq } = passing
  await lockUntilEnd(tx, `attendance ${person.id}`)
  const same = await findSame(tx, passing)
  const at = same ?? passing.at
  // Wherever the unit is, its day is one of these.
  const utcDay = new Date(at).toISOString().slice(0, 10)
  const book = await readRuleBook(tx, addDays(utcDay, -2), addDays(utcDay, 1))
  const judged = await judgePassing(tx, book, { ...passing, at })
  if (same === undefined) {
    const { unitId } = unit
    await tx
      .insert(attendanceEvent)
      .values({ unitId, ...keyOf(person), at: new Date(at), direction, source, stationId, seq })
    const isNews = judged.date >= addDays(book.dayFor(person, now), -NEWS_DAYS)
    if (judged.status === 'late' && person.kind === 'pupil' && book.notifyLate && isNews)
      await tellLateness(tx, unit, {
        pupil: person,
        date: judged.date,
        at,
        minutes: judged.minutes,
        timeZone: book.timeZone,
      })
  }
  const { realName, englishName, groupName, groupEnglishName } = person
  const { status, minutes } = judged
  const named = { realName, englishName, groupName, groupEnglishName }
  const shown = { ...named, direction, at: new Date(at).toISOString(), status, minutes }
  return { seq, outcome: 'recorded', ...shown }
}

/** The moment of the coming or going that this one repeats. */
async function findSame(tx: Tx, { person, at, direction }: Passing): Promise<number | undefined> {
  const [found] = await tx
    .select({ at: attendanceEvent.at })
    .from(attendanceEvent)
    .where(
      and(
        isOf(person),
        eq(attendanceEvent.direction, direction),
        between(attendanceEvent.at, new Date(at - CLOCK_IN_GAP), new Date(at + CLOCK_IN_GAP)),
      ),
    )
    .orderBy(asc(attendanceEvent.at))
    .limit(1)
  return found?.at.getTime()
}

async function judgePassing(tx: Tx, book: RuleBook, { person, at, direction }: Passing) {
  const date = book.dayFor(person, at)
  const rule = book.ruleFor(person, date)
  const nothing = { date, status: null, minutes: 0 } as const
  if (!rule || !isDue(date, rule, book.marked(date)?.kind)) return nothing
  if (direction === 'out') {
    const minutes = earlyMinutes(at, date, rule, book.timeZone)
    return { date, status: minutes > 0 ? 'early' : 'on_time', minutes } as const
  }
  const start = momentOf({ date, minutes: minutesOf(rule.dayStart) }, book.timeZone)
  if (await hasComeBefore(tx, person, start, at)) return nothing
  const minutes = lateMinutes(at, date, rule, book.timeZone)
  return { date, status: minutes > 0 ? 'late' : 'on_time', minutes } as const
}

async function hasComeBefore(tx: Tx, person: Clocker, start: number, at: number): Promise<boolean> {
  if (at <= start) return false
  const [found] = await tx
    .select({ eventId: attendanceEvent.eventId })
    .from(attendanceEvent)
    .where(
      and(
        isOf(person),
        eq(attendanceEvent.direction, 'in'),
        between(attendanceEvent.at, new Date(start), new Date(at - 1)),
      ),
    )
    .limit(1)
  return found !== undefined
}

function isOf({ kind, id }: Clocker) {
  return kind === 'pupil' ? eq(attendanceEvent.studentId, id) : eq(attendanceEvent.userId, id)
}
