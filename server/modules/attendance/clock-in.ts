import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  CLOCK_IN_GAP,
  type Delivered,
  type Direction,
} from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { EventSource } from '../../../contract/endpoints/attendance/attendance.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { earlyMinutes, isDue, lateMinutes } from '../../../contract/rules/attendance-status.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { HostUnit } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { readAfterLocks, writeTogether } from '../../db/one-trip.ts'
import { attendanceDelivery, attendanceEvent, attendanceStation } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { student } from '../../db/schema/portal.ts'
import type { Vault } from '../../runtime/vault.ts'
import { attemptWait, letInWrites, uncountFace, type FaceCounter } from '../faces/recognise-face.ts'
import { refuseWhile } from '../auth/login-limits.ts'
import { codeCounterKey, countUnknownCode, identifyByCode } from './attendance-codes.ts'
import { tellLateness } from './attendance-notices.ts'
import { attendee, attendeeJson, keyOf, type Attendee } from './attendance-people.ts'
import { outcomeOf, progressColumns } from './known-station.ts'
import { parseRuleBook, ruleBookJson, type RuleBook } from './rule-book.ts'

/** What a capture shows, as far as it is known before the transaction. `at` in milliseconds since 1970. */
export type Evidence =
  | { readonly kind: 'refused'; readonly code: ErrorCode }
  | { readonly kind: 'code'; readonly at: number; readonly direction: Direction; readonly code: string }
  | (Omit<ClockEvent, 'attendee' | 'source'> & {
      readonly kind: 'face'
      readonly userId: string
      readonly counter: FaceCounter
    })

/** A person who comes or goes. `at` in milliseconds since 1970. */
interface ClockEvent {
  readonly attendee: Attendee
  readonly at: number
  readonly direction: Direction
  readonly source: EventSource
}

/** An event that is stored already. */
type StoredEvent = Pick<ClockEvent, 'at' | 'direction'>

const context = z.object({
  attendee: z.nullable(attendee),
  codeKind: z.nullable(z.literal(['card', 'personal'])),
  waitSeconds: z.number(),
  events: z.array(z.object({ at: z.number(), direction: z.literal(['in', 'out']) })),
  book: z.unknown(),
})

/** Days back for which guardians get a message: a station may deliver a capture a week later. */
const NEWS_DAYS = 1
/** Milliseconds before an event within which its attendance day began, in any time zone. */
const DAY_MAX = 49 * 60 * 60 * 1000

/**
 * Under the station's lock: the stored outcome of the capture, or the outcome now, which is stored with the event. `now`: milliseconds since 1970. Throws
 * 'attendance.station_gone', 'attendance.gap', and 'login.slow_down' while too many digits were unknown.
 */
export async function settleCapture(
  tx: Tx,
  vault: Vault,
  { unit, address }: { readonly unit: HostUnit; readonly address: string },
  { stationId, seq }: { readonly stationId: string; readonly seq: number },
  evidence: Evidence,
  now: number,
): Promise<Delivered> {
  const { unitId } = unit
  const row = await readContext(tx, vault, unitId, stationId, seq, evidence)
  const earlier = outcomeOf(row, seq)
  if (earlier) return earlier
  const settle = async (outcome: Delivered, writes: readonly SQLWrapper[] = []) => {
    await writeTogether(tx, [
      ...writes,
      tx.insert(attendanceDelivery).values({ stationId, seq, unitId, outcome }),
      tx
        .update(attendanceStation)
        .set({ lastSeq: seq, lastSeenAt: sql`now()`, pending: sql`greatest(0, ${attendanceStation.pending} - 1)` })
        .where(eq(attendanceStation.stationId, stationId)),
    ])
    return outcome
  }
  const refuse = (code: ErrorCode, writes?: readonly SQLWrapper[]) => settle({ seq, outcome: 'refused', code }, writes)
  if (evidence.kind === 'refused') return refuse(evidence.code)

  const { attendee: person, codeKind, waitSeconds, events, book: json } = z.parse(context, row)
  const { at, direction } = evidence
  let source: EventSource = 'face'
  let writes: readonly SQLWrapper[] = []
  if (evidence.kind === 'code') {
    refuseWhile(waitSeconds)
    if (!person) await countUnknownCode(tx, stationId)
    source = codeKind === 'card' ? 'card' : 'code'
  } else {
    writes = person
      ? letInWrites(tx, evidence, { unitId, kind: 'clocked-in', address })
      : [uncountFace(tx, evidence.counter)]
  }
  if (!person) return refuse(evidence.kind === 'code' ? 'attendance.code_unknown' : 'attendance.no_person', writes)

  const book = parseRuleBook(json)
  const event = { attendee: person, at, direction, source }
  const same = events.find((one) => one.direction === direction && Math.abs(one.at - at) <= CLOCK_IN_GAP)
  const judged = judge(book, { ...event, at: same?.at ?? at }, events)
  if (!same) {
    writes = [
      ...writes,
      tx
        .insert(attendanceEvent)
        .values({ unitId, ...keyOf(person), at: new Date(at), direction, source, stationId, seq }),
    ]
    const isNews = judged.date >= addDays(book.dayFor(person, now), -NEWS_DAYS)
    if (judged.status === 'late' && person.kind === 'pupil' && book.notifyLate && isNews)
      await tellLateness(tx, unit, { ...judged, pupil: person, at, timeZone: book.timeZone })
  }
  const { realName, englishName, groupName, groupEnglishName } = person
  const { status, minutes } = judged
  const shown = { direction, at: new Date(same?.at ?? at).toISOString(), status, minutes }
  return settle({ seq, outcome: 'recorded', realName, englishName, groupName, groupEnglishName, ...shown }, writes)
}

