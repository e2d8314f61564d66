import { and, desc, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type {
  Correction,
  corrections,
  decideCorrection,
  requestCorrection,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { DAY_START } from '../../../contract/rules/attendance/attendance-rule.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import { type Tx, isRowId, lockUntilEnd } from '../../db/database.ts'
import { attendanceCorrection, attendanceEvent } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { student } from '../../db/schema/portal.ts'
import type { Session } from '../../http/call.ts'
import {
  findOwn,
  findOwnChildren,
  findOwnPupils,
  isOwnChild,
  mayApprove,
  readRights,
  type AttendanceRights,
} from './attendance-access.ts'
import { tellDecision, tellRequest } from './attendance-notices.ts'
import {
  englishNameOf,
  toAccountName,
  findPeople,
  isAbout,
  isNotOfLeaver,
  keyOf,
  type Attendee,
} from './attendance-people.ts'
import { readRuleBook } from './rule-book.ts'

const requester = alias(userAccount, 'requester')
const decider = alias(userAccount, 'decider')

/** Requests of the caller and for their children, and those that they may decide, newest first. */
export async function listCorrections(
  tx: Tx,
  session: Session,
  { state, toDecide = false, mine = false, page = 1 }: ParsedRequestOf<typeof corrections>,
): Promise<ResponseOf<typeof corrections>> {
  const rights = await readRights(tx, session)
  const own = await isOwn(tx, session)
  const seen = toDecide ? isDecidable(session, rights) : or(own, isInCharge(rights))
  const which = and(seen, mine ? own : undefined, state && eq(attendanceCorrection.state, state))
  const newest = desc(attendanceCorrection.requestedAt)
  const found = await readCorrections(tx, session, rights, which, newest, {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  return { total: await tx.$count(attendanceCorrection, which), corrections: found }
}

/** The number of open requests for the caller's decision. */
export function countWaiting(tx: Tx, session: Session, rights: AttendanceRights): Promise<number> {
  return tx.$count(attendanceCorrection, and(eq(attendanceCorrection.state, 'open'), isDecidable(session, rights)))
}

/** For each person and day the newest request that was not withdrawn, by `personId date`. */
export async function findNewest(
  tx: Tx,
  session: Session,
  people: readonly Attendee[],
  dates: readonly string[],
): Promise<Map<string, Correction>> {
  const which = and(
    inArray(attendanceCorrection.date, [...dates]),
    ne(attendanceCorrection.state, 'withdrawn'),
    isAbout(attendanceCorrection, people),
  )
  const rights = await readRights(tx, session)
  const found = await readCorrections(tx, session, rights, which, sql`${attendanceCorrection.requestedAt}`)
  return new Map(found.map((correction) => [`${correction.person.id} ${correction.date}`, correction]))
}

/** A request as the caller sees it. Throws 'attendance.correction_gone' for one out of sight. */
async function readCorrection(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
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
  const own = await findOwnChildren(
    tx,
    session,
    rows.flatMap(({ correction }) => correction.studentId ?? []),
  )
  return rows.flatMap(({ correction, ...by }) => {
    const person = people.get(correction.studentId ?? correction.userId ?? '')
    if (!person) return []
    const isOpen = correction.state === 'open'
    return {
      ...correction,
      person,
      requestedBy: toAccountName(by.requestedBy, by.englishRequestedBy),
      requestedAt: correction.requestedAt.toISOString(),
      decidedBy: correction.decidedBy === null ? null : toAccountName(by.decidedBy, by.englishDecidedBy),
      decidedAt: correction.decidedAt?.toISOString() ?? null,
      mayDecide: isOpen && mayApprove(rights, person.classId) && !concerns(session, correction) && !own.has(person.id),
      ownChild: isOpen && mayApprove(rights, person.classId) && own.has(person.id),
      mayWithdraw: isOpen && correction.requestedBy === session.userId,
    }
  })
}

/** A caller's own request is not theirs to decide. */
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

function isInCharge({ approveAll, approvesOf }: AttendanceRights): SQL {
  if (approveAll) return isNotOfLeaver(attendanceCorrection.studentId)
  if (approvesOf.length === 0) return sql`false`
  return sql`${attendanceCorrection.studentId} in
    (select ${student.studentId} from ${student} where ${inArray(student.classId, [...approvesOf])})`
}

function isDecidable({ userId }: Session, rights: AttendanceRights): SQL | undefined {
  return and(
    isInCharge(rights),
    sql`${attendanceCorrection.requestedBy} is distinct from ${userId}`,
    sql`${attendanceCorrection.userId} is distinct from ${userId}`,
    sql`not ${isOwnChild(attendanceCorrection.studentId, userId)}`,
  )
}

/** Days back for which a correction can be requested. */
const DAYS_BACK = 60

/**
 * Requests an added clock event, for the caller or a child, and notifies those who decide. `now`: milliseconds since 1970. Throws
 * 'attendance.correction_time' and 'attendance.correction_open'.
 */
export async function askForCorrection(
  tx: Tx,
  session: Session,
  { date, direction, time, reason, studentId }: ParsedRequestOf<typeof requestCorrection>,
  now: number,
): Promise<Correction> {
  const person = await findOwn(tx, session, studentId)
  const book = await readRuleBook(tx, date, addDays(date, 1))
  // A time before the start of the day belongs to the night after it.
  const start = minutesOf(book.ruleFor(person, date)?.dayStart ?? DAY_START)
  const minutes = minutesOf(time)
  const wall = { date, minutes: minutes < start ? minutes + 24 * 60 : minutes }
  const at = momentOf(wall, book.timeZone)
  if (at > now || date < addDays(book.dayFor(person, now), -DAYS_BACK))
    throw new PortalError('attendance.correction_time')
  const [written] = await tx
    .insert(attendanceCorrection)
    .values({
      unitId: session.unitId,
      ...keyOf(person),
      date,
      direction,
      time,
      at: new Date(at),
      reason,
      requestedBy: session.userId,
    })
    .onConflictDoNothing()
    .returning({ correctionId: attendanceCorrection.correctionId })
  if (!written) throw new PortalError('attendance.correction_open')
  const asked = await readCorrection(tx, session, written.correctionId)
  await tellRequest(tx, session, asked, person)
  return asked
}

/**
 * Approves a request, which adds its clock event, or refuses it, and notifies its author. Throws 'attendance.correction_gone',
 * 'attendance.correction_closed' and 'access.denied'.
 */
export async function decideAboutCorrection(
  tx: Tx,
  session: Session,
  { correctionId, approve, note }: ParsedRequestOf<typeof decideCorrection>,
): Promise<Correction> {
  const found = await lockOpen(tx, session, correctionId)
  if (found.ownChild) throw new PortalError('attendance.own_child')
  if (!found.mayDecide) throw new PortalError('access.denied')
  const [decided] = await tx
    .update(attendanceCorrection)
    .set({
      state: approve ? 'approved' : 'refused',
      note: note.trim(),
      decidedBy: session.userId,
      decidedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(attendanceCorrection.correctionId, correctionId), eq(attendanceCorrection.state, 'open')))
    .returning()
  if (!decided) throw new PortalError('attendance.correction_closed')
  const { unitId, studentId, userId, at, direction } = decided
  if (approve) {
    await tx
      .insert(attendanceEvent)
      .values({ unitId, studentId, userId, at, direction, source: 'correction', correctionId })
  }
  const shown = await readCorrection(tx, session, correctionId)
  await tellDecision(tx, session, shown, decided.requestedBy)
  return shown
}

/** Withdraws an own request. Throws 'attendance.correction_gone', 'attendance.correction_closed' and 'access.denied'. */
export async function takeBackCorrection(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  const found = await lockOpen(tx, session, correctionId)
  if (!found.mayWithdraw) throw new PortalError('access.denied')
  await tx
    .update(attendanceCorrection)
    .set({ state: 'withdrawn', decidedAt: sql`clock_timestamp()` })
    .where(eq(attendanceCorrection.correctionId, correctionId))
  return readCorrection(tx, session, correctionId)
}

/** Of two concurrent decisions, the second finds it decided. */
async function lockOpen(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  await lockUntilEnd(tx, `attendance correction ${correctionId}`)
  const found = await readCorrection(tx, session, correctionId)
  if (found.state !== 'open') throw new PortalError('attendance.correction_closed')
  return found
}
