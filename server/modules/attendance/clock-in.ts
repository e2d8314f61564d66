import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  CLOCK_IN_GAP,
  type Delivered,
  type Direction,
} from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { EventSource } from '../../../contract/endpoints/attendance/attendance.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { proposedDirection } from '../../../contract/rules/attendance/proposed-direction.ts'
import { hoursLeft } from '../../../contract/rules/attendance/absence-rule.ts'
import { earlyMinutes, isDue, lateMinutes } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { HostUnit } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { writeTogether } from '../../db/one-trip.ts'
import { asId } from '../../db/query.ts'
import { attendanceDelivery, attendanceEvent, attendanceStation } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'
import type { ClockedIn, FaceClockIn } from '../faces/face-sign-in.ts'
import { letInWrites, uncountFace } from '../faces/recognise-face.ts'
import { refuseWhile } from '../auth/login-limits.ts'
import { excuseOn, type StoredExcuse } from './absence-excuses.ts'
import { countUnknownCode } from './attendance-codes.ts'
import { tellLateness } from './attendance-notices.ts'
import { accountAttendeeJson, attendeeJson, keyOf, type Attendee } from './attendance-people.ts'
import { type Around, captureContext, type Evidence, readContext, readPortalContext } from './clock-in-context.ts'
import { outcomeOf } from './known-station.ts'
import type { RuleBook } from './rule-book.ts'
import { keepUncertain } from './keep-uncertain.ts'

/** A person who comes or goes. `at` in milliseconds since 1970. */
interface ClockEvent {
  readonly attendee: Attendee
  readonly at: number
  readonly direction: Direction
  readonly source: EventSource
}

/** Days back for which guardians get a message: a station may deliver a capture a week later. */
const NEWS_DAYS = 1
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
  const row = await readContext(tx, vault, unitId, stationId, seq, evidence, now)
  const earlier = outcomeOf(row, seq)
  if (earlier) return earlier
  const settle = async (outcome: Delivered, writes: readonly SQLWrapper[] = [], at?: number) => {
    await writeTogether(tx, [
      ...writes,
      tx.insert(attendanceDelivery).values({ stationId, seq, unitId, outcome }),
      tx
        .update(attendanceStation)
        .set({
          lastSeq: seq,
          lastSeenAt: sql`now()`,
          pending: sql`greatest(0, ${attendanceStation.pending} - 1)`,
          ...(at !== undefined && { lastCaptureAt: latestOf(at) }),
        })
        .where(eq(attendanceStation.stationId, stationId)),
    ])
    return outcome
  }
  const refuse = (code: ErrorCode, writes?: readonly SQLWrapper[]) => settle({ seq, outcome: 'refused', code }, writes)
  if (evidence.kind === 'refused') return refuse(evidence.code)

  const { attendee: person, codeKind, waitSeconds, ...around } = z.parse(captureContext, row)
  const { when, direction } = evidence
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

  const { realName, englishName, groupName, groupEnglishName } = person
  const shown = { seq, realName, englishName, groupName, groupEnglishName }
  if (when.kind === 'uncertain') {
    await keepUncertain(tx, unit, { attendee: person, direction, source, ...when }, { stationId, seq })
    return settle({ ...shown, outcome: 'uncertain', direction }, writes)
  }
  const event = { attendee: person, at: when.at, direction, source }
  const recorded = await recordEvent(tx, unit, event, around, { stationId, seq }, now)
  return settle({ ...shown, outcome: 'recorded', ...recorded.shown }, [...writes, ...recorded.writes], when.at)
}

/** The later one of the station's latest capture and this. */
function latestOf(at: number): SQL {
  return sql`greatest(${attendanceStation.lastCaptureAt}, ${new Date(at).toISOString()}::timestamptz)`
}

