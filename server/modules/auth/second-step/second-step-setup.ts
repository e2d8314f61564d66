import { and, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { secondStepState, type SecondStepState } from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { fieldError, type Session, type StreamCall } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { isoText, queryOne, queryRows } from '../../../db/query.ts'
import { recoveryCode, secondStep, secondStepSetup } from '../../../db/tables.generated.ts'
import {
  authenticatorUri,
  createAuthenticatorSecret,
  createRecoveryCodes,
  findStep,
  readTypedCode,
} from './one-time-codes.ts'
import { noticeOf } from '../account-notices.ts'
import { type OwnProof, proveOneself } from '../own-proof.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { secretContext } from './second-step.ts'
import { markSecondFactor } from './session-factor.ts'
import { endUnproved } from '../own-sessions.ts'
import { originOf, recordSignInEvent } from '../sign-in-events.ts'

const SETUP_SECONDS = 600

export function readSecondStep(tx: Tx, { userId, admin }: Session): Promise<SecondStepState> {
  return queryOne(tx, secondStepState)`
    select ${isoText(sql`s.since`)} as since, ${admin}::boolean as required,
      case when s.since is null then 0 else (
        select count(*)::integer from recovery_code c where c.user_id = own.id and c.used_at is null) end as "recoveryCodesLeft"
    from (values (${userId}::uuid)) as own (id) left join second_step s on s.user_id = own.id`
}

/** An existing authenticator's code is required. Throws what `proveOneself` throws. */
export async function beginSetup(
  call: StreamCall,
  passwords: Passwords,
  given: OwnProof,
): Promise<{ secret: string; uri: string }> {
  await proveOneself(call, passwords, given)
  const { unitId, userId, sessionId } = call.session
  const secret = createAuthenticatorSecret()
  const setup = {
    sessionId,
    sealedSecret: call.request.server.vault.seal(secret, secretContext(userId)),
    expiresAt: sql`now() + make_interval(secs => ${SETUP_SECONDS})`,
  }
  const names = await call.inUnit(async (tx) => {
    await tx
      .insert(secondStepSetup)
      .values({ userId, unitId, ...setup })
      .onConflictDoUpdate({ target: secondStepSetup.userId, set: setup })
    const [found] = await queryRows(tx, z.object({ issuer: z.string(), label: z.string() }))`
      select u.name as issuer, a.login_name as label from user_account a join unit u using (unit_id) where a.user_id = ${userId}`
    return found
  })
  if (!names) throw new PortalError('session.required')
  return { secret, uri: authenticatorUri(secret, names) }
}

/** Returns the recovery codes, which replace all earlier ones. Throws 'totp.setup_gone', 'account.code_wrong' or 'server.unavailable'. */
export async function confirmSetup(call: StreamCall, passwords: Passwords, code: string): Promise<string[]> {
  const { unitId, userId, sessionId } = call.session
  const isOwn = and(
    eq(secondStepSetup.userId, userId),
    eq(secondStepSetup.sessionId, sessionId),
    gt(secondStepSetup.expiresAt, sql`now()`),
  )
  const [setup] = await call.inUnit((tx) =>
    tx.select({ sealedSecret: secondStepSetup.sealedSecret }).from(secondStepSetup).where(isOwn),
  )
  if (!setup) throw new PortalError('totp.setup_gone')
  const typed = readTypedCode(code)
  const secret = call.request.server.vault.open(setup.sealedSecret, secretContext(userId))
  const step = typed.kind === 'authenticator' ? findStep(secret, typed.code) : null
  if (step === null) throw fieldError('code', 'account.code_wrong')

  const recoveryCodes = createRecoveryCodes()
  const hashes = await Promise.all(recoveryCodes.map((one) => passwords.hash(one.replaceAll('-', ''))))
  await call.inUnit(async (tx) => {
    const { sealedSecret } = setup
    const { rowCount } = await tx
      .delete(secondStepSetup)
      .where(and(isOwn, eq(secondStepSetup.sealedSecret, sealedSecret)))
    if (!rowCount) throw new PortalError('totp.setup_gone')
    const earlier = await tx.$count(secondStep, eq(secondStep.userId, userId))
    // The confirming code is used up: it may have been seen.
    const on = { sealedSecret, lastStep: step, since: sql`now()`, failures: 0, blockedUntil: null, madeFor: null }
    await tx
      .insert(secondStep)
      .values({ userId, unitId, ...on })
      .onConflictDoUpdate({ target: secondStep.userId, set: on })
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
    await tx.insert(recoveryCode).values(hashes.map((codeHash, slot) => ({ unitId, userId, slot, codeHash })))
    await markSecondFactor(tx, call.session)
    if (earlier === 0) await endUnproved(tx, call.session, call.request.ip)
    await recordSignInEvent(tx, { unitId, userId, kind: 'second-step-on', ...originOf(call.request) })
    await noticeOf(call)(tx, call.session, earlier > 0 ? 'second-step-replaced' : 'second-step-on')
  })
  return recoveryCodes
}

/** Throws 'totp.required' for an administrator, and what `proveOneself` throws. */
export async function turnOffSecondStep(call: StreamCall, passwords: Passwords, given: OwnProof): Promise<void> {
  const { unitId, userId, admin } = call.session
  if (admin) throw new PortalError('totp.required')
  await proveOneself(call, passwords, given, 'code')
  await call.inUnit(async (tx) => {
    if (await removeSecondStep(tx, userId))
      await recordSignInEvent(tx, { unitId, userId, kind: 'second-step-off', ...originOf(call.request) })
    await noticeOf(call)(tx, call.session, 'second-step-off')
  })
}

/** False without a second step. */
export async function removeSecondStep(tx: Tx, userId: string): Promise<boolean> {
  for (const table of [recoveryCode, secondStepSetup]) await tx.delete(table).where(eq(table.userId, userId))
  const { rowCount } = await tx.delete(secondStep).where(eq(secondStep.userId, userId))
  return Boolean(rowCount)
}
