import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { code, renewCode } from '../../../contract/endpoints/attendance.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceCode } from '../../db/schema/attendance.ts'
import type { Vault } from '../../runtime/vault.ts'
import { keyOf, type Clocker, type PersonKey } from './attendance-people.ts'

/** Digits of a personal code. */
const LENGTH = 8
/** Nobody meets so many codes of others in a row. */
const TRIES = 20

type Kind = 'card' | 'personal'

/** By which digits a person is known, as they were set. */
export interface SetCode {
  readonly code: string
  readonly since: Date
}

/** A person's personal code, for whoever may know it. */
export async function readPersonalCode(tx: Tx, vault: Vault, person: Clocker): Promise<ResponseOf<typeof code>> {
  const found = await readCode(tx, vault, person, 'personal')
  return { code: found?.code ?? null, since: found?.since.toISOString() ?? null }
}

/** Gives a person a new personal code, in the place of the one before. */
export async function renewPersonalCode(
  tx: Tx,
  vault: Vault,
  unitId: string,
  person: Clocker,
): Promise<ResponseOf<typeof renewCode>> {
  await dropCode(tx, person, 'personal')
  for (let tried = 0; tried < TRIES; tried++) {
    const made = String(randomInt(10 ** LENGTH)).padStart(LENGTH, '0')
    const since = await keepCode(tx, vault, unitId, person, 'personal', made)
    if (since) return { code: made, since: since.toISOString() }
  }
  throw new Error('no personal code is free')
}

/** A person's code of a kind, opened. */
export async function readCode(tx: Tx, vault: Vault, person: Clocker, kind: Kind): Promise<SetCode | undefined> {
  const [found] = await tx.select().from(attendanceCode).where(isOf(person, kind))
  return found && { code: openCode(vault, found.codeId, found.sealedCode), since: found.setAt }
}

/** Opens the digits of a row of `attendance_code`. */
export function openCode(vault: Vault, codeId: string, sealed: Uint8Array): string {
  return vault.open(sealed, `attendance code ${codeId}`)
}

/** Keeps a code for a person who has none of this kind; since when, or undefined where somebody of the unit has these digits. */
export async function keepCode(
  tx: Tx,
  vault: Vault,
  unitId: string,
  person: Clocker,
  kind: Kind,
  digits: string,
): Promise<Date | undefined> {
  const codeId = randomUUID()
  const sealedCode = vault.seal(digits, `attendance code ${codeId}`)
  const [kept] = await tx
    .insert(attendanceCode)
    .values({ codeId, unitId, kind, ...keyOf(person), mark: markOf(vault, unitId, digits), sealedCode })
    .onConflictDoNothing({ target: [attendanceCode.unitId, attendanceCode.mark] })
    .returning({ setAt: attendanceCode.setAt })
  return kept?.setAt
}

/** Takes a person's code of a kind away, if there is one. */
export async function dropCode(tx: Tx, person: Clocker, kind: Kind): Promise<void> {
  await tx.delete(attendanceCode).where(isOf(person, kind))
}

/** Whose digits they are, and of which kind. */
export async function findByCode(
  tx: Tx,
  vault: Vault,
  unitId: string,
  digits: string,
): Promise<(PersonKey & { kind: Kind }) | undefined> {
  const { studentId, userId, kind } = attendanceCode
  const [found] = await tx
    .select({ studentId, userId, kind })
    .from(attendanceCode)
    .where(
      and(eq(attendanceCode.unitId, sql`portal_unit_id()`), eq(attendanceCode.mark, markOf(vault, unitId, digits))),
    )
  return found
}

function markOf(vault: Vault, unitId: string, digits: string): Buffer {
  return vault.mark(digits, `attendance code ${unitId}`)
}

function isOf(person: Clocker, kind: Kind): SQL | undefined {
  const own = person.kind === 'pupil' ? eq(attendanceCode.studentId, person.id) : eq(attendanceCode.userId, person.id)
  return and(own, eq(attendanceCode.kind, kind))
}
