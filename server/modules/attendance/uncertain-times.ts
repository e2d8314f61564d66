import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type {
  decideUncertain,
  UncertainTime,
  uncertainTimes,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceStation, attendanceUncertain } from '../../db/tables.generated.ts'
import type { HostUnit, Session } from '../../http/call.ts'
import { readRights } from './attendance-access.ts'
import { accountNameOf, findPeople } from './attendance-people.ts'
import { recordPastEvent } from './clock-in.ts'
import {
  atPage,
  countWaiting,
  decidedNow,
  isDecidable,
  isId,
  isWaiting,
  lockRequest,
  UNDECIDED,
} from './decided-requests.ts'
import { readRuleBook } from './rule-book.ts'

/** Those that the caller decides about, the open ones first, then the newest. */
export async function listUncertain(
  tx: Tx,
  session: Session,
  { page = 1 }: ParsedRequestOf<typeof uncertainTimes>,
): Promise<ResponseOf<typeof uncertainTimes>> {
  const which = isDecidable(attendanceUncertain, session, await readRights(tx, session))
  const found = await readUncertain(tx, which, atPage(page))
  return { total: await tx.$count(attendanceUncertain, which), uncertain: found.map(({ shown }) => shown) }
}

/** The newest of those that wait for the caller, and their number; undefined where none does. */
export async function findWaitingUncertain(
  tx: Tx,
  session: Session,
): Promise<{ waiting: number; next: UncertainTime } | undefined> {
  const rights = await readRights(tx, session)
  const [found] = await readUncertain(tx, isWaiting(attendanceUncertain, session, rights))
  return found && { waiting: await countWaiting(tx, attendanceUncertain, session, rights), next: found.shown }
}

/**
 * Records a clock-in at the time that the caller sets, or discards it. `now`: milliseconds since 1970. Throws 'attendance.uncertain_gone' for one that is not the
 * caller's to decide, 'attendance.uncertain_closed' and 'attendance.uncertain_time'.
 */
export async function decideAboutUncertain(
  tx: Tx,
  unit: HostUnit,
  session: Session,
  { uncertainId, when }: ParsedRequestOf<typeof decideUncertain>,
  now: number,
): Promise<UncertainTime> {
  return change(tx, session, uncertainId, 'open', async ({ person, row }) => {
    if (when === null) return { state: 'discarded', ...decidedNow(session) }
    const { timeZone } = await readRuleBook(tx, when.date, when.date)
    const at = momentOf({ date: when.date, minutes: minutesOf(when.time) }, timeZone)
    // The caller sets a whole minute, so the earliest possible moment may lie within it.
    if (at + MINUTE <= row.earliest.getTime() || at > row.latest.getTime())
      throw new PortalError('attendance.uncertain_time')
    const { direction, source, stationId, seq } = row
    await recordPastEvent(tx, unit, { attendee: person, at, direction, source }, { stationId, seq }, now)
    return { state: 'placed', placedAt: new Date(at), ...decidedNow(session) }
  })
}

/** Takes back that a clock-in was discarded. Throws as `decideAboutUncertain` does. */
export function reopenDiscarded(tx: Tx, session: Session, uncertainId: string): Promise<UncertainTime> {
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
    return { ...found, state: found.row.state }
  }
  const lock = `attendance uncertain ${uncertainId}`
  const found = await lockRequest(tx, lock, read, [from], 'attendance.uncertain_closed')
  await tx
    .update(attendanceUncertain)
    .set(await decide(found))
    .where(isIt)
  return (await read()).shown
}

const MINUTE = 60_000

async function readUncertain(
  tx: Tx,
  which: SQL | undefined,
  page: { limit: number; offset: number } = { limit: 1, offset: 0 },
) {
  const rows = await tx
    .select({
      row: attendanceUncertain,
      stationName: attendanceStation.name,
      decider: accountNameOf(attendanceUncertain.decidedBy),
    })
    .from(attendanceUncertain)
    .innerJoin(attendanceStation, eq(attendanceStation.stationId, attendanceUncertain.stationId))
    .where(which)
    .orderBy(
      sql`${attendanceUncertain.state} <> 'open'`,
      sql`${attendanceUncertain.recordedAt} desc`,
      attendanceUncertain.uncertainId,
    )
    .limit(page.limit)
    .offset(page.offset)
  const people = await findPeople(
    tx,
    rows.map(({ row }) => row),
  )
  return rows.flatMap(({ row, stationName, decider }) => {
    const person = people.get(row.studentId ?? row.userId ?? '')
    if (!person) return []
    const { uncertainId, direction, source, clockAt, earliest, latest, state, placedAt, decidedAt } = row
    const shown: UncertainTime = {
      uncertainId,
      person,
      direction,
      source,
      stationName,
      clockAt: clockAt.toISOString(),
      earliest: earliest.toISOString(),
      latest: latest.toISOString(),
      state,
      placedAt: placedAt?.toISOString() ?? null,
      decidedBy: row.decidedBy === null ? null : decider,
      decidedAt: decidedAt?.toISOString() ?? null,
    }
    return { row, person, shown }
  })
}
