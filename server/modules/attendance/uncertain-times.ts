import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { UncertainTime } from '../../../contract/endpoints/attendance/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { isoText } from '../../db/query.ts'
import { attendanceStation, attendanceUncertain } from '../../db/tables.generated.ts'
import type { Handler, Session } from '../../http/call.ts'
import { readRights } from './attendance-access.ts'
import { recordPastEvent } from './clock-in.ts'
import {
  atPage,
  countWaiting,
  decidedNow,
  decisionColumns,
  isDecidable,
  isId,
  isWaiting,
  lockRequest,
  UNDECIDED,
  withPerson,
} from './decided-requests.ts'
import { readRuleBook } from './rule-book.ts'

/** Those that the caller decides about, the open ones first, then the newest. */
export const listUncertain: Handler<typeof attendance.uncertainTimes> = async ({ page = 1 }, { tx, session }) => {
  const which = isDecidable(attendanceUncertain, session, await readRights(tx, session))
  return { total: await tx.$count(attendanceUncertain, which), uncertain: await readUncertain(tx, which, atPage(page)) }
}

/** The newest of those that wait for the caller, and their number; undefined where none does. */
export async function findWaitingUncertain(
  tx: Tx,
  session: Session,
): Promise<{ waiting: number; next: UncertainTime } | undefined> {
  const rights = await readRights(tx, session)
  const [next] = await readUncertain(tx, isWaiting(attendanceUncertain, session, rights))
  return next && { waiting: await countWaiting(tx, attendanceUncertain, session, rights), next }
}

/** Records a clock-in at the time that the caller sets, or discards it. Throws what the endpoint says; 'attendance.uncertain_gone' for one that is not the caller's to decide. */
export const decideUncertain: Handler<typeof attendance.decideUncertain> = async (
  { uncertainId, when },
  { tx, unit, session, record, request },
) => {
  await record(tx, { target: { kind: 'uncertainTime', id: uncertainId }, changes: { when } })
  return change(tx, session, uncertainId, 'open', async ({ person, row }) => {
    if (when === null) return { state: 'discarded', ...decidedNow(session) }
    const { timeZone } = await readRuleBook(tx, when.date, when.date)
    const at = momentOf({ date: when.date, minutes: minutesOf(when.time) }, timeZone)
    // The caller sets a whole minute, so the earliest possible moment may lie within it.
    if (at + MINUTE <= row.earliest.getTime() || at > row.latest.getTime())
      throw new PortalError('attendance.uncertain_time')
    const { direction, source, stationId, seq } = row
    const event = { attendee: person, at, direction, source }
    await recordPastEvent(tx, unit, event, { stationId, seq }, request.server.now())
    return { state: 'placed', placedAt: new Date(at), ...decidedNow(session) }
  })
}

/** Takes back that a clock-in was discarded. Throws as `decideUncertain` does. */
export const reopenUncertain: Handler<typeof attendance.reopenUncertain> = async (
  { uncertainId },
  { tx, session, record },
) => {
  await record(tx, { target: { kind: 'uncertainTime', id: uncertainId } })
  return change(tx, session, uncertainId, 'discarded', () => Promise.resolve(UNDECIDED))
}

type Found = Awaited<ReturnType<typeof readUncertain>>[number]

/** Changes one that is the caller's to decide and in this state; of two at once the second finds it changed. */
async function change(
  tx: Tx,
  session: Session,
  uncertainId: string,
  from: UncertainTime['state'],
  decide: (found: Found) => Promise<PgUpdateSetSource<typeof attendanceUncertain>>,
): Promise<UncertainTime> {
  const isIt = isId(attendanceUncertain.uncertainId, uncertainId)
  const which = and(isIt, isDecidable(attendanceUncertain, session, await readRights(tx, session)))
  const read = async () => {
    const [found] = await readUncertain(tx, which)
    if (!found) throw new PortalError('attendance.uncertain_gone')
    return found
  }
  const lock = `attendance uncertain ${uncertainId}`
  const found = await lockRequest(tx, lock, read, [from], 'attendance.uncertain_closed')
  await tx
    .update(attendanceUncertain)
    .set(await decide(found))
    .where(isIt)
  return read()
}

const MINUTE = 60_000

/** As answers have them, and as they are stored. */
async function readUncertain(tx: Tx, which: SQL | undefined, { limit, offset } = { limit: 1, offset: 0 }) {
  const { clockAt, earliest, latest, placedAt, state, recordedAt, uncertainId, stationId } = attendanceUncertain
  const rows = await tx
    .select({
      row: attendanceUncertain,
      stationName: attendanceStation.name,
      clockAt: isoText(clockAt),
      earliest: isoText(earliest),
      latest: isoText(latest),
      placedAt: sql<string | null>`${isoText(placedAt)}`,
      ...decisionColumns(attendanceUncertain),
    })
    .from(attendanceUncertain)
    .innerJoin(attendanceStation, eq(attendanceStation.stationId, stationId))
    .where(which)
    .orderBy(sql`${state} <> 'open'`, sql`${recordedAt} desc`, uncertainId)
    .limit(limit)
    .offset(offset)
  return withPerson(rows.map((found) => ({ ...found.row, ...found })))
}
