import { and, desc, eq, gte, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import {
  type absences,
  changeAbsence,
  type decideAbsence,
  type requestAbsence,
} from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { absenceProblem, type AbsenceSpan } from '../../../contract/rules/attendance/absence-rule.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import { type Tx, isRowId, lockUntilEnd } from '../../db/database.ts'
import { attendanceAbsence } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { student } from '../../db/schema/portal.ts'
import { tellAbsence, tellAbsenceState } from './absence-messages.ts'
import {
  type AttendanceRights,
  findChildren,
  findOwnChildren,
  findOwnPupils,
  isGuardian,
  isOwnChild,
  mayApprove,
  maySee,
  readRights,
} from './attendance-access.ts'
import {
  type Attendee,
  englishNameOf,
  findPeople,
  findPerson,
  isNotOfLeaver,
  toAccountName,
} from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'
import { readRuleBook } from './rule-book.ts'

const requester = alias(userAccount, 'requester')
const decider = alias(userAccount, 'decider')
const PUPIL = 1

type Row = typeof attendanceAbsence.$inferSelect

/** Notices of the caller's children and of pupils whom the caller sees: those that wait by their first day, else the newest first. */
export async function listAbsences(
  tx: Tx,
  session: Session,
  { studentId, state, toDecide = false, page = 1 }: ParsedRequestOf<typeof absences>,
): Promise<ResponseOf<typeof absences>> {
  const rights = await readRights(tx, session)
  const which = and(
    toDecide ? isDecidable(session, rights) : await isSeen(tx, session, rights),
    studentId === undefined ? undefined : isOf(studentId),
    state && eq(attendanceAbsence.state, state),
  )
  const newest = desc(attendanceAbsence.requestedAt)
  const order = state === 'open' ? sql`${attendanceAbsence.firstDate}, ${attendanceAbsence.requestedAt}` : newest
  const limits = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const found = await readAbsences(tx, session, rights, which, order, limits)
  return { total: await tx.$count(attendanceAbsence, which), absences: found }
}

/** The number of notices that wait for the caller's decision. */
export function countWaitingAbsences(tx: Tx, session: Session, rights: AttendanceRights): Promise<number> {
  return tx.$count(attendanceAbsence, and(eq(attendanceAbsence.state, 'open'), isDecidable(session, rights)))
}

/** For each pupil and day of a range the notice: an accepted one before one that waits, that before one that was declined. By `personId date`. */
export async function findAbsences(
  tx: Tx,
  session: Session,
  people: readonly Attendee[],
  dates: readonly string[],
): Promise<Map<string, Absence>> {
  const pupils = people.flatMap(({ kind, id }) => (kind === 'pupil' ? id : []))
  const which = and(
    inArray(attendanceAbsence.studentId, pupils),
    ne(attendanceAbsence.state, 'withdrawn'),
    lte(attendanceAbsence.firstDate, dates.at(-1) ?? ''),
    gte(attendanceAbsence.lastDate, dates[0] ?? ''),
  )
  if (pupils.length === 0 || dates.length === 0) return new Map()
  const lastCounts = sql`array_position(array['declined', 'open', 'accepted'], ${attendanceAbsence.state}), ${attendanceAbsence.requestedAt}`
  const found = await readAbsences(tx, session, await readRights(tx, session), which, lastCounts)
  return new Map(
    found.flatMap((notice) =>
      dates
        .filter((date) => notice.firstDate <= date && date <= notice.lastDate)
        .map((date) => [`${notice.person.id} ${date}`, notice] as const),
    ),
  )
}

/** The next notice of each pupil from a day on, that was not withdrawn, by the pupil's id. */
export async function findNextAbsences(
  tx: Tx,
  session: Session,
  people: readonly Attendee[],
  today: string,
): Promise<Map<string, Absence>> {
  if (people.length === 0) return new Map()
  const which = and(
    inArray(
      attendanceAbsence.studentId,
      people.map(({ id }) => id),
    ),
    ne(attendanceAbsence.state, 'withdrawn'),
    gte(attendanceAbsence.lastDate, today),
  )
  // The last of each pupil stays in the map.
  const order = sql`${attendanceAbsence.firstDate} desc, array_position(array['declined', 'open', 'accepted'], ${attendanceAbsence.state}), ${attendanceAbsence.requestedAt}`
  const found = await readAbsences(tx, session, await readRights(tx, session), which, order)
  return new Map(found.map((notice) => [notice.person.id, notice]))
}

/** How the caller enters notices for a pupil: as a guardian, as staff who decides, or as staff who only sees the pupil; null for all others. */
async function readExcuseRole(
  tx: Tx,
  session: Session,
  pupil: Attendee,
): Promise<'guardian' | 'decides' | 'sees' | null> {
  if (pupil.kind !== 'pupil' || session.userType === PUPIL) return null
  if (await isGuardian(tx, session, pupil)) return 'guardian'
  const rights = await readRights(tx, session)
  const own = await findOwnChildren(tx, session, [pupil.id])
  if (mayApprove(rights, pupil.classId)) return own.size > 0 ? 'sees' : 'decides'
  return maySee(rights, pupil.classId) ? 'sees' : null
}

/** Whether the unit takes notices of guardians now: by its settings, and its licence, in whose grace records are only read. */
export async function takesNotices(tx: Tx): Promise<boolean> {
  return (await readAttendanceSettings(tx)).parentExcuse && (await isLicensed(tx))
}

async function isLicensed(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ licensed: boolean }>(
    sql`select portal_licensed(portal_unit_id(), 'base', false) as licensed`,
  )
  return rows[0]?.licensed === true
}

