import { and, asc, between, eq, inArray, or } from 'drizzle-orm'
import type {
  AttendanceEvent,
  AttendanceTotals,
  DailyTotal,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { judgeDay, type DayJudgement } from '../../../contract/rules/attendance-status.ts'
import { addDays, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceEvent, attendanceStation } from '../../db/schema/attendance.ts'
import { keyOf, type Attendee } from './attendance-people.ts'
import { groupBy } from './group-by.ts'
import type { RuleBook } from './rule-book.ts'

export interface JudgedDay {
  readonly judgement: DayJudgement
  readonly events: readonly AttendanceEvent[]
}

/** Evaluates days for each person, by id; the days are given oldest first. `now`: milliseconds since 1970. */
export async function judgeDays(
  tx: Tx,
  book: RuleBook,
  people: readonly Attendee[],
  dates: readonly string[],
  now: number,
): Promise<Map<string, JudgedDay[]>> {
  const events = await readEvents(tx, book, people, dates)
  return new Map(
    people.map((person) => {
      const byDay = groupBy(events.get(person.id) ?? [], ({ at }) => book.dayFor(person, Date.parse(at)))
      const days = dates.map((date) => {
        const ofDay = byDay.get(date) ?? []
        const judgement = judgeDay({
          date,
          times: book.ruleFor(person, date),
          marked: book.marked(date)?.kind,
          passages: ofDay.map(({ at, direction }) => ({ at: Date.parse(at), direction })),
          now,
          timeZone: book.timeZone,
        })
        return { judgement, events: ofDay }
      })
      return [person.id, days] as const
    }),
  )
}

/** An evaluation as the contract has it. */
export function toAnswer({ firstIn, lastOut, ...judgement }: DayJudgement) {
  const text = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return { ...judgement, firstIn: text(firstIn), lastOut: text(lastOut) }
}

async function readEvents(
  tx: Tx,
  { timeZone }: RuleBook,
  people: readonly Attendee[],
  dates: readonly string[],
): Promise<Map<string, AttendanceEvent[]>> {
  const [first] = dates
  const last = dates.at(-1)
  if (first === undefined || last === undefined || people.length === 0) return new Map()
  const keys = people.map(keyOf)
  const rows = await tx
    .select({
      eventId: attendanceEvent.eventId,
      at: attendanceEvent.at,
      direction: attendanceEvent.direction,
      source: attendanceEvent.source,
      stationName: attendanceStation.name,
      studentId: attendanceEvent.studentId,
      userId: attendanceEvent.userId,
    })
    .from(attendanceEvent)
    .leftJoin(attendanceStation, eq(attendanceStation.stationId, attendanceEvent.stationId))
    .where(
      and(
        or(
          inArray(
            attendanceEvent.studentId,
            keys.flatMap(({ studentId }) => studentId ?? []),
          ),
          inArray(
            attendanceEvent.userId,
            keys.flatMap(({ userId }) => userId ?? []),
          ),
        ),
        // A day may start and end after midnight.
        between(
          attendanceEvent.at,
          new Date(momentOf({ date: first, minutes: 0 }, timeZone)),
          new Date(momentOf({ date: addDays(last, 2), minutes: 0 }, timeZone)),
        ),
      ),
    )
    .orderBy(asc(attendanceEvent.at))
  const events = rows.map(({ studentId, userId, at, stationName, ...event }) => ({
    personId: studentId ?? userId ?? '',
    event: { ...event, at: at.toISOString(), stationName: stationName ?? '' },
  }))
  const grouped = groupBy(events, ({ personId }) => personId)
  return new Map([...grouped].map(([personId, own]) => [personId, own.map(({ event }) => event)]))
}

export function sumDays(days: readonly DayJudgement[]): AttendanceTotals {
  const known = days.filter(isKnown)
  return {
    ...countKinds(known),
    due: known.length,
    lateMinutes: known.reduce((sum, day) => sum + day.lateMinutes, 0),
    earlyMinutes: known.reduce((sum, day) => sum + day.earlyMinutes, 0),
  }
}

/** The totals of one day. */
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
