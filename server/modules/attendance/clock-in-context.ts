import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { CLOCK_IN_GAP, type Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { readAfterLocks } from '../../db/one-trip.ts'
import type { Vault } from '../../runtime/vault.ts'
import { attemptWait, type FaceCounter } from '../faces/recognise-face.ts'
import { excusesJson, storedExcuses } from './absence-excuses.ts'
import { codeCounterKey, identifyByCode } from './attendance-codes.ts'
import { accountAttendeeJson, attendee } from './attendance-people.ts'
import { progressColumns } from './known-station.ts'
import type { Placed } from './place-capture.ts'
import { parseRuleBook, ruleBookJson } from './rule-book.ts'

// What is read in one round trip before a clock event is judged: the person, and their days around it.

/** What a capture shows, as far as it is known before the transaction. */
export type Evidence =
  | { readonly kind: 'refused'; readonly code: ErrorCode }
  | { readonly kind: 'code'; readonly when: Placed; readonly direction: Direction; readonly code: string }
  | {
      readonly kind: 'face'
      readonly when: Placed
      readonly direction: Direction
      readonly userId: string
      readonly counter: FaceCounter
    }

/** Milliseconds before an event within which its attendance day began, in any time zone. */
const DAY_MAX = 49 * 60 * 60 * 1000

/** A person, and what is known of their days around an event. */
const portalContext = z.object({
  attendee: z.nullable(attendee),
  events: z.array(z.object({ at: z.number(), direction: z.literal(['in', 'out']) })),
  excuses: storedExcuses,
  book: z.pipe(z.unknown(), z.transform(parseRuleBook)),
})

/** The same of a capture, with the kind of its code, and the seconds to wait after unknown ones. */
export const captureContext = z.extend(portalContext, {
  codeKind: z.nullable(z.literal(['card', 'personal'])),
  waitSeconds: z.number(),
})

/** What is known of a person's days around an event. */
export type Around = Pick<z.infer<typeof portalContext>, 'book' | 'events' | 'excuses'>

/** A person, and what is known of their days around `at`; the person's events wait for the end of the transaction. `who`: as JSON. */
export async function readPortalContext(tx: Tx, who: SQL, at: number) {
  const [row] = await readAfterLocks(
    tx,
    lockAttendee(who),
    sql`with who as materialized (select ${who} as attendee)
      select who.attendee, ${daysOf(at)} from who`,
  )
  return z.parse(portalContext, row)
}

/** The progress of a station and, unless the capture is refused, its `captureContext`; station and person wait for the end of the transaction. */
export async function readContext(
  tx: Tx,
  vault: Vault,
  unitId: string,
  stationId: string,
  seq: number,
  evidence: Evidence,
  now: number,
): Promise<unknown> {
  const lockStation = sql`select 1 from attendance_station where station_id = ${stationId}::uuid for no key update`
  if (evidence.kind === 'refused') {
    const progress = sql`select ${progressColumns(seq)} from attendance_station s where s.station_id = ${stationId}::uuid`
    return (await readAfterLocks(tx, lockStation, progress))[0]
  }
  const at = evidence.when.kind === 'placed' ? evidence.when.at : now
  const { attendee: who, kind } =
    evidence.kind === 'code'
      ? identifyByCode(vault, unitId, evidence.code)
      : { attendee: accountAttendeeJson(evidence.userId), kind: sql`null` }
  const [row] = await readAfterLocks(
    tx,
    lockStation,
    lockAttendee(who),
    sql`with who as materialized (select ${who} as attendee)
      select ${progressColumns(seq)}, who.attendee, ${kind} as "codeKind", ${attemptWait(codeCounterKey(stationId))} as "waitSeconds",
        ${daysOf(at)}
      from who, attendance_station s where s.station_id = ${stationId}::uuid`,
  )
  return row
}

/** The events of a person are recorded one after the other. `who`: as JSON. */
function lockAttendee(who: SQL): SQL {
  return sql`select pg_advisory_xact_lock(hashtextextended('attendance ' || (${who} ->> 'id'), 0))`
}

/** Columns: the events of `who.attendee` that count for one at `at`, and for days of which one is the unit's then, the notices of absence, the rules and the calendar. */
function daysOf(at: number): SQL {
  const utcDay = new Date(at).toISOString().slice(0, 10)
  const days = [addDays(utcDay, -3), addDays(utcDay, 2)] as const
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('at', round(extract(epoch from e.at) * 1000), 'direction', e.direction) order by e.at), '[]')
    from attendance_event e
    where (e.student_id = (who.attendee ->> 'id')::uuid or e.user_id = (who.attendee ->> 'id')::uuid)
      and e.at between ${new Date(at - DAY_MAX).toISOString()}::timestamptz and ${new Date(at + CLOCK_IN_GAP).toISOString()}::timestamptz) as events,
    ${excusesJson(sql`(who.attendee ->> 'id')::uuid`, ...days)} as excuses, ${ruleBookJson(...days)} as book`
}
