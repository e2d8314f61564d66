import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { userType } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import { loginAttempt } from '../../db/schema/identity.ts'

/**
 * What slows guessing down, and why an attacker cannot use it to lock a child out. Failures count in the database, for all server processes;
 * an hour without one clears a counter. An attempt counts before the password is checked, so that a hundred at once count a hundred times.
 *
 * - An account on one address: five free failures, then each doubles the wait, from two seconds to five minutes.
 * - An address over all accounts (one password tried on all of them): a hundred free failures, then a wait of up to fifteen seconds. A school
 *   shares one address: a computer room that signs in at once must not wait long.
 * - An account over all addresses is never refused: after twenty failures an answer takes up to two seconds longer.
 * - A device that has signed in to the account before has a counter of its own, and none of the others apply: a pupil who hammers a classmate's
 *   account from the same school does not keep the classmate's phone out.
 * - Secrets without a name (handovers, registered clients) count per address by themselves: expired links are opened often, and must not slow
 *   down those who type a password.
 */
export interface AttemptRule {
  readonly free: number
  readonly capSeconds: number
}

const PAIR: AttemptRule = { free: 5, capSeconds: 300 }
const ADDRESS: AttemptRule = { free: 100, capSeconds: 15 }
const ACCOUNT_FREE = 20
const ACCOUNT_STEP_MS = 250
const ACCOUNT_CAP_MS = 2000

const waiting = z.object({ wait_seconds: z.number() })
const waitSeconds = sql<number>`coalesce(extract(epoch from ${loginAttempt.blockedUntil} - clock_timestamp()), 0)::float8`

const account = z.object({
  user_id: z.string(),
  user_type: userType,
  active: z.boolean(),
  password_hash: z.nullable(z.string()),
  second_step: z.boolean(),
})
const begun = z.object({
  user_id: z.nullable(z.string()),
  known: z.boolean(),
  pair_failures: z.number(),
  account_failures: z.number(),
  wait_seconds: z.number(),
})

export type Account = ReturnType<typeof toAccount>

/** How long to hold the answer back, and what to take back if the sign-in succeeds. */
export interface Allowed {
  readonly holdMs: number
  readonly keys: { readonly own: Buffer; readonly shared: readonly Buffer[] }
  readonly ownFailures: number
}

export function holdMilliseconds(failures: number): number {
  return Math.min(ACCOUNT_CAP_MS, Math.max(0, failures - ACCOUNT_FREE) * ACCOUNT_STEP_MS)
}

/** An IPv6 network of 64 bits belongs to one customer, who may use any address in it. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Finds the account and counts the attempt; `device` is the hash of the device's cookie. Throws 'login.slow_down' with the seconds to wait; a refusal does not count. */
export async function beginAttempt(
  database: Database,
  given: { unitId: string; loginName: string; address: string; device: Buffer | undefined },
): Promise<{ account: Account | undefined; allowed: Allowed }> {
  const { unitId, loginName, address, device } = given
  const name = loginName.trim().toLowerCase()
  const network = addressKey(address)
  const deviceKey = device && counterKey('device', name, device.toString('hex'))
  const pairKey = counterKey('pair', name, network)
  const shared = [counterKey('address', network), counterKey('account', name)]
  const [row] = await database.callFunction('portal_begin_sign_in', [
    unitId,
    loginName,
    device ?? null,
    deviceKey ?? null,
    pairKey,
    ...shared,
    PAIR.free,
    PAIR.capSeconds,
    ADDRESS.free,
    ADDRESS.capSeconds,
  ])
  const { known, user_id, pair_failures, account_failures, wait_seconds } = z.parse(begun, row)
  refuseWhile(wait_seconds)
  return {
    account: user_id === null ? undefined : toAccount(row),
    allowed: {
      holdMs: holdMilliseconds(account_failures),
      keys: known && deviceKey ? { own: deviceKey, shared: [] } : { own: pairKey, shared },
      ownFailures: pair_failures,
    },
  }
}

function toAccount(row: unknown) {
  const { user_id, user_type, active, password_hash, second_step } = z.parse(account, row)
  return { userId: user_id, userType: user_type, active, passwordHash: password_hash, secondStep: second_step }
}

/** Throws 'login.slow_down' while an address waits because of wrong secrets. */
export function checkSecretWait(tx: Tx, address: string): Promise<void> {
  return checkWait(tx, secretKey(address))
}

/** Throws 'login.slow_down' while a counter waits. */
export async function checkWait(tx: Tx, counter: Buffer): Promise<void> {
  const [found] = await tx.select({ waitSeconds }).from(loginAttempt).where(eq(loginAttempt.key, counter))
  refuseWhile(found?.waitSeconds ?? 0)
}

/** As `countAttempt`, by address. */
export function countWrongSecret(tx: Tx, address: string): Promise<void> {
  return countAttempt(tx, secretKey(address), ADDRESS)
}

/** Throws 'login.slow_down' when the counter waits already; a refusal does not count. */
export async function countAttempt(tx: Tx, counter: Buffer, { free, capSeconds }: AttemptRule): Promise<void> {
  const { rows } = await tx.execute(
    sql`select wait_seconds from portal_count_attempt(array[${counter}]::bytea[], array[${free}]::integer[], array[${capSeconds}]::integer[])`,
  )
  refuseWhile(z.parse(waiting, rows[0]).wait_seconds)
}

/** Clears the attempt's own counter, and takes its share off the shared ones. */
export async function forgiveAttempt(tx: Tx, { keys, ownFailures }: Allowed): Promise<void> {
  const shared = sql`array[${sql.join([...keys.shared], sql`, `)}]::bytea[]`
  await tx.execute(sql`select portal_forgive_attempt(${keys.own}, ${shared}, ${ownFailures})`)
}

/** Writes as much as a recorded failure, so that the response time does not reveal which names exist. */
export async function touchAttempt(tx: Tx, { keys }: Allowed): Promise<void> {
  await tx
    .update(loginAttempt)
    .set({ lastAt: sql`now()` })
    .where(eq(loginAttempt.key, keys.own))
}

/** Throws 'login.slow_down' while there are seconds to wait. */
export function refuseWhile(seconds: number): void {
  const retryAfter = Math.ceil(seconds)
  if (retryAfter > 0) throw new PortalError('login.slow_down', { retryAfter })
}

function secretKey(address: string): Buffer {
  return counterKey('secret', addressKey(address))
}

/** The key of a counter in `login_attempt`. */
export function counterKey(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
