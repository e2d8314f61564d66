import { and, eq, sql } from 'drizzle-orm'
import type { Correction, decideCorrection, requestCorrection } from '../../../contract/endpoints/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import { DAY_START } from '../../../contract/rules/attendance-rule.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { attendanceCorrection, attendanceEvent } from '../../db/schema/attendance.ts'
import { findOwn } from './attendance-access.ts'
import { keyOf } from './attendance-people.ts'
import { readCorrection } from './corrections.ts'
import { tellDecision } from './decision-notice.ts'
import { tellRequest } from './request-notice.ts'
import { readRuleBook } from './rule-book.ts'

/** Days back for which somebody remembers when they came. */
const DAYS_BACK = 60

/**
 * Asks for a coming or going to be added, for oneself or one's child; who decides is told. `now`: milliseconds since 1970. Throws 'attendance.correction_time'
 * and 'attendance.correction_open'.
 */
export async function askForCorrection(
  tx: Tx,
  session: Session,
  { date, direction, time, reason, studentId }: ParsedRequestOf<typeof requestCorrection>,
  now: number,
): Promise<Correction> {
  const person = await findOwn(tx, session, studentId)
  const book = await readRuleBook(tx, date, addDays(date, 1))
  // A time before the start of the day is one of the night after it.
  const start = minutesOf(book.ruleFor(person, date)?.dayStart ?? DAY_START)
  const minutes = minutesOf(time)
  const wall = { date, minutes: minutes < start ? minutes + 24 * 60 : minutes }
  const at = momentOf(wall, book.timeZone)
  if (at > now || date < addDays(book.dayFor(person, now), -DAYS_BACK))
    throw new PortalError('attendance.correction_time')
  const wanted = reason.trim()
  if (wanted === '') throw new PortalError('request.invalid', { fields: [{ field: 'reason', code: 'field.required' }] })
  const [written] = await tx
    .insert(attendanceCorrection)
    .values({
      unitId: session.unitId,
      ...keyOf(person),
      date,
      direction,
      time,
      at: new Date(at),
      reason: wanted,
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
 * Approves a request, which adds what it asks for, or refuses it; who asked is told. Throws 'attendance.correction_gone', 'attendance.correction_closed' and
 * 'access.denied'.
 */
export async function decideAboutCorrection(
  tx: Tx,
  session: Session,
  { correctionId, approve, note }: ParsedRequestOf<typeof decideCorrection>,
): Promise<Correction> {
  const found = await lockOpen(tx, session, correctionId)
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

/** Takes back one's own request. Throws 'attendance.correction_gone', 'attendance.correction_closed' and 'access.denied'. */
export async function takeBackCorrection(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  const found = await lockOpen(tx, session, correctionId)
  if (!found.mayWithdraw) throw new PortalError('access.denied')
  await tx
    .update(attendanceCorrection)
    .set({ state: 'withdrawn', decidedAt: sql`clock_timestamp()` })
    .where(eq(attendanceCorrection.correctionId, correctionId))
  return readCorrection(tx, session, correctionId)
}

/** Of two who decide at once, the second finds it decided. */
async function lockOpen(tx: Tx, session: Session, correctionId: string): Promise<Correction> {
  await lockUntilEnd(tx, `attendance correction ${correctionId}`)
  const found = await readCorrection(tx, session, correctionId)
  if (found.state !== 'open') throw new PortalError('attendance.correction_closed')
  return found
}