/** Judges an event by the rules, and gives what to show of it and to write; nothing to write for one that is stored already. `now` as in `settleCapture`. */
async function recordEvent(
  tx: Tx,
  unit: HostUnit,
  event: ClockEvent,
  { book, events, excuses }: Around,
  station: { readonly stationId: string; readonly seq: number } | null,
  now: number,
) {
  const { attendee: person, at, direction, source } = event
  const same = events.find((one) => one.direction === direction && Math.abs(one.at - at) <= CLOCK_IN_GAP)
  const judged = judge({ ...event, at: same?.at ?? at }, { book, events, excuses })
  const writes = same
    ? []
    : [
        tx
          .insert(attendanceEvent)
          .values({ unitId: unit.unitId, ...keyOf(person), at: new Date(at), direction, source, ...station }),
      ]
  if (!same) {
    const isNews = judged.date >= addDays(book.dayFor(person, now), -NEWS_DAYS)
    // A late arrival that a notice announces is no news, also before it is accepted.
    const isAnnounced = judge(event, { book, events, excuses: excuses.map(accept) }).status !== 'late'
    if (judged.status === 'late' && person.kind === 'pupil' && book.notifyLate && isNews && !isAnnounced)
      await tellLateness(tx, unit, { ...judged, pupil: person, at, timeZone: book.timeZone })
  }
  const { status, minutes } = judged
  return { writes, shown: { direction, at: new Date(same?.at ?? at).toISOString(), status, minutes } }
}

const accept = (excuse: StoredExcuse): StoredExcuse => ({ ...excuse, accepted: true })

/** Records an event of the past, judged as if it had been recorded in time. `now` as in `settleCapture`. */
export async function recordPastEvent(
  tx: Tx,
  unit: HostUnit,
  event: ClockEvent,
  station: { readonly stationId: string; readonly seq: number },
  now: number,
): Promise<void> {
  const id = asId(event.attendee.id)
  const around = await readPortalContext(tx, attendeeJson(id, id), event.at)
  const { writes } = await recordEvent(tx, unit, event, around, station, now)
  await writeTogether(tx, writes)
}

/**
 * Records the attendance of a face that was recognised in the portal, at `now` (milliseconds since 1970). Gives 'attendance.portal_off' or
 * 'attendance.no_person' instead, with the picture off the count.
 */
export async function recordFaceClockIn(
  tx: Tx,
  { unit, address, person: found, direction }: FaceClockIn,
  now: number,
): Promise<ClockedIn> {
  const { unitId } = unit
  const { attendee: person, ...around } = await readPortalContext(tx, accountAttendeeJson(found.userId), now)
  const { book } = around
  if (!book.portalClockIn || !person) {
    await uncountFace(tx, found.counter)
    return book.portalClockIn ? 'attendance.no_person' : 'attendance.portal_off'
  }
  const event = {
    attendee: person,
    at: now,
    direction: direction ?? proposeDirection(book, person, now),
    source: 'face' as const,
  }
  const { writes, shown } = await recordEvent(tx, unit, event, around, null, now)
  await writeTogether(tx, [...letInWrites(tx, found, { unitId, kind: 'clocked-in', address }), ...writes])
  return shown
}

/** As a station proposes, from the rule of the person alone. */
function proposeDirection(book: RuleBook, person: Attendee, at: number): Direction {
  const date = book.dayFor(person, at)
  const rule = book.ruleFor(person, date)
  const mark = book.marked(date)
  return proposedDirection(at, {
    timeZone: book.timeZone,
    times: rule ? [{ ...rule, from: rule.validFrom, until: null }] : [],
    markedDays: mark ? [mark] : [],
  })
}

/** The day of an event, and whether its person is late or leaves early. */
function judge({ attendee: person, at, direction }: ClockEvent, { book, events, excuses }: Around) {
  const date = book.dayFor(person, at)
  const rule = book.ruleFor(person, date)
  const nothing = { date, status: null, minutes: 0 } as const
  if (!rule || !isDue(date, rule, book.marked(date)?.kind)) return nothing
  const excuse = excuseOn(excuses, date)
  // As `judgeDay` does.
  const hours = excuse?.accepted ? (hoursLeft(rule, excuse) ?? rule) : rule
  if (direction === 'out') {
    const minutes = earlyMinutes(at, date, hours, book.timeZone)
    return { date, status: minutes > 0 ? 'early' : 'on_time', minutes } as const
  }
  const start = momentOf({ date, minutes: minutesOf(rule.dayStart) }, book.timeZone)
  // Only the first arrival of a day is judged.
  if (events.some((one) => one.direction === 'in' && one.at >= start && one.at < at)) return nothing
  const minutes = lateMinutes(at, date, hours, book.timeZone)
  return { date, status: minutes > 0 ? 'late' : 'on_time', minutes } as const
}
