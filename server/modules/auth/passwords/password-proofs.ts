import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { credential, unit, userAccount } from '../../../db/schema/identity.ts'
import { passwordReset } from '../../../db/schema/passwords.ts'
import type { SignInContext } from '../sign-in.ts'
import { beginAttempt, checkSecretWait, countWrongSecret, forgiveAttempt, touchAttempt } from '../login-limits.ts'
import type { PasswordContext } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import { readCode } from './reset-code.ts'
import { hashToken } from '../session-tokens.ts'
import { recordSignInEvent, recordSlowedDown } from '../sign-in-events.ts'

/**
 * Wrong codes after which a code is worth nothing. With 40 bits a guess among so many is hopeless; and since the pace of guessing is held down too, whoever
 * wants to spoil a code needs hours, and an administrator issues another one in a minute.
 */
const ATTEMPTS_MAX = 50

/** The secret of a mail's link, or a login name with an administrator's code. */
export type Proof =
  | { readonly kind: 'mail'; readonly secret: string }
  | { readonly kind: 'admin'; readonly loginName: string; readonly code: string }

/** Where a proof is shown. */
export type ProofContext = Pick<SignInContext, 'unit' | 'address' | 'userAgent' | 'device'>

/** A proof that is good, and whose. */
export interface Proven extends PasswordContext {
  readonly resetId: string
  readonly userId: string
}

const isLive = and(
  isNull(passwordReset.usedAt),
  gt(passwordReset.expiresAt, sql`now()`),
  lt(passwordReset.attempts, ATTEMPTS_MAX),
)

/**
 * Finds whose password a proof may set; the proof is not used up. Throws 'password.link_invalid' or 'password.code_invalid', each the same for a proof that
 * is unknown, used, over, another unit's or a closed account's, and 'login.slow_down'. Wrong codes count as wrong passwords do.
 */
export async function prove(
  database: Database,
  passwords: Passwords,
  context: ProofContext,
  proof: Proof,
): Promise<Proven> {
  return proof.kind === 'mail'
    ? proveBySecret(database, context, proof.secret)
    : proveByCode(database, passwords, context, proof)
}

/** What a proof that is none is answered with. */
export function refuseProof({ kind }: Pick<Proof, 'kind'>): PortalError {
  return new PortalError(kind === 'mail' ? 'password.link_invalid' : 'password.code_invalid')
}

/** Uses a proof up; false when somebody else has meanwhile. */
export async function takeProof(tx: Tx, { resetId }: Pick<Proven, 'resetId'>): Promise<boolean> {
  const taken = await tx
    .update(passwordReset)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordReset.resetId, resetId), isLive))
    .returning({ resetId: passwordReset.resetId })
  return taken.length > 0
}

async function proveBySecret(database: Database, { unit: { unitId }, address }: ProofContext, secret: string) {
  const found = await database.inUnit({ unitId, userId: null }, async (tx) => {
    const [live] = await findLive(tx, eq(passwordReset.secretHash, hashToken(secret)))
    if (live) await checkSecretWait(tx, address)
    else await countWrongSecret(tx, address)
    return live
  })
  // Thrown out here, because the count must be committed.
  if (!found) throw refuseProof({ kind: 'mail' })
  return found
}

async function proveByCode(
  database: Database,
  passwords: Passwords,
  { unit: { unitId }, address, userAgent, device }: ProofContext,
  { loginName, code }: Extract<Proof, { kind: 'admin' }>,
): Promise<Proven> {
  const nobody = { unitId, userId: null }
  const attempt = { unitId, loginName, address, device: device ? hashToken(device) : undefined }
  const { account, allowed } = await beginAttempt(database, attempt).catch(async (error: unknown) => {
    if (error instanceof PortalError && error.code === 'login.slow_down')
      await database.inUnit(nobody, (tx) => recordSlowedDown(tx, { loginName, address, userAgent }))
    throw error
  })
  if (allowed.holdMs > 0) await wait(allowed.holdMs)

  const [live] = await database.inUnit(nobody, (tx) =>
    findLive(tx, and(eq(passwordReset.kind, 'admin'), sql`lower(${userAccount.loginName}) = lower(${loginName})`)),
  )
  const matches = await passwords.verify(live?.codeHash ?? undefined, readCode(code)).catch(async (error: unknown) => {
    // The code was never looked at, so it was no guess.
    await database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
    throw error
  })
  await database.inUnit(nobody, async (tx) => {
    if (live && matches) return forgiveAttempt(tx, allowed)
    await countWrongCode(tx, live?.resetId)
    if (!account) return touchAttempt(tx, allowed)
    return recordSignInEvent(tx, { unitId, userId: account.userId, kind: 'failed', address, userAgent })
  })
  if (!live || !matches) throw refuseProof({ kind: 'admin' })
  return live
}

function findLive(tx: Tx, which: SQL | undefined) {
  return tx
    .select({
      resetId: passwordReset.resetId,
      codeHash: passwordReset.codeHash,
      userId: userAccount.userId,
      loginName: userAccount.loginName,
      passwordHash: credential.passwordHash,
      rule: unit.passwordRule,
      schoolName: unit.englishName,
    })
    .from(passwordReset)
    .innerJoin(userAccount, and(eq(userAccount.userId, passwordReset.userId), eq(userAccount.status, 1)))
    .innerJoin(unit, eq(unit.unitId, passwordReset.unitId))
    .leftJoin(credential, eq(credential.userId, passwordReset.userId))
    .where(and(which, isLive))
}

/** The same statement where there is no code, so that the time of the answer does not tell. */
async function countWrongCode(tx: Tx, resetId: string | undefined): Promise<void> {
  await tx
    .update(passwordReset)
    .set({ attempts: sql`${passwordReset.attempts} + 1` })
    .where(resetId === undefined ? sql`false` : eq(passwordReset.resetId, resetId))
}
