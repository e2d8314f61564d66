import { and, eq, gte, inArray, lte, ne } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import * as absences from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { absenceProblem, type AbsenceSpan } from '../../../contract/rules/attendance/absence-rule.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { attendanceAbsence } from '../../db/tables.generated.ts'
import { fieldError, type Handler, type Session } from '../../http/call.ts'
import { requireVersion } from '../../http/record-version.ts'
import { readAbsence, readExcuseRole } from './absences.ts'
import { hasOwnChild, isGuardian } from './attendance-access.ts'
import { type Attendee, findPerson } from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'
import { decidedNow, lockRequest, requireDecider, UNDECIDED } from './decided-requests.ts'
import { tellAbsence, tellAbsenceState } from './request-messages.ts'
import { readRuleBook } from './rule-book.ts'

const PARENT = 3

/**
 * Enters a notice: a guardian's waits, and those who decide are told; one of staff who decides is accepted, and the guardians are told. Throws what the
 * endpoint says.
 */
export const requestAbsence: Handler<typeof absences.requestAbsence> = async (
  { studentId, ...given },
  { tx, session, request, record },
) => {
  const pupil = await findPerson(tx, { studentId })
  const role = pupil ? await readExcuseRole(tx, session, pupil) : null
  if (!pupil || role === null) throw new PortalError('access.denied')
  if (role === 'guardian') await requireOpenToParents(tx)
  await requireSpan(tx, pupil, given, request.server.now())
  await lockUntilEnd(tx, lockOf(studentId))
  await requireFree(tx, studentId, given)
  const isAccepted = role === 'decides'
  const [written] = await tx
    .insert(attendanceAbsence)
    .values({
      ...storedSpan(given),
      unitId: session.unitId,
      studentId,
      requestedBy: session.userId,
      ...(isAccepted && { state: 'accepted', ...decidedNow(session) }),
    })
    .returning({ absenceId: attendanceAbsence.absenceId })
  if (!written) throw new Error('the notice was not written')
  const notice = await readAbsence(tx, session, written.absenceId)
  if (isAccepted) await tellAbsenceState(tx, session, notice)
  else await tellAbsence(tx, session, notice, pupil)
  // A guardian's notice is a request; one that staff enters is recorded in the trail.
  if (session.userType !== PARENT) {
    const { note: _, ...changes } = given
    await record(tx, { target: { kind: 'pupil', id: notice.person.id }, changes })
  }
  return notice
}

function storedSpan({
  from,
  until,
  note,
  ...given
}: Omit<ParsedRequestOf<typeof absences.requestAbsence>, 'studentId'>) {
  return { ...given, fromTime: from, untilTime: until, note: note.trim() }
}

/** Changes a notice that waits. Throws what the endpoint says. */
export const changeAbsence: Handler<typeof absences.changeAbsence> = async (
  { absenceId, version, ...given },
  { tx, session, request },
) => {
  const notice = await lockNotice(tx, session, absenceId, ['open'])
  if (await isGuardian(tx, session, notice.person)) await requireOpenToParents(tx)
  if (!notice.mayChange) throw new PortalError('access.denied')
  await requireVersion(tx, absences.changeAbsence, { known: version, current: notice })
  await requireSpan(tx, notice.person, given, request.server.now())
  await requireFree(tx, notice.person.id, given, absenceId)
  await tx.update(attendanceAbsence).set(storedSpan(given)).where(eq(attendanceAbsence.absenceId, absenceId))
  return readAbsence(tx, session, absenceId)
}

/** Withdraws a notice. Throws what the endpoint says. */
export const withdrawAbsence: Handler<typeof absences.withdrawAbsence> = async (
  { absenceId },
  { tx, session, record },
) => {
  const notice = await lockNotice(tx, session, absenceId, ['open', 'accepted'])
  if (!notice.mayWithdraw) {
    const isDecided = notice.state === 'accepted' && (await isGuardian(tx, session, notice.person))
    throw new PortalError(isDecided ? 'attendance.absence_closed' : 'access.denied')
  }
  // Staff entered an accepted one, and the guardians were told of that.
  const withdrawn = await setState(tx, session, absenceId, { state: 'withdrawn' }, notice.state === 'accepted')
  if (session.userType !== PARENT) await record(tx, { target: { kind: 'absence', id: absenceId } })
  return withdrawn
}

/** Accepts or declines a notice, and tells the guardians. Throws what the endpoint says. */
export const decideAbsence: Handler<typeof absences.decideAbsence> = async (
  { absenceId, accept, note },
  { tx, session, record },
) => {
  await record(tx, { target: { kind: 'absence', id: absenceId }, changes: { accept, note } })
  requireDecider(await lockNotice(tx, session, absenceId, ['open']))
  const set = { state: accept ? 'accepted' : 'declined', decisionNote: note.trim(), ...decidedNow(session) } as const
  return setState(tx, session, absenceId, set)
}

/** Takes a decision back, and tells the guardians. Throws what the endpoint says, and 'attendance.absence_overlap'. */
export const reopenAbsence: Handler<typeof absences.reopenAbsence> = async ({ absenceId }, { tx, session, record }) => {
  await record(tx, { target: { kind: 'absence', id: absenceId } })
  const notice = await lockNotice(tx, session, absenceId, ['accepted', 'declined'])
  if (!notice.mayReopen) {
    const isOwn = await hasOwnChild(tx, session, notice.person.id)
    throw new PortalError(isOwn ? 'attendance.own_child' : 'access.denied')
  }
  // Another notice for these days may have been entered since this one was declined.
  await requireFree(tx, notice.person.id, notice, absenceId)
  return setState(tx, session, absenceId, { ...UNDECIDED, decisionNote: '' })
}

/** Returns the notice as it is then, and tells the guardians of it. */
async function setState(
  tx: Tx,
  session: Session,
  absenceId: string,
  set: PgUpdateSetSource<typeof attendanceAbsence>,
  tells = true,
): Promise<Absence> {
  await tx.update(attendanceAbsence).set(set).where(eq(attendanceAbsence.absenceId, absenceId))
  const notice = await readAbsence(tx, session, absenceId)
  if (tells) await tellAbsenceState(tx, session, notice)
  return notice
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

/** The lock under which notices of a pupil are written: of two for the same days that are sent at once, the second waits and is refused. */
const lockOf = (studentId: string) => `absences of ${studentId}`

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
  if (others > 0) throw new PortalError('attendance.absence_overlap')
}

/** A notice in one of these states, which stays in it until the transaction ends. */
async function lockNotice(tx: Tx, session: Session, absenceId: string, states: readonly Absence['state'][]) {
  const read = () => readAbsence(tx, session, absenceId)
  return lockRequest(tx, lockOf((await read()).person.id), read, states, 'attendance.absence_closed')
}
