import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type * as passwordsEndpoints from '../../../../contract/endpoints/sign-in/passwords.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { followsRule, isSameName, type PasswordRule } from '../../../../contract/rules/sign-in/password.ts'
import { fieldError, type Session, type StreamCall } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { credential, passwordReset, unit, userAccount } from '../../../db/tables.generated.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isGuessable } from './guessable-passwords.ts'
import { type Passwords, verifyCounted } from './passwords.ts'
import { noticeOf } from '../account-notices.ts'
import { forgetBoundSignIn } from '../bound-sign-in.ts'
import { findBeyondIssuer } from '../may-act-for.ts'
import { beginOwnAttempt } from '../own-proof.ts'
import { endOtherSessions, forgetDevices } from '../own-sessions.ts'
import { hashToken, readDeviceToken } from '../session-tokens.ts'
import { type Origin, originOf, recordSignInEvent } from '../sign-in-events.ts'

export interface PasswordContext {
  readonly loginName: string
  readonly schoolName: string
  readonly passwordHash: string | null
  readonly rule: PasswordRule
}

/** Throws 'password.against_rule', 'password.is_login_name', 'password.unchanged', 'password.common', 'password.guessable' or 'server.unavailable'. */
export async function hashNewPassword(
  passwords: Passwords,
  context: PasswordContext,
  password: string,
): Promise<string> {
  if (!followsRule(password, context.rule)) throw fieldError('newPassword', 'password.against_rule')
  if (isSameName(password, context.loginName)) throw fieldError('newPassword', 'password.is_login_name')
  if (context.passwordHash !== null && (await passwords.verify(context.passwordHash, password)))
    throw fieldError('newPassword', 'password.unchanged')
  if (await isCommonPassword(password)) throw fieldError('newPassword', 'password.common')
  if (isGuessable(password, [context.loginName, context.schoolName]))
    throw fieldError('newPassword', 'password.guessable')
  return passwords.hash(password)
}

interface NewPassword {
  readonly passwordHash: string
  /** The hash before: of a password of the person's own, or of one that the school gave. 'any': what was proved was something else, or nothing. */
  readonly replaces: { readonly own: string } | { readonly first: string } | 'any'
  /** Who gives it as a first password; undefined for one of the person's own. */
  readonly issuedBy?: string
  readonly origin: Origin
}

/**
 * Stores a new password and voids all other proofs. Unless it replaces a password of the person's own, it also deletes what was bound before, possibly by another holder of the password. False
 * when the stored hash is no longer the one before.
 */
export async function storePassword(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  { passwordHash, replaces, issuedBy, origin }: NewPassword,
): Promise<boolean> {
  const isFirst = issuedBy !== undefined
  const before = replaces === 'any' ? null : 'own' in replaces ? replaces.own : replaces.first
  const values = { passwordHash, isFirst, issuedBy: issuedBy ?? null }
  const { rowCount } = await tx
    .insert(credential)
    .values({ unitId, userId, ...values })
    .onConflictDoUpdate({
      target: credential.userId,
      set: { ...values, changedAt: sql`now()` },
      ...(before !== null && { setWhere: eq(credential.passwordHash, before) }),
    })
  if (!rowCount) return false
  await tx.delete(passwordReset).where(and(eq(passwordReset.userId, userId), isNull(passwordReset.usedAt)))
  if (replaces === 'any' || 'first' in replaces) await forgetBoundSignIn(tx, { unitId, userId }, origin)
  return true
}

/** Whether an account has a first password whose giver may still act for it. */
export async function isFirstPasswordGood(tx: Tx, userId: string): Promise<boolean> {
  return (await findGoodFirstPasswords(tx, [userId])).has(userId)
}

/** Those of the accounts that have a first password whose giver may still act for them. One question for each giver. */
export async function findGoodFirstPasswords(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const given = await tx
    .select({ userId: credential.userId, issuedBy: credential.issuedBy })
    .from(credential)
    .where(and(inArray(credential.userId, [...userIds]), credential.isFirst))
  const good = new Set<string>()
  for (const issuedBy of new Set(given.map((one) => one.issuedBy))) {
    const accounts = given.filter((one) => one.issuedBy === issuedBy).map(({ userId }) => userId)
    const beyond = await findBeyondIssuer(tx, issuedBy, accounts)
    for (const userId of accounts) if (!beyond.has(userId)) good.add(userId)
  }
  return good
}

