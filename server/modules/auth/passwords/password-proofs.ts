import { and, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { foldText } from '../../../../contract/rules/text/fold-text.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { credential, passwordReset, unit, userAccount } from '../../../db/tables.generated.ts'
import { beginRecordedAttempt } from '../sign-in.ts'
import { checkSecretWait, countWrongSecret, forgiveAttempt, touchAttempt } from '../login-limits.ts'
import { mayIssuerActFor } from '../may-act-for.ts'
import { comparedColumns, type PasswordContext } from './new-password.ts'
import { type Passwords, verifyCounted } from './passwords.ts'
import { readCode } from './reset-code.ts'
import { hashToken, readDeviceToken } from '../session-tokens.ts'
import { originOf, recordSignInEvent } from '../sign-in-events.ts'

/** Few at 40 bits. The limits on guessing make voiding a code on purpose slow, and an administrator issues another one in a minute. */
const ATTEMPTS_MAX = 50

/** The secret of a mail's link, or a login name with an administrator's code. */
export type Proof =
  | { readonly kind: 'mail'; readonly secret: string }
  | { readonly kind: 'admin'; readonly loginName: string; readonly code: string }

/** A call that brings a proof. It may have a session, which the proof does not need. */
export type ProofCall = Pick<StreamCall<Session | null>, 'unit' | 'request'>

export interface Proven extends PasswordContext {
  readonly resetId: string
  readonly userId: string
}

const isLive = and(
  isNull(passwordReset.usedAt),
  gt(passwordReset.expiresAt, sql`now()`),
  lt(passwordReset.attempts, ATTEMPTS_MAX),
)

/** The proof is not used up. Throws 'login.slow_down', and 'password.link_invalid' or 'password.code_invalid' whatever is wrong with the proof. */
export function prove(call: ProofCall, passwords: Passwords, proof: Proof): Promise<Proven> {
  return proof.kind === 'mail' ? proveBySecret(call, proof.secret) : proveByCode(call, passwords, proof)
}

export function refuseProof({ kind }: Pick<Proof, 'kind'>): PortalError {
  return new PortalError(kind === 'mail' ? 'password.link_invalid' : 'password.code_invalid')
}

/** False if a concurrent request used it, or its issuer may no longer act for the account. */
export async function takeProof(tx: Tx, { resetId }: Pick<Proven, 'resetId'>): Promise<boolean> {
  const [taken] = await tx
    .update(passwordReset)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordReset.resetId, resetId), isLive))
    .returning({ userId: passwordReset.userId, issuedBy: passwordReset.issuedBy })
  return taken !== undefined && isGiven(tx, taken)
}

/** Whether the person asked for the proof, or its issuer may act for the person. */
async function isGiven(tx: Tx, { userId, issuedBy }: { userId: string; issuedBy: string | null }): Promise<boolean> {
  return issuedBy === null || mayIssuerActFor(tx, issuedBy, [userId])
}

async function proveBySecret({ unit: { unitId }, request: { ip, server } }: ProofCall, secret: string) {
  const found = await server.database.inUnit({ unitId, userId: null }, async (tx) => {
    const live = await findGood(tx, eq(passwordReset.secretHash, hashToken(secret)))
    if (live) await checkSecretWait(tx, ip)
    else await countWrongSecret(tx, ip)
    return live
  })
  // Thrown here, because the count must be committed.
  if (!found) throw refuseProof({ kind: 'mail' })
  return found
}

async function proveByCode(
  call: ProofCall,
  passwords: Passwords,
  { loginName, code }: Extract<Proof, { kind: 'admin' }>,
): Promise<Proven> {
  const { database } = call.request.server
  const { unitId } = call.unit
  const nobody = { unitId, userId: null }
  const origin = originOf(call.request)
  const attempt = { unit: call.unit, device: readDeviceToken(call.request), loginName, ...origin }
  const { account, allowed } = await beginRecordedAttempt(database, attempt)
  const live = await database.inUnit(nobody, (tx) =>
    findGood(tx, and(eq(passwordReset.kind, 'admin'), eq(userAccount.loginKey, foldText(loginName)))),
  )
  const takeBack = () => database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
  const matches = await verifyCounted(passwords, live?.codeHash, readCode(code), unitId, takeBack)
  await database.inUnit(nobody, async (tx) => {
    if (live && matches) return forgiveAttempt(tx, allowed)
    await countWrongCode(tx, live?.resetId ?? null)
    if (!account) return touchAttempt(tx, allowed)
    return recordSignInEvent(tx, { unitId, userId: account.userId, kind: 'failed', ...origin })
  })
  if (!live || !matches) throw refuseProof({ kind: 'admin' })
  return live
}

/** A proof that works. */
async function findGood(tx: Tx, which: SQL | undefined) {
  const [live] = await tx
    .select({
      resetId: passwordReset.resetId,
      issuedBy: passwordReset.issuedBy,
      codeHash: passwordReset.codeHash,
      userId: userAccount.userId,
      passwordHash: credential.passwordHash,
      ...comparedColumns,
    })
    .from(passwordReset)
    .innerJoin(userAccount, and(eq(userAccount.userId, passwordReset.userId), eq(userAccount.status, 1)))
    .innerJoin(unit, eq(unit.unitId, passwordReset.unitId))
    .leftJoin(credential, eq(credential.userId, passwordReset.userId))
    .where(and(which, isLive))
  return live && (await isGiven(tx, live)) ? live : undefined
}

/** The same statement without a code, so that the response time reveals nothing. */
async function countWrongCode(tx: Tx, resetId: string | null): Promise<void> {
  await tx.execute(sql`update password_reset set attempts = attempts + 1 where reset_id = ${resetId}::uuid`)
}