async function readContext(
  tx: Tx,
  vault: Vault,
  unitId: string,
  stationId: string,
  seq: number,
  evidence: Evidence,
): Promise<unknown> {
  const lockStation = sql`select 1 from attendance_station where station_id = ${stationId}::uuid for no key update`
  if (evidence.kind === 'refused') {
    const progress = sql`select ${progressColumns(seq)} from attendance_station s where s.station_id = ${stationId}::uuid`
    return (await readAfterLocks(tx, lockStation, progress))[0]
  }
  const { at } = evidence
  const { attendee: who, kind } =
    evidence.kind === 'code'
      ? identifyByCode(tx, vault, unitId, evidence.code)
      : {
          attendee: attendeeJson(tx, eq(student.userId, evidence.userId), eq(userAccount.userId, evidence.userId)),
          kind: sql`null`,
        }
  // Wherever the unit is, its day is one of these.
  const utcDay = new Date(at).toISOString().slice(0, 10)
  const [row] = await readAfterLocks(
    tx,
    lockStation,
    sql`select pg_advisory_xact_lock(hashtextextended('attendance ' || (${who} ->> 'id'), 0))`,
    sql`with who as materialized (select ${who} as attendee)
      select ${progressColumns(seq)}, who.attendee, ${kind} as "codeKind", ${attemptWait(codeCounterKey(stationId))} as "waitSeconds",
        (select coalesce(jsonb_agg(jsonb_build_object('at', round(extract(epoch from e.at) * 1000), 'direction', e.direction) order by e.at), '[]')
          from attendance_event e
          where (e.student_id = (who.attendee ->> 'id')::uuid or e.user_id = (who.attendee ->> 'id')::uuid)
            and e.at between ${new Date(at - DAY_MAX).toISOString()}::timestamptz and ${new Date(at + CLOCK_IN_GAP).toISOString()}::timestamptz) as events,
        ${ruleBookJson(addDays(utcDay, -3), addDays(utcDay, 2))} as book
      from who, attendance_station s where s.station_id = ${stationId}::uuid`,
  )
  return row
}

/** The day of an event, and whether its person is late or leaves early. */
function judge(book: RuleBook, { attendee: person, at, direction }: ClockEvent, events: readonly StoredEvent[]) {
  const date = book.dayFor(person, at)
  const rule = book.ruleFor(person, date)
  const nothing = { date, status: null, minutes: 0 } as const
  if (!rule || !isDue(date, rule, book.marked(date)?.kind)) return nothing
  if (direction === 'out') {
    const minutes = earlyMinutes(at, date, rule, book.timeZone)
    return { date, status: minutes > 0 ? 'early' : 'on_time', minutes } as const
  }
  const start = momentOf({ date, minutes: minutesOf(rule.dayStart) }, book.timeZone)
  // Only the first coming of a day is evaluated.
  if (events.some((one) => one.direction === 'in' && one.at >= start && one.at < at)) return nothing
  const minutes = lateMinutes(at, date, rule, book.timeZone)
  return { date, status: minutes > 0 ? 'late' : 'on_time', minutes } as const
}
