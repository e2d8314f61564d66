import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { DAY_START } from '../../../contract/rules/attendance/attendance-rule.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceCorrection, attendanceEvent } from '../../db/tables.generated.ts'
import type { Handler, Session } from '../../http/call.ts'
import { findOwn, isOwnPupil, readRights, type AttendanceRights } from './attendance-access.ts'
import { isAbout, keyOf, type Attendee } from './attendance-people.ts'
import {
  atPage,
  decidedNow,
  isDecidable,
  isId,
  isInCharge,
  lockRequest,
  readRequests,
  type RequestQuery,
  requireDecider,
} from './decided-requests.ts'
import { tellCorrection, tellCorrectionState } from './request-messages.ts'
import { readRuleBook } from './rule-book.ts'

/** Requests of the caller and for their children, and those that they may decide, newest first. */
export const listCorrections: Handler<typeof attendance.corrections> = async (
  { state, toDecide = false, mine = false, page = 1 },
  { tx, session },
) => {
  const rights = await readRights(tx, session)
  const seen = toDecide
    ? isDecidable(attendanceCorrection, session, rights)
    : or(isOwn(session), isInCharge(attendanceCorrection, rights))
  const which = and(seen, mine ? isOwn(session) : undefined, state && eq(attendanceCorrection.state, state))
  const order = [desc(attendanceCorrection.requestedAt), attendanceCorrection.correctionId]
  const found = await readCorrections(tx, session, rights, { which, order, page: atPage(page) })
  return { total: await tx.$count(attendanceCorrection, which), corrections: found }
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
  const order = [attendanceCorrection.requestedAt, attendanceCorrection.correctionId]
  const found = await readCorrections(tx, session, rights, { which, order })
  return new Map(found.map((correction) => [`${correction.person.id} ${correction.date}`, correction]))
}

/** A request as the caller sees it. Throws 'attendance.correction_gone' for one out of sight. */
async function readCorrection(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  const rights = await readRights(tx, session)
  const seen = or(isOwn(session), isInCharge(attendanceCorrection, rights))
  const which = and(isId(attendanceCorrection.correctionId, correctionId), seen)
  const [found] = await readCorrections(tx, session, rights, { which })
  if (!found) throw new PortalError('attendance.correction_gone')
  return found
}

async function readCorrections(tx: Tx, session: Session, rights: AttendanceRights, query: RequestQuery) {
  const found = await readRequests(tx, session, rights, attendanceCorrection, query)
  return found.map(({ row, decides, ownChild, ...shown }) => {
    const isOpen = row.state === 'open'
    return {
      ...row,
      ...shown,
      mayDecide: isOpen && decides,
      ownChild: isOpen && ownChild,
      mayWithdraw: isOpen && row.requestedBy === session.userId,
    }
  })
}

const isOwn = (session: Session) =>
  or(
    eq(attendanceCorrection.userId, session.userId),
    eq(attendanceCorrection.requestedBy, session.userId),
    isOwnPupil(attendanceCorrection.studentId, session),
  )

/** Days back for which a correction can be requested. */
const DAYS_BACK = 60

/** Requests an added clock event, for the caller or a child, and notifies those who decide. Throws what the endpoint says. */
export const requestCorrection: Handler<typeof attendance.requestCorrection> = async (
  { date, direction, time, reason, studentId },
  { tx, session, request },
) => {
  const now = request.server.now()
  const person = await findOwn(tx, session, studentId)
  const book = await readRuleBook(tx, date, addDays(date, 1))
  // A time before the start of the day belongs to the night after it.
  const start = minutesOf(book.ruleFor(person, date)?.dayStart ?? DAY_START)
  const minutes = minutesOf(time)
  const wall = { date, minutes: minutes < start ? minutes + 24 * 60 : minutes }
  const at = momentOf(wall, book.timeZone)
  if (at > now || date < addDays(book.dayFor(person, now), -DAYS_BACK))
    throw new PortalError('attendance.correction_time')
  const { unitId, userId: requestedBy } = session
  const asked = { date, direction, time, reason, at: new Date(at) }
  const [written] = await tx
    .insert(attendanceCorrection)
    .values({ unitId, ...keyOf(person), ...asked, requestedBy })
    .onConflictDoNothing()
    .returning({ correctionId: attendanceCorrection.correctionId })
  if (!written) throw new PortalError('attendance.correction_open')
  const shown = await readCorrection(tx, session, written.correctionId)
  await tellCorrection(tx, session, shown, person)
  return shown
}

/** Approves a request, which adds its clock event, or refuses it, and notifies its author. Throws what the endpoint says, and 'access.denied'. */
export const decideCorrection: Handler<typeof attendance.decideCorrection> = async (
  { correctionId, approve, note },
  { tx, session, record },
) => {
  await record(tx, { target: { kind: 'correction', id: correctionId }, changes: { approve, note } })
  requireDecider(await lockOpen(tx, session, correctionId))
  const [decided] = await tx
    .update(attendanceCorrection)
    .set({ state: approve ? 'approved' : 'refused', note: note.trim(), ...decidedNow(session) })
    .where(eq(attendanceCorrection.correctionId, correctionId))
    .returning()
  if (!decided) throw new PortalError('attendance.correction_gone')
  const { unitId, studentId, userId, at, direction } = decided
  if (approve) {
    await tx
      .insert(attendanceEvent)
      .values({ unitId, studentId, userId, at, direction, source: 'correction', correctionId })
  }
  const shown = await readCorrection(tx, session, correctionId)
  await tellCorrectionState(tx, session, shown, decided.requestedBy)
  return shown
}

/** Withdraws an own request. Throws what the endpoint says, and 'access.denied'. */
export const withdrawCorrection: Handler<typeof attendance.withdrawCorrection> = async (
  { correctionId },
  { tx, session },
) => {
  const found = await lockOpen(tx, session, correctionId)
  if (!found.mayWithdraw) throw new PortalError('access.denied')
  await tx
    .update(attendanceCorrection)
    .set({ state: 'withdrawn', decidedAt: sql`clock_timestamp()` })
    .where(eq(attendanceCorrection.correctionId, correctionId))
  return readCorrection(tx, session, correctionId)
}

function lockOpen(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  const read = () => readCorrection(tx, session, correctionId)
  return lockRequest(tx, `attendance correction ${correctionId}`, read, ['open'], 'attendance.correction_closed')
}
