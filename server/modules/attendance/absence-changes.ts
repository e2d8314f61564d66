import { and, eq, gte, inArray, lte, ne } from 'drizzle-orm'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import {
  changeAbsence,
  type decideAbsence,
  type requestAbsence,
} from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { absenceProblem, type AbsenceSpan } from '../../../contract/rules/attendance/absence-rule.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { attendanceAbsence } from '../../db/tables.generated.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireVersion } from '../../http/record-version.ts'
import { tellAbsence, tellAbsenceState } from './absence-messages.ts'
import { readAbsence, readExcuseRole } from './absences.ts'
import { findChildren, findOwnChildren, isGuardian } from './attendance-access.ts'
import { type Attendee, findPerson } from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'
import { decidedNow, lockRequest, requireDecider, UNDECIDED } from './decided-requests.ts'
import { readRuleBook } from './rule-book.ts'

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
  return notice
}

function storedSpan({ from, until, note, ...given }: Omit<ParsedRequestOf<typeof requestAbsence>, 'studentId'>) {
  return { ...given, fromTime: from, untilTime: until, note: note.trim() }
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
  await tx.update(attendanceAbsence).set(storedSpan(given)).where(eq(attendanceAbsence.absenceId, absenceId))
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
  // Staff entered it, and the guardians were told of that.
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
  requireDecider(notice)
  await tx
    .update(attendanceAbsence)
    .set({ state: accept ? 'accepted' : 'declined', decisionNote: note.trim(), ...decidedNow(session) })
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
  // Another notice for these days may have been entered since this one was declined.
  await requireFree(tx, pupil.id, notice, absenceId)
  await tx
    .update(attendanceAbsence)
    .set({ ...UNDECIDED, decisionNote: '' })
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

/** A notice in one of these states, which stays in it until the transaction ends, and its pupil. */
async function lockNotice(
  tx: Tx,
  session: Session,
  absenceId: string,
  states: readonly Absence['state'][],
): Promise<{ notice: Absence; pupil: Attendee }> {
  const { person } = await readAbsence(tx, session, absenceId)
  const read = () => readAbsence(tx, session, absenceId)
  const notice = await lockRequest(tx, lockOf(person.id), read, states, 'attendance.absence_closed')
  const pupil = await findPerson(tx, { studentId: person.id, userId: null })
  if (!pupil) throw new PortalError('attendance.absence_gone')
  return { notice, pupil }
}
