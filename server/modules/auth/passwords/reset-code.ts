import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Session } from '../../../http/call.ts'
import type { Database } from '../../../db/database.ts'
import { passwordReset } from '../../../db/schema/passwords.ts'
import type { Passwords } from './passwords.ts'
import { findPersonToHelp } from '../person-to-help.ts'
import { type Origin, recordSignInEvent } from '../sign-in-events.ts'

/** 32 signs of which none is taken for another when it is read out or copied from paper: no I, O, 0 and 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 8
/** Seconds for which a code is good. */
const CODE_SECONDS = 24 * 3600

/** A code as it was told once, and to whom it belongs. */
export interface IssuedCode {
  readonly code: string
  readonly loginName: string
  readonly realName: string
  readonly expiresAt: string
}

/** Eight random signs: 40 bits. */
export function createCode(): string {
  // 32 signs: the lowest five bits of a byte choose among them evenly.
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
}

/** A code however it was typed: small letters, full-width ones, with spaces or hyphens. */
export function readCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

/**
 * Issues a code with which a person of the administrator's unit sets a new password; an earlier one is void. Throws 'password.no_such_person' and
 * 'password.own_code': whoever finds an administrator's window open must not get their password by it.
 */
export async function issueCode(
  database: Database,
  passwords: Passwords,
  administrator: Session,
  loginName: string,
  origin: Origin,
): Promise<IssuedCode> {
  const { unitId, userId: issuedBy } = administrator
  const scope = { unitId, userId: issuedBy }
  const person = await database.inUnit(scope, (tx) =>
    findPersonToHelp(tx, administrator, loginName, 'password.own_code'),
  )
  const { userId } = person

  const code = createCode()
  const codeHash = await passwords.hash(code)
  const expiresAt = await database.inUnit(scope, async (tx) => {
    const earlier = and(eq(passwordReset.userId, userId), eq(passwordReset.kind, 'admin'), isNull(passwordReset.usedAt))
    // Two administrators at once: the second waits here, and voids what the first has issued.
    await tx.execute(sql`select from user_account where user_id = ${userId} for no key update`)
    await tx.delete(passwordReset).where(earlier)
    const [issued] = await tx
      .insert(passwordReset)
      .values({
        unitId,
        userId,
        kind: 'admin',
        codeHash,
        issuedBy,
        expiresAt: sql`now() + make_interval(secs => ${CODE_SECONDS})`,
      })
      .returning({ expiresAt: passwordReset.expiresAt })
    if (!issued) throw new Error('the code was not stored')
    await recordSignInEvent(tx, { unitId, userId, kind: 'reset-code-issued', ...origin })
    return issued.expiresAt.toISOString()
  })
  return { code, loginName: person.loginName, realName: person.realName, expiresAt }
}
