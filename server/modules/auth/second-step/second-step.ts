import { and, eq, isNull, sql } from 'drizzle-orm'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { recoveryCode, secondStep } from '../../../db/tables.generated.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { type Allowed, uncountAttempt } from '../login-limits.ts'
import { findStep, readTypedCode } from './one-time-codes.ts'
import { type Passwords, verifyCounted } from '../passwords/passwords.ts'
import { type Origin, recordSignInEvent } from '../sign-in-events.ts'

/** Wrong codes from all addresses: six digits are few, and the attacker has the password. Not on the owner's known device, which has its own counter. */
const FREE = 5
const CAP_SECONDS = 300

export interface SecretKeys {
  readonly passwords: Passwords
  readonly vault: Vault
}

interface Person {
  readonly unitId: string
  readonly userId: string
}

/** `waiting`: the code was not checked. */
export type CodeOutcome =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'off' }
  | { readonly kind: 'waiting'; readonly waitSeconds: number }

export function secretContext(userId: string): string {
  return `totp ${userId}`
}

/**
 * Returns whether a code was checked: false when the step was turned off meanwhile. Throws 'login.code_required', 'login.slow_down', and 'login.code_wrong',
 * which alone counts like a wrong password.
 */
export async function requireSecondStep(
  database: Database,
  keys: SecretKeys,
  person: Person,
  given: Origin & { readonly otp: string | undefined },
  allowed: Allowed,
): Promise<boolean> {
  const nobody = { unitId: person.unitId, userId: null }
  const takeBack = () => database.inUnit(nobody, (tx) => uncountAttempt(tx, allowed))
  if (!given.otp?.trim()) {
    await takeBack()
    throw new PortalError('login.code_required')
  }
  const isKnownDevice = allowed.keys.shared.length === 0
  const outcome = await checkCode(database, keys, person, { ...given, otp: given.otp }, isKnownDevice).catch(
    async (error: unknown) => {
      await takeBack()
      throw error
    },
  )
  switch (outcome.kind) {
    case 'right':
      return true
    case 'off':
      return false
    case 'waiting':
      await takeBack()
      throw new PortalError('login.slow_down', { retryAfter: Math.ceil(outcome.waitSeconds) })
    case 'wrong': {
      const { address, userAgent } = given
      await database.inUnit(nobody, (tx) => recordSignInEvent(tx, { ...person, kind: 'failed', address, userAgent }))
      throw new PortalError('login.code_wrong')
    }
  }
}

export async function hasSecondStep(database: Database, { unitId, userId }: Person): Promise<boolean> {
  const scope = { unitId, userId: null }
  const rows = await database.onceInUnit(scope, sql`select 1 as found from second_step where user_id = ${userId}`)
  return rows.length > 0
}

/** Uses the code up. With `countedByCaller` wrong ones do not make the account wait. Throws 'server.unavailable'. */
export async function checkCode(
  database: Database,
  keys: SecretKeys,
  person: Person,
  { otp, address, userAgent }: Origin & { readonly otp: string },
  countedByCaller: boolean,
): Promise<CodeOutcome> {
  const typed = readTypedCode(otp)
  const scope = { unitId: person.unitId, userId: null }
  const look = await database.inUnit(scope, async (tx) => {
    const found = await lockSecondStep(tx, person.userId)
    if (!found) return { kind: 'off' } as const
    if (!countedByCaller && found.waitSeconds > 0) return { kind: 'waiting', waitSeconds: found.waitSeconds } as const
    const secret = keys.vault.open(found.sealedSecret, secretContext(found.sealedFor))
    const step = typed.kind === 'authenticator' ? findStep(secret, typed.code) : null
    if (step !== null && step > found.lastStep) {
      await clearFailures(tx, person.userId, step)
      return { kind: 'right' } as const
    }
    // Counted before the check: a hundred at once count a hundred times.
    if (!countedByCaller) await countFailure(tx, person.userId)
    if (typed.kind !== 'recovery') return { kind: 'wrong' } as const
    return { kind: 'recovery', codeHash: await readRecoveryHash(tx, person.userId, typed.slot) } as const
  })
  if (look.kind !== 'recovery' || typed.kind !== 'recovery') return look.kind === 'recovery' ? { kind: 'wrong' } : look

  const uncount = async () => countedByCaller || database.inUnit(scope, (tx) => uncountFailure(tx, person.userId))
  const matches = await verifyCounted(keys.passwords, look.codeHash, typed.code, person.unitId, uncount)
  if (!matches) return { kind: 'wrong' }
  return database.inUnit(scope, async (tx) => {
    const { rowCount } = await tx
      .update(recoveryCode)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(recoveryCode.userId, person.userId),
          eq(recoveryCode.slot, typed.slot),
          // Codes may have been replaced while this one was hashed.
          eq(recoveryCode.codeHash, look.codeHash ?? ''),
          isNull(recoveryCode.usedAt),
        ),
      )
    if (!rowCount) return { kind: 'wrong' }
    await clearFailures(tx, person.userId)
    await recordSignInEvent(tx, { ...person, kind: 'recovery-code-used', address, userAgent })
    return { kind: 'right' }
  })
}

async function lockSecondStep(tx: Tx, userId: string) {
  const [found] = await tx
    .select({
      sealedSecret: secondStep.sealedSecret,
      sealedFor: sql<string>`coalesce(${secondStep.madeFor}, ${secondStep.userId})`,
      lastStep: secondStep.lastStep,
      waitSeconds: sql<number>`greatest(0, coalesce(extract(epoch from ${secondStep.blockedUntil} - clock_timestamp()), 0))::float8`,
    })
    .from(secondStep)
    .where(eq(secondStep.userId, userId))
    // Two attempts with the same code: the second waits for the row lock, and then finds the time step used.
    .for('update')
  return found
}

async function clearFailures(tx: Tx, userId: string, lastStep?: number): Promise<void> {
  await tx
    .update(secondStep)
    .set({ failures: 0, blockedUntil: null, ...(lastStep !== undefined && { lastStep }) })
    .where(eq(secondStep.userId, userId))
}

async function countFailure(tx: Tx, userId: string): Promise<void> {
  const wait = sql`portal_lock_seconds(${secondStep.failures} + 1, ${FREE}, ${CAP_SECONDS})`
  await tx
    .update(secondStep)
    .set({
      failures: sql`${secondStep.failures} + 1`,
      blockedUntil: sql`clock_timestamp() + make_interval(secs => ${wait})`,
    })
    .where(eq(secondStep.userId, userId))
}

async function uncountFailure(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(secondStep)
    .set({ failures: sql`greatest(0, ${secondStep.failures} - 1)`, blockedUntil: null })
    .where(eq(secondStep.userId, userId))
}

async function readRecoveryHash(tx: Tx, userId: string, slot: number): Promise<string | undefined> {
  const [found] = await tx
    .select({ codeHash: recoveryCode.codeHash })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.slot, slot), isNull(recoveryCode.usedAt)))
  return found?.codeHash
}