/** Whether the caller may enter notices for a person. */
export async function mayExcuse(tx: Tx, session: Session, person: Attendee): Promise<boolean> {
  const role = await readExcuseRole(tx, session, person)
  return role === 'guardian' ? takesNotices(tx) : role !== null && (await isLicensed(tx))
}

/**
 * Enters a notice: a guardian's waits, and those who decide are told; one of staff who decides is accepted, and the guardians are told. `now`:
 * milliseconds since 1970. Throws 'attendance.absence_days', 'attendance.absence_times', 'attendance.absence_overlap', 'attendance.absence_off' and
 * 'access.denied'.
 */
export async function enterAbsence(
  tx: Tx,
  session: Session,
  { studentId, ...given }: ParsedRequestOf<typeof requestAbsence>,
  now: number,
): Promise<Absence> {
  const pupil = await findPerson(tx, { studentId, userId: null })
  const role = pupil ? await readExcuseRole(tx, session, pupil) : null
  if (!pupil || role === null) throw new PortalError('access.denied')
  if (role === 'guardian') await requireOpenToParents(tx)
  await requireSpan(tx, pupil, given, now)
  await lockPupil(tx, studentId)
  await requireFree(tx, studentId, given)
  const isAccepted = role === 'decides'
  const [written] = await tx
    .insert(attendanceAbsence)
    .values({
      ...given,
      note: given.note.trim(),
      unitId: session.unitId,
      studentId,
      requestedBy: session.userId,
      ...(isAccepted && { state: 'accepted', decidedBy: session.userId, decidedAt: sql`clock_timestamp()` }),
    })
    .returning({ absenceId: attendanceAbsence.absenceId })
  if (!written) throw new Error('the notice was not written')
  const notice = await readAbsence(tx, session, written.absenceId)
  if (isAccepted) await tellAbsenceState(tx, session, notice)
  else await tellAbsence(tx, session, notice, pupil)
  return notice
}

/** Changes a notice that waits. Throws the codes of `enterAbsence`, 'attendance.absence_gone', 'attendance.absence_closed' and 'record.changed'. */
export async function editAbsence(
  tx: Tx,
  session: Session,
  { absenceId, version, ...given }: ParsedRequestOf<typeof changeAbsence>,
  now: number,
): Promise<Absence> {
  const { notice, pupil } = await lockNotice(tx, session, absenceId, ['open'])
  if (await isGuardian(tx, session, pupil)) await requireOpenToParents(tx)
  if (!notice.mayChange) throw new PortalError('access.denied')
  await requireVersion(tx, changeAbsence, { known: version, current: notice })
  await requireSpan(tx, pupil, given, now)
  await requireFree(tx, pupil.id, given, absenceId)
  await tx
    .update(attendanceAbsence)
    .set({ ...given, note: given.note.trim() })
    .where(eq(attendanceAbsence.absenceId, absenceId))
  return readAbsence(tx, session, absenceId)
}

/** Withdraws a notice. Throws 'attendance.absence_gone', 'attendance.absence_closed' and 'access.denied'. */
export async function takeBackAbsence(tx: Tx, session: Session, absenceId: string): Promise<Absence> {
  const { notice } = await lockNotice(tx, session, absenceId, ['open', 'accepted'])
  if (!notice.mayWithdraw) {
    const isDecided = notice.state === 'accepted' && (await findChildren(tx, session)).has(notice.person.id)
    throw new PortalError(isDecided ? 'attendance.absence_closed' : 'access.denied')
  }
  await tx.update(attendanceAbsence).set({ state: 'withdrawn' }).where(eq(attendanceAbsence.absenceId, absenceId))
  const withdrawn = await readAbsence(tx, session, absenceId)
  // The guardians were told that staff had entered it.
  if (notice.state === 'accepted') await tellAbsenceState(tx, session, withdrawn)
  return withdrawn
}

