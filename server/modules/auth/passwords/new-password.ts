import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { PortalError } from '../../../../contract/portal-error.ts'
import { followsRule, isSameName, type PasswordRule } from '../../../../contract/rules/password.ts'
import type { Session } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { credential, loginDevice } from '../../../db/schema/identity.ts'
import { passwordReset } from '../../../db/schema/passwords.ts'
import { isGuessable } from './guessable-passwords.ts'
import type { Passwords } from './passwords.ts'

export interface PasswordContext {
  readonly loginName: string
  readonly schoolName: string
  readonly passwordHash: string | null
  readonly rule: PasswordRule
}

/** Throws 'password.against_rule', 'password.is_login_name', 'password.unchanged', 'password.guessable' or 'server.unavailable'. */
export async function hashNewPassword(
  passwords: Passwords,
  context: PasswordContext,
  password: string,
): Promise<string> {
  if (!followsRule(password, context.rule)) throw refuse('password.against_rule')
  if (isSameName(password, context.loginName)) throw refuse('password.is_login_name')
  if (context.passwordHash !== null && (await passwords.verify(context.passwordHash, password)))
    throw refuse('password.unchanged')
  if (isGuessable(password, [context.loginName, context.schoolName])) throw refuse('password.guessable')
  return passwords.hash(password)
}

function refuse(
  code: 'password.against_rule' | 'password.is_login_name' | 'password.unchanged' | 'password.guessable',
): PortalError {
  return new PortalError(code, { fields: [{ field: 'newPassword', code }] })
}

/** Stores a new password and voids all other proofs. False when the stored hash is no longer `before`; null replaces any. */
export async function storePassword(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  passwordHash: string,
  before: string | null,
): Promise<boolean> {
  const stored = await tx
    .insert(credential)
    .values({ unitId, userId, passwordHash })
    .onConflictDoUpdate({
      target: credential.userId,
      set: { passwordHash, changedAt: sql`now()` },
      ...(before !== null && { setWhere: eq(credential.passwordHash, before) }),
    })
    .returning({ userId: credential.userId })
  await tx.delete(passwordReset).where(and(eq(passwordReset.userId, userId), isNull(passwordReset.usedAt)))
  return stored.length > 0
}

/** Forgets a person's devices but the one with this hash. */
export async function forgetDevices(tx: Tx, userId: string, except: Buffer | null): Promise<void> {
  const others = except === null ? undefined : ne(loginDevice.deviceHash, except)
  await tx.delete(loginDevice).where(and(eq(loginDevice.userId, userId), others))
}
