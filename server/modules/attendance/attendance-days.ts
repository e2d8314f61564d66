import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  event,
  type AttendanceEvent,
  type AttendanceTotals,
  type DailyTotal,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { judgeDay, type DayJudgement } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays, momentOf, wallTime } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { isoText, queryRows } from '../../db/query.ts'
import { attendanceEvent } from '../../db/tables.generated.ts'
import { readExcuses } from './absence-excuses.ts'
import { isAbout, type Attendee } from './attendance-people.ts'
import { groupBy } from './group-by.ts'
import { readRuleBook } from './rule-book.ts'

export interface JudgedDay {
  readonly judgement: DayJudgement
  readonly events: AttendanceEvent[]
}

/** Evaluates days (given oldest first) for each person, by the rule book that it also returns. `now`: milliseconds since 1970. */
export async function judgeDays(tx: Tx, people: readonly Attendee[], dates: readonly string[], now: number) {
  const first = dates[0] ?? ''
  const last = dates.at(-1) ?? ''
  const book = await readRuleBook(tx, addDays(first, -1), addDays(last, 1))
  const { timeZone } = book
  const events = await readEvents(tx, people, first, last, timeZone)
  const excuseFor = await readExcuses(tx, people, first, last)
  const judged = people.map((person) => {
    const byDay = groupBy(events.get(person.id) ?? [], ({ at }) => book.dayFor(person, Date.parse(at)))
    const days = dates.map((date): JudgedDay => {
      const ofDay = byDay.get(date) ?? []
      const passages = ofDay.map(({ at, direction }) => ({ at: Date.parse(at), direction }))
      const times = book.ruleFor(person, date)
      const excuse = excuseFor(person.id, date)
      const judgement = judgeDay({ date, times, marked: book.marked(date)?.kind, passages, excuse, now, timeZone })
      return { judgement, events: ofDay }
    })
    return { person, days }
  })
  return { book, judged }
}

/** An evaluation as the contract has it. */
export function toAnswer({ firstIn, lastOut, ...judgement }: DayJudgement) {
  const text = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return { ...judgement, firstIn: text(firstIn), lastOut: text(lastOut) }
}

/** HH:MM */
export function clockOf(at: number, timeZone: string): string {
  const { minutes } = wallTime(at, timeZone)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const personEvent = z.extend(event, { studentId: z.nullable(z.string()), userId: z.nullable(z.string()) })

/** By the person's id. */
async function readEvents(
  tx: Tx,
  people: readonly Attendee[],
  first: string,
  last: string,
  timeZone: string,
): Promise<Map<string, AttendanceEvent[]>> {
  // A day may start and end after midnight.
  const since = new Date(momentOf({ date: first, minutes: 0 }, timeZone)).toISOString()
  const until = new Date(momentOf({ date: addDays(last, 2), minutes: 0 }, timeZone)).toISOString()
  const events = await queryRows(tx, personEvent)`
    select attendance_event.event_id as "eventId", ${isoText(sql`attendance_event.at`)} as at, attendance_event.direction, attendance_event.source,
      coalesce(s.name, '') as "stationName", attendance_event.student_id as "studentId", attendance_event.user_id as "userId"
    from attendance_event left join attendance_station s on s.station_id = attendance_event.station_id
    where ${isAbout(attendanceEvent, people)} and attendance_event.at between ${since}::timestamptz and ${until}::timestamptz
    order by attendance_event.at`
  return groupBy(events, ({ studentId, userId }) => studentId ?? userId ?? '')
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
    excused: count(({ status }) => status === 'excused'),
  }
}
