import { and, between, count, desc, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Correction, corrections } from '../../../contract/endpoints/attendance.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { attendanceCorrection } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { student } from '../../db/schema/portal.ts'
import { englishNameOf, toAccountName } from './account-name.ts'
import { findOwnPupils, mayApprove, readRights, type AttendanceRights } from './attendance-access.ts'
import { findPeople, keyOf, type Clocker } from './attendance-people.ts'

const requester = alias(userAccount, 'requester')
const decider = alias(userAccount, 'decider')

/** Requests of the caller and for their children, and those that they may decide about, the newest first. */
export async function listCorrections(
  tx: Tx,
  session: Session,
  { state, toDecide = false, mine = false, page = 1 }: ParsedRequestOf<typeof corrections>,
): Promise<ResponseOf<typeof corrections>> {
  const rights = await readRights(tx, session)
  const own = await isOwn(tx, session)
  const seen = toDecide ? isDecidable(session, rights) : or(own, isInCharge(rights))
  const which = and(seen, mine ? own : undefined, state && eq(attendanceCorrection.state, state))
  const [all] = await tx.select({ total: count() }).from(attendanceCorrection).where(which)
  const newest = desc(attendanceCorrection.requestedAt)
  const found = await readCorrections(tx, session, rights, which, newest, {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  return { total: all?.total ?? 0, corrections: found }
}

/** How many open requests wait for the caller's decision. */
export function countWaiting(tx: Tx, session: Session, rights: AttendanceRights): Promise<number> {
  return tx.$count(attendanceCorrection, and(eq(attendanceCorrection.state, 'open'), isDecidable(session, rights)))
}

/** Of each person and day the newest request that was not withdrawn, by `personId date`. */
export async function findNewest(
  tx: Tx,
  session: Session,
  people: readonly Clocker[],
  from: string,
  to: string,
): Promise<Map<string, Correction>> {
  const keys = people.map(keyOf)
  const which = and(
    between(attendanceCorrection.date, from, to),
    ne(attendanceCorrection.state, 'withdrawn'),
    or(
      inArray(
        attendanceCorrection.studentId,
        keys.flatMap(({ studentId }) => studentId ?? []),
      ),
      inArray(
        attendanceCorrection.userId,
        keys.flatMap(({ userId }) => userId ?? []),
      ),
    ),
  )
  const rights = await readRights(tx, session)
  const found = await readCorrections(tx, session, rights, which, sql`${attendanceCorrection.requestedAt}`)
  return new Map(found.map((correction) => [`${correction.person.id} ${correction.date}`, correction]))
}

/** A request as the caller sees it now. Throws 'attendance.correction_gone' for one that they do not see. */
export async function readCorrection(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  const rights = await readRights(tx, session)
  const seen = or(await isOwn(tx, session), isInCharge(rights))
  const which = isRowId(correctionId) ? and(eq(attendanceCorrection.correctionId, correctionId), seen) : sql`false`
  const [found] = await readCorrections(tx, session, rights, which, sql`1`)
  if (!found) throw new PortalError('attendance.correction_gone')
  return found
}

async function readCorrections(
  tx: Tx,
  session: Session,
  rights: AttendanceRights,
  which: SQL | undefined,
  order: SQL,
  page: { limit: number; offset: number } = { limit: 10_000, offset: 0 },
): Promise<Correction[]> {
  const rows = await tx
    .select({
      correction: attendanceCorrection,
      requestedBy: requester.realName,
      englishRequestedBy: englishNameOf(requester.userId),
      decidedBy: decider.realName,
      englishDecidedBy: englishNameOf(decider.userId),
    })
    .from(attendanceCorrection)
    .leftJoin(requester, eq(requester.userId, attendanceCorrection.requestedBy))
    .leftJoin(decider, eq(decider.userId, attendanceCorrection.decidedBy))
    .where(which)
    .orderBy(order, attendanceCorrection.correctionId)
    .limit(page.limit)
    .offset(page.offset)
  const people = await findPeople(
    tx,
    rows.map(({ correction }) => correction),
  )
  return rows.flatMap(({ correction, ...by }) => {
    const person = people.get(correction.studentId ?? correction.userId ?? '')
    if (!person) return []
    const { correctionId, date, direction, time, reason, state, note } = correction
    const isOpen = state === 'open'
    return {
      correctionId,
      person,
      date,
      direction,
      time,
      reason,
      state,
      note,
      requestedBy: toAccountName(by.requestedBy, by.englishRequestedBy),
      requestedAt: correction.requestedAt.toISOString(),
      decidedBy: correction.decidedBy === null ? null : toAccountName(by.decidedBy, by.englishDecidedBy),
      decidedAt: correction.decidedAt?.toISOString() ?? null,
      mayDecide: isOpen && mayApprove(rights, person.classId) && !concerns(session, correction),
      mayWithdraw: isOpen && correction.requestedBy === session.userId,
    }
  })
}

/** Nobody decides about their own. */
function concerns({ userId }: Session, correction: typeof attendanceCorrection.$inferSelect): boolean {
  return correction.requestedBy === userId || correction.userId === userId
}

async function isOwn(tx: Tx, session: Session): Promise<SQL | undefined> {
  const pupils = await findOwnPupils(tx, session)
  return or(
    eq(attendanceCorrection.userId, session.userId),
    eq(attendanceCorrection.requestedBy, session.userId),
    inArray(attendanceCorrection.studentId, pupils),
  )
}

function isInCharge({ approveAll, headOf }: AttendanceRights): SQL {
  if (approveAll) return sql`true`
  if (headOf.length === 0) return sql`false`
  return sql`${attendanceCorrection.studentId} in
    (select ${student.studentId} from ${student} where ${inArray(student.classId, [...headOf])})`
}

function isDecidable({ userId }: Session, rights: AttendanceRights): SQL | undefined {
  return and(
    isInCharge(rights),
    sql`${attendanceCorrection.requestedBy} is distinct from ${userId}`,
    sql`${attendanceCorrection.userId} is distinct from ${userId}`,
  )
}
