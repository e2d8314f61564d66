import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { queryValues } from '../../../db/query.ts'
import { secondStep } from '../../../db/tables.generated.ts'
import type { Session } from '../../../http/call.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { type Allowed, uncountAttempt } from '../login-limits.ts'
import { findStep, readTypedCode } from './one-time-codes.ts'
import { type Passwords, verifyCounted } from '../passwords/passwords.ts'
import { type Origin, recordSignInEvent } from '../sign-in-events.ts'

/** Wrong codes from all addresses: six digits are few, and the attacker has the password. Not on the owner's known device, which has its own counter. */
const FREE = 5
const CAP_SECONDS = 300

type Person = Pick<Session, 'unitId' | 'userId'>

export interface SecretKeys {
  readonly passwords: Passwords
  readonly vault: Vault
}

/** `waiting`: the code was not checked. */
type CodeOutcome =
  | { readonly kind: 'right' | 'wrong' | 'off' }
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
    const [codeHash] = await queryValues(tx, z.string())`
      select code_hash from recovery_code where user_id = ${person.userId} and slot = ${typed.slot} and used_at is null`
    return { ...typed, codeHash }
  })
  if (look.kind !== 'recovery') return look

  const uncount = async () => countedByCaller || database.inUnit(scope, (tx) => uncountFailure(tx, person.userId))
  const matches = await verifyCounted(keys.passwords, look.codeHash, look.code, person.unitId, uncount)
  if (!matches) return { kind: 'wrong' }
  return database.inUnit(scope, async (tx) => {
    // Codes may have been replaced while this one was hashed.
    const { rowCount } = await tx.execute(sql`
      update recovery_code set used_at = now()
      where user_id = ${person.userId} and slot = ${look.slot} and code_hash = ${look.codeHash} and used_at is null`)
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

async function clearFailures(tx: Tx, userId: string, lastStep: number | null = null): Promise<void> {
  await tx.execute(sql`
    update second_step set failures = 0, blocked_until = null, last_step = coalesce(${lastStep}::bigint, last_step) where user_id = ${userId}`)
}

async function countFailure(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update second_step set failures = failures + 1,
      blocked_until = clock_timestamp() + make_interval(secs => portal_lock_seconds(failures + 1, ${FREE}, ${CAP_SECONDS}))
    where user_id = ${userId}`)
}

async function uncountFailure(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update second_step set failures = greatest(0, failures - 1), blocked_until = null where user_id = ${userId}`)
}