/** Accepts or declines a notice, and tells the guardians. Throws 'attendance.absence_gone', 'attendance.absence_closed' and 'access.denied'. */
export async function decideAboutAbsence(
  tx: Tx,
  session: Session,
  { absenceId, accept, note }: ParsedRequestOf<typeof decideAbsence>,
): Promise<Absence> {
  const { notice } = await lockNotice(tx, session, absenceId, ['open'])
  if (notice.ownChild) throw new PortalError('attendance.own_child')
  if (!notice.mayDecide) throw new PortalError('access.denied')
  await tx
    .update(attendanceAbsence)
    .set({
      state: accept ? 'accepted' : 'declined',
      decisionNote: note.trim(),
      decidedBy: session.userId,
      decidedAt: sql`clock_timestamp()`,
    })
    .where(eq(attendanceAbsence.absenceId, absenceId))
  const decided = await readAbsence(tx, session, absenceId)
  await tellAbsenceState(tx, session, decided)
  return decided
}

/** Takes a decision back, and tells the guardians. Throws the codes of `decideAboutAbsence`, and 'attendance.absence_overlap'. */
export async function undecideAbsence(tx: Tx, session: Session, absenceId: string): Promise<Absence> {
  const { notice, pupil } = await lockNotice(tx, session, absenceId, ['accepted', 'declined'])
  if (!notice.mayReopen) {
    const own = await findOwnChildren(tx, session, [pupil.id])
    throw new PortalError(own.size > 0 ? 'attendance.own_child' : 'access.denied')
  }
  // After it was declined there may be another one for these days.
  await requireFree(tx, pupil.id, notice, absenceId)
  await tx
    .update(attendanceAbsence)
    .set({ state: 'open', decisionNote: '', decidedBy: null, decidedAt: null })
    .where(eq(attendanceAbsence.absenceId, absenceId))
  const open = await readAbsence(tx, session, absenceId)
  await tellAbsenceState(tx, session, open)
  return open
}

async function requireOpenToParents(tx: Tx): Promise<void> {
  if (!(await readAttendanceSettings(tx)).parentExcuse) throw new PortalError('attendance.absence_off')
}

async function requireSpan(tx: Tx, pupil: Attendee, given: AbsenceSpan, now: number): Promise<void> {
  const utcDay = new Date(now).toISOString().slice(0, 10)
  const book = await readRuleBook(tx, addDays(utcDay, -1), addDays(utcDay, 1))
  const problem = absenceProblem(given, book.dayFor(pupil, now))
  if (problem === 'times') throw fieldError('until', 'attendance.absence_times')
  if (problem !== null) throw fieldError(problem === 'past' ? 'firstDate' : 'lastDate', 'attendance.absence_days')
}

/** Of two notices for the same days that are sent at once, the second waits and is refused. */
function lockPupil(tx: Tx, studentId: string): Promise<void> {
  return lockUntilEnd(tx, `absences of ${studentId}`)
}

async function requireFree(
  tx: Tx,
  studentId: string,
  { firstDate, lastDate }: AbsenceSpan,
  except?: string,
): Promise<void> {
  const others = await tx.$count(
    attendanceAbsence,
    and(
      eq(attendanceAbsence.studentId, studentId),
      inArray(attendanceAbsence.state, ['open', 'accepted']),
      lte(attendanceAbsence.firstDate, lastDate),
      gte(attendanceAbsence.lastDate, firstDate),
      except === undefined ? undefined : ne(attendanceAbsence.absenceId, except),
    ),
  )
  if (others > 0) throw new PortalError('attendance.absence_overlap' satisfies ErrorCode)
}

/** A notice in one of these states, which stays in it until the transaction ends, and its pupil. */
async function lockNotice(
  tx: Tx,
  session: Session,
  absenceId: string,
  states: readonly Absence['state'][],
): Promise<{ notice: Absence; pupil: Attendee }> {
  const { person } = await readAbsence(tx, session, absenceId)
  await lockPupil(tx, person.id)
  const notice = await readAbsence(tx, session, absenceId)
  if (!states.includes(notice.state)) throw new PortalError('attendance.absence_closed')
  const pupil = await findPerson(tx, { studentId: person.id, userId: null })
  if (!pupil) throw new PortalError('attendance.absence_gone')
  return { notice, pupil }
}

