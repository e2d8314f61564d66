import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceCode } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'
import { inlineBytes } from '../../db/one-trip.ts'
import type { Call, Handler } from '../../http/call.ts'
import { countAttempt, counterKey } from '../auth/login-limits.ts'
import { findOwn } from './attendance-access.ts'
import { attendeeJson, isAbout, keyOf, type Attendee } from './attendance-people.ts'

/** Digits of a personal code. */
const LENGTH = 8
/** So many collisions in a row do not happen. */
const TRIES = 20

/**
 * Unknown digits of a station before it has to wait, and the longest wait. Readers sometimes misread cards; manual guessing soon has to wait. A wait
 * loses no capture: later ones are delivered after it.
 */
const UNKNOWN_LIMIT = { free: 20, capSeconds: 30 }

type Kind = 'card' | 'personal'

/** The personal code of the caller or a child. Throws the codes of `findOwn`. */
export const readCode: Handler<typeof attendance.code> = async ({ studentId }, { tx, session, request }) => {
  const person = await findOwn(tx, session, studentId)
  const [found] = await tx.select().from(attendanceCode).where(isOf(person, 'personal'))
  if (!found) return { code: null, since: null }
  return { code: openCode(request.server.vault, found), since: found.setAt.toISOString() }
}

/** Replaces the personal code of the caller or a child. Throws the codes of `findOwn`. */
export const renewCode: Handler<typeof attendance.renewCode> = async ({ studentId }, call) => {
  const person = await findOwn(call.tx, call.session, studentId)
  await dropCode(call, person, 'personal')
  for (let tried = 0; tried < TRIES; tried++) {
    const made = String(randomInt(10 ** LENGTH)).padStart(LENGTH, '0')
    const since = await keepCode(call, person, 'personal', made)
    if (since) return { code: made, since: since.toISOString() }
  }
  throw new Error('no personal code is free')
}

/** Decrypts the digits of a row. */
export function openCode(vault: Vault, { codeId, sealedCode }: typeof attendanceCode.$inferSelect): string {
  return vault.open(sealedCode, `attendance code ${codeId}`)
}

/** Stores a code for a person without one of this kind; returns its time, or undefined where another person of the unit has these digits. */
export async function keepCode(
  { tx, session: { unitId }, request }: Call,
  person: Attendee,
  kind: Kind,
  digits: string,
): Promise<Date | undefined> {
  const { vault } = request.server
  const codeId = randomUUID()
  const sealedCode = vault.seal(digits, `attendance code ${codeId}`)
  const [kept] = await tx
    .insert(attendanceCode)
    .values({ codeId, unitId, kind, ...keyOf(person), mark: markOf(vault, unitId, digits), sealedCode })
    .onConflictDoNothing({ target: [attendanceCode.unitId, attendanceCode.mark] })
    .returning({ setAt: attendanceCode.setAt })
  return kept?.setAt
}

/** Deletes a person's code of a kind; returns its digits, or null without one. */
export async function dropCode({ tx, request }: Call, person: Attendee, kind: Kind): Promise<string | null> {
  const [gone] = await tx.delete(attendanceCode).where(isOf(person, kind)).returning()
  return gone ? openCode(request.server.vault, gone) : null
}

/** The parts of a statement with inlined values that identify the person of digits. */
export function identifyByCode(vault: Vault, unitId: string, digits: string) {
  const found = (
    column: 'student_id' | 'user_id' | 'kind',
  ) => sql`(select c.${sql.identifier(column)} from attendance_code c
    where c.unit_id = portal_unit_id() and c.mark = ${inlineBytes(markOf(vault, unitId, digits))})`
  return { attendee: attendeeJson(found('student_id'), found('user_id')), kind: found('kind') }
}

/** The key of the counter of unknown digits at a station. */
export function codeCounterKey(stationId: string): Buffer {
  return counterKey('attendance code', stationId)
}

/** Counts digits without a person. The transaction must commit. */
export function countUnknownCode(tx: Tx, stationId: string): Promise<void> {
  return countAttempt(tx, codeCounterKey(stationId), UNKNOWN_LIMIT)
}

function markOf(vault: Vault, unitId: string, digits: string): Buffer {
  return vault.mark(digits, `attendance code ${unitId}`)
}

function isOf(person: Attendee, kind: Kind): SQL | undefined {
  return and(isAbout(attendanceCode, [person]), eq(attendanceCode.kind, kind))
}
