import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type {
  decideUncertain,
  UncertainTime,
  uncertainTimes,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import { type Tx, isRowId, lockUntilEnd } from '../../db/database.ts'
import { attendanceStation, attendanceUncertain } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { student } from '../../db/schema/portal.ts'
import type { HostUnit, Session } from '../../http/call.ts'
import { isOwnChild, readRights, type AttendanceRights } from './attendance-access.ts'
import { englishNameOf, findPeople, isNotOfLeaver, toAccountName } from './attendance-people.ts'
import { recordPastEvent } from './clock-in.ts'
import { readRuleBook } from './rule-book.ts'

/** Those that the caller decides about, the open ones first, then the newest. */
export async function listUncertain(
  tx: Tx,
  session: Session,
  { page = 1 }: ParsedRequestOf<typeof uncertainTimes>,
): Promise<ResponseOf<typeof uncertainTimes>> {
  const which = isDecidable(session, await readRights(tx, session))
  const found = await readUncertain(tx, which, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
  return { total: await tx.$count(attendanceUncertain, which), uncertain: found.map(({ shown }) => shown) }
}

/** The number of those that wait for the caller. */
export function countUncertain(tx: Tx, session: Session, rights: AttendanceRights): Promise<number> {
  return tx.$count(attendanceUncertain, isWaiting(session, rights))
}

/** The newest of those that wait for the caller, and their number; undefined where none does. */
export async function findWaitingUncertain(
  tx: Tx,
  session: Session,
): Promise<{ waiting: number; next: UncertainTime } | undefined> {
  const rights = await readRights(tx, session)
  const [found] = await readUncertain(tx, isWaiting(session, rights))
  return found && { waiting: await countUncertain(tx, session, rights), next: found.shown }
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
    const decided = { decidedBy: session.userId, decidedAt: sql`clock_timestamp()` }
    if (when === null) return { state: 'discarded', ...decided }
    const { timeZone } = await readRuleBook(tx, when.date, when.date)
    const at = momentOf({ date: when.date, minutes: minutesOf(when.time) }, timeZone)
    // Times are chosen in whole minutes.
    if (at + MINUTE <= row.earliest.getTime() || at > row.latest.getTime())
      throw new PortalError('attendance.uncertain_time')
    const { direction, source, stationId, seq } = row
    await recordPastEvent(tx, unit, { attendee: person, at, direction, source }, { stationId, seq }, now)
    return { state: 'placed', placedAt: new Date(at), ...decided }
  })
}

/** Takes back that a clock-in was discarded. Throws as `decideAboutUncertain` does. */
export function reopenDiscarded(tx: Tx, session: Session, uncertainId: string): Promise<UncertainTime> {
  return change(tx, session, uncertainId, 'discarded', () =>
    Promise.resolve({ state: 'open', decidedBy: null, decidedAt: null }),
  )
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
  await lockUntilEnd(tx, `attendance uncertain ${uncertainId}`)
  const isIt = isRowId(uncertainId) ? eq(attendanceUncertain.uncertainId, uncertainId) : sql`false`
  const which = and(isIt, isDecidable(session, await readRights(tx, session)))
  const [found] = await readUncertain(tx, which)
  if (!found) throw new PortalError('attendance.uncertain_gone')
  if (found.row.state !== from) throw new PortalError('attendance.uncertain_closed')
  await tx
    .update(attendanceUncertain)
    .set(await decide(found))
    .where(isIt)
  const [changed] = await readUncertain(tx, which)
  if (!changed) throw new PortalError('attendance.uncertain_gone')
  return changed.shown
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
      decidedBy: userAccount.realName,
      englishDecidedBy: englishNameOf(userAccount.userId),
    })
    .from(attendanceUncertain)
    .innerJoin(attendanceStation, eq(attendanceStation.stationId, attendanceUncertain.stationId))
    .leftJoin(userAccount, eq(userAccount.userId, attendanceUncertain.decidedBy))
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
  return rows.flatMap(({ row, stationName, ...by }) => {
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
      decidedBy: row.decidedBy === null ? null : toAccountName(by.decidedBy, by.englishDecidedBy),
      decidedAt: decidedAt?.toISOString() ?? null,
    }
    return { row, person, shown }
  })
}

function isWaiting(session: Session, rights: AttendanceRights): SQL | undefined {
  return and(eq(attendanceUncertain.state, 'open'), isDecidable(session, rights))
}

/** Of the classes that the caller approves for; never the caller's own, nor about the own child. */
function isDecidable({ userId }: Session, { approveAll, approvesOf }: AttendanceRights): SQL | undefined {
  if (!approveAll && approvesOf.length === 0) return sql`false`
  const ofClasses = sql`${attendanceUncertain.studentId} in
    (select ${student.studentId} from ${student} where ${inArray(student.classId, [...approvesOf])})`
  return and(
    approveAll ? isNotOfLeaver(attendanceUncertain.studentId) : ofClasses,
    sql`${attendanceUncertain.userId} is distinct from ${userId}`,
    sql`not ${isOwnChild(attendanceUncertain.studentId, userId)}`,
  )
}