/** A notice as the caller sees it. Throws 'attendance.absence_gone' for one out of sight. */
async function readAbsence(tx: Tx, session: Session, absenceId: string): Promise<Absence> {
  const rights = await readRights(tx, session)
  const which = isRowId(absenceId)
    ? and(eq(attendanceAbsence.absenceId, absenceId), await isSeen(tx, session, rights))
    : sql`false`
  const [found] = await readAbsences(tx, session, rights, which, sql`1`)
  if (!found) throw new PortalError('attendance.absence_gone')
  return found
}

async function readAbsences(
  tx: Tx,
  session: Session,
  rights: AttendanceRights,
  which: SQL | undefined,
  order: SQL,
  page: { limit: number; offset: number } = { limit: 10_000, offset: 0 },
): Promise<Absence[]> {
  const rows = await tx
    .select({
      notice: attendanceAbsence,
      requestedBy: requester.realName,
      englishRequestedBy: englishNameOf(requester.userId),
      decidedBy: decider.realName,
      englishDecidedBy: englishNameOf(decider.userId),
    })
    .from(attendanceAbsence)
    .leftJoin(requester, eq(requester.userId, attendanceAbsence.requestedBy))
    .leftJoin(decider, eq(decider.userId, attendanceAbsence.decidedBy))
    .where(which)
    .orderBy(order)
    .limit(page.limit)
    .offset(page.offset)
  if (rows.length === 0) return []
  const people = await findPeople(
    tx,
    rows.map(({ notice }) => ({ studentId: notice.studentId, userId: null })),
  )
  const children = await findChildren(tx, session)
  const own = await findOwnChildren(tx, session, [...people.keys()])
  const takes = await takesNotices(tx)
  return rows.flatMap(({ notice, ...by }): Absence[] => {
    const person = people.get(notice.studentId)
    if (!person) return []
    const isChild = children.has(person.id)
    const { firstDate, lastDate, from, until, kind, note } = notice
    return [
      {
        ...notice,
        person,
        requestedBy: toAccountName(by.requestedBy, by.englishRequestedBy),
        requestedAt: notice.requestedAt.toISOString(),
        decidedBy: notice.decidedBy === null ? null : toAccountName(by.decidedBy, by.englishDecidedBy),
        decidedAt: notice.decidedAt?.toISOString() ?? null,
        ...whatMayBeDone(session, rights, notice, person, { isChild, isOwn: own.has(person.id), takes }),
        version: versionOf({ firstDate, lastDate, from, until, kind, note }),
      },
    ]
  })
}

function whatMayBeDone(
  { userId, userType }: Session,
  rights: AttendanceRights,
  { state, requestedBy, decidedBy }: Row,
  { classId }: Attendee,
  { isChild, isOwn, takes }: { isChild: boolean; isOwn: boolean; takes: boolean },
) {
  const isAuthor = requestedBy === userId
  const decides = mayApprove(rights, classId) && userType !== PUPIL
  const isOpen = state === 'open'
  const enteredIt = isAuthor && !isChild && maySee(rights, classId)
  return {
    mayDecide: isOpen && decides && !isAuthor && !isOwn,
    mayReopen: (state === 'accepted' || state === 'declined') && decides && !isAuthor && !isOwn,
    ownChild: isOpen && decides && isOwn,
    mayChange: isOpen && ((isChild && takes) || enteredIt),
    mayWithdraw: isOpen ? isChild || enteredIt : state === 'accepted' && enteredIt && decidedBy === userId,
  }
}

function isOf(studentId: string): SQL {
  return isRowId(studentId) ? eq(attendanceAbsence.studentId, studentId) : sql`false`
}

/** Those of the caller, the caller's children, and the pupils whom the caller sees. */
async function isSeen(tx: Tx, session: Session, { viewAll, seesOf }: AttendanceRights): Promise<SQL | undefined> {
  if (viewAll) return sql`true`
  return or(inArray(attendanceAbsence.studentId, await findOwnPupils(tx, session)), isOfClasses(seesOf))
}

/** Not the caller's own, and not of the caller's children. */
function isDecidable({ userId }: Session, { approveAll, approvesOf }: AttendanceRights): SQL | undefined {
  return and(
    approveAll ? isNotOfLeaver(attendanceAbsence.studentId) : isOfClasses(approvesOf),
    sql`${attendanceAbsence.requestedBy} is distinct from ${userId}`,
    sql`not ${isOwnChild(attendanceAbsence.studentId, userId)}`,
  )
}

function isOfClasses(classIds: readonly string[]): SQL {
  if (classIds.length === 0) return sql`false`
  return sql`${attendanceAbsence.studentId} in
    (select ${student.studentId} from ${student} where ${inArray(student.classId, [...classIds])})`
}
