import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { issueCode as issueCodeEndpoint } from '../../../../contract/endpoints/sign-in/passwords.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { foldText } from '../../../../contract/rules/text/fold-text.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { StreamCall } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { isoText, queryValue } from '../../../db/query.ts'
import { userAccount } from '../../../db/tables.generated.ts'
import type { Passwords } from './passwords.ts'
import { findBeyondScope } from '../class-scope.ts'
import { concernsStaff, requireMayActFor } from '../may-act-for.ts'
import { originOf, recordSignInEvent } from '../sign-in-events.ts'

/** Without characters that are taken for others when read out or copied from paper: no I, O, 0 and 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 8
const CODE_SECONDS = 24 * 3600

export function createCode(): string {
  // 40 bits: the lowest five bits of a byte choose among 32 characters evenly.
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
}

/** Ignores case, full-width forms, spaces and hyphens. */
export function readCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

/** Voids an earlier code. Throws 'password.no_such_person', and 'password.own_code': an unattended window must not give away the administrator's password. */
export async function issueCode(
  call: StreamCall,
  passwords: Passwords,
  loginName: string,
): Promise<ResponseOf<typeof issueCodeEndpoint>> {
  const { unitId, userId: issuedBy } = call.session
  const person = await call.inUnit(async (tx) => {
    const found = await findPersonToHelp(tx, call, loginName, 'password.own_code')
    call.requireFresh(await concernsStaff(tx, [found.userId]))
    return found
  })
  const { userId } = person

  const code = createCode()
  const codeHash = await passwords.hash(code)
  const expiresAt = await call.inUnit(async (tx) => {
    // Two administrators at once: the second waits here, and voids the first one's code.
    await tx.execute(sql`select from user_account where user_id = ${userId} for no key update`)
    await tx.execute(sql`delete from password_reset where user_id = ${userId} and kind = 'admin' and used_at is null`)
    const issued = await queryValue(tx, z.string())`
      insert into password_reset (unit_id, user_id, kind, code_hash, issued_by, expires_at)
      values (${unitId}, ${userId}, 'admin', ${codeHash}, ${issuedBy}, now() + make_interval(secs => ${CODE_SECONDS}))
      returning ${isoText(sql`expires_at`)}`
    await recordSignInEvent(tx, { unitId, userId, kind: 'reset-code-issued', ...originOf(call.request) })
    await call.record(tx, { target: { kind: 'person', id: userId } })
    return issued
  })
  return { ...person, code, expiresAt }
}

export type PersonToHelp = Awaited<ReturnType<typeof findPersonToHelp>>

/**
 * Throws `ifOneself` for the administrator's own account, and 'access.denied' for one out of the caller's reach. 'password.no_such_person' also for a closed account; in a part of the unit
 * 'password.nobody_in_part', the same for an account beyond it, since the caller must not learn which names there are elsewhere.
 */
export async function findPersonToHelp(
  tx: Tx,
  { session: administrator, scope }: Pick<StreamCall, 'session' | 'scope'>,
  loginName: string,
  ifOneself: ErrorCode,
) {
  const [person] = await tx
    .select({
      userId: userAccount.userId,
      loginName: userAccount.loginName,
      realName: userAccount.realName,
      englishName: userAccount.englishName,
    })
    .from(userAccount)
    .where(and(eq(userAccount.loginKey, foldText(loginName)), eq(userAccount.status, 1)))
  if (person?.userId === administrator.userId) throw new PortalError(ifOneself)
  if (!person || (await findBeyondScope(tx, scope, [person.userId])).size > 0)
    throw new PortalError(scope === null ? 'password.no_such_person' : 'password.nobody_in_part')
  await requireMayActFor(tx, administrator, [person.userId])
  return person
}