/** Columns of an account and its unit with which a new password is compared. */
export const comparedColumns = {
  loginName: userAccount.loginName,
  schoolName: unit.englishName,
  rule: unit.passwordRule,
}

/** Throws 'password.not_first', 'password.first_unproved' unless the session was opened by that password, 'login.first_void', or as `hashNewPassword` does. */
export async function replaceFirstPassword(call: StreamCall, passwords: Passwords, newPassword: string): Promise<void> {
  const { userId, sessionId } = call.session
  const [given] = await call.inUnit((tx) =>
    tx
      .select({
        ...comparedColumns,
        passwordHash: credential.passwordHash,
        isProved: sql<boolean>`exists (
          select from session s where s.session_id = ${sessionId}::uuid and s.by_password and s.created_at >= ${credential.changedAt})`,
      })
      .from(credential)
      .innerJoin(userAccount, eq(userAccount.userId, credential.userId))
      .innerJoin(unit, eq(unit.unitId, credential.unitId))
      .where(and(eq(credential.userId, userId), credential.isFirst)),
  )
  if (!given) throw new PortalError('password.not_first')
  // A session by a ticket, a provider or a handover does not prove the first password.
  if (!given.isProved) throw new PortalError('password.first_unproved')
  const passwordHash = await hashNewPassword(passwords, given, newPassword)
  await call.inUnit(async (tx) => {
    // The session may be older than what its account may do by now.
    if (!(await isFirstPasswordGood(tx, userId))) throw new PortalError('login.first_void')
    const replaces = { first: given.passwordHash }
    if (!(await storeOwnPassword(tx, call, { passwordHash, replaces }))) throw new PortalError('password.not_first')
  })
}

/** Also ends the person's other sessions, clients and devices. Throws 'password.current_wrong', 'login.slow_down', or as `hashNewPassword` does. */
export async function changePassword(
  call: StreamCall,
  passwords: Passwords,
  { password, newPassword }: ParsedRequestOf<typeof passwordsEndpoints.change>,
): Promise<void> {
  const { session, request } = call
  const [person] = await call.inUnit((tx) =>
    tx
      .select(comparedColumns)
      .from(userAccount)
      .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
      .where(eq(userAccount.userId, session.userId)),
  )
  if (!person) throw new PortalError('session.required')
  const { stored, takeBack, recordFailure } = await beginOwnAttempt(call, person.loginName)
  if (!(await verifyCounted(passwords, stored, password, session.unitId, takeBack))) {
    await recordFailure()
    throw fieldError('password', 'password.current_wrong')
  }
  await takeBack()

  const passwordHash = await hashNewPassword(passwords, { ...person, passwordHash: stored }, newPassword)
  const device = readDeviceToken(request)
  await call.inUnit(async (tx) => {
    const given = { passwordHash, replaces: { own: stored ?? '' } }
    // The password was changed in the meantime.
    if (!(await storeOwnPassword(tx, call, given, device))) throw fieldError('password', 'password.current_wrong')
    await noticeOf(call)(tx, session, 'password-changed')
  })
}

/** Stores a password that a person chose in a session, and ends what others may have opened: all but this session, and the device of this secret. As `storePassword`. */
async function storeOwnPassword(
  tx: Tx,
  { session, request }: Pick<StreamCall, 'session' | 'request'>,
  given: Pick<NewPassword, 'passwordHash' | 'replaces'>,
  device?: string,
): Promise<boolean> {
  const { unitId, userId } = session
  const origin = originOf(request)
  if (!(await storePassword(tx, session, { ...given, origin }))) return false
  await endOtherSessions(tx, session, origin.address)
  await forgetDevices(tx, [userId], device === undefined ? null : hashToken(device))
  await recordSignInEvent(tx, { unitId, userId, kind: 'password-changed', ...origin })
  return true
}
