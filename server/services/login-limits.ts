import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { PortalError } from '../../contract/portal-error.ts'
import type { Tx } from '../db/database.ts'
import { loginAttempt } from '../db/schema/identity.ts'

/**
 * What slows guessing down, and why an attacker cannot use it to lock a child out.
 *
 * - An account on one address (or on one known device) has five free failures; then each doubles the wait, from two seconds to five minutes. An attacker
 *   elsewhere fills only the counter of their own address.
 * - An address has a hundred free failures over all accounts (one password tried on everybody); then it waits as well, up to fifteen seconds. A
 *   school shares one address: a whole computer room that presses at once counts as so many attempts until its passwords are found right, a
 *   sign-in takes its own typing errors off the count again, and the wait stays short.
 * - An account as a whole (many addresses guessing at one child) is never refused: after twenty failures an answer takes up to two seconds
 *   longer.
 * - A device that has signed in to the account before carries a cookie that proves it. It has a counter of its own and none of the others
 *   concern it, so a pupil who hammers a classmate's account from the same school does not keep the classmate's own phone out.
 * - Secrets that sign in without a name (handovers, registered clients) count per address, by the same rule as names, but by themselves: a link
 *   that has expired is opened often, and must not slow down those who type a password.
 *
 * Attempts are counted before the password is looked at, and taken back when it was right: a hundred guesses at once count a hundred times.
 * The counters live in the database, so that all server processes share them. An hour without a failure clears a counter.
 */
interface Rule {
  readonly free: number
  readonly capSeconds: number
}

const PAIR: Rule = { free: 5, capSeconds: 300 }
const ADDRESS: Rule = { free: 100, capSeconds: 15 }
const ACCOUNT_FREE = 20
const ACCOUNT_STEP_MS = 250
const ACCOUNT_CAP_MS = 2000

const waitSeconds = sql<number>`coalesce(extract(epoch from ${loginAttempt.blockedUntil} - clock_timestamp()), 0)::float8`

/** Who tries to sign in where. */
export interface Attempt {
  readonly unitId: string
  readonly loginName: string
  readonly address: string
  /** Hash of the cookie of a device on which this account has signed in before. */
  readonly knownDevice: Buffer | undefined
}

/** An attempt that may go ahead: how long to hold its answer back, and what to take back if it succeeds. */
export interface Allowed {
  readonly holdMs: number
  readonly keys: { readonly pair: Buffer; readonly shared: readonly Buffer[] }
  readonly pairFailures: number
}

/** Seconds for which the next attempt is refused after this many failures. */
export function lockSeconds(rule: Rule, failures: number): number {
  return failures < rule.free ? 0 : Math.min(rule.capSeconds, 2 ** (failures - rule.free + 1))
}

/** Milliseconds by which the answer is held back when an account has failed this often wherever. */
export function holdMilliseconds(failures: number): number {
  return Math.min(ACCOUNT_CAP_MS, Math.max(0, failures - ACCOUNT_FREE) * ACCOUNT_STEP_MS)
}

/** What counts as one address: an IPv6 network of 64 bits belongs to one customer, who may use any address in it. */
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

/** Counts an attempt. Throws 'login.slow_down' with the seconds to wait; the transaction is then rolled back, so refusals do not count. */
export async function beginAttempt(tx: Tx, attempt: Attempt): Promise<Allowed> {
  const account = attempt.loginName.trim().toLowerCase()
  const address = addressKey(attempt.address)
  const keys = attempt.knownDevice
    ? { pair: key('device', account, attempt.knownDevice.toString('hex')) }
    : { pair: key('pair', account, address), address: key('address', address), account: key('account', account) }
  const counted = await count(tx, attempt.unitId, Object.values(keys))
  const of = (which: Buffer | undefined) => counted.find((row) => which?.equals(row.key))

  refuseWhile(Math.max(...[keys.pair, keys.address].map((which) => of(which)?.waitSeconds ?? 0)))

  const pairFailures = of(keys.pair)?.failures ?? 0
  await block(tx, keys.pair, lockSeconds(PAIR, pairFailures))
  if (keys.address) await block(tx, keys.address, lockSeconds(ADDRESS, of(keys.address)?.failures ?? 0))
  return {
    holdMs: holdMilliseconds(of(keys.account)?.failures ?? 0),
    keys: { pair: keys.pair, shared: keys.address ? [keys.address, keys.account] : [] },
    pairFailures,
  }
}

/** Throws 'login.slow_down' while an address waits because of wrong secrets. */
export async function checkSecretWait(tx: Tx, address: string): Promise<void> {
  const [found] = await tx
    .select({ waitSeconds })
    .from(loginAttempt)
    .where(eq(loginAttempt.key, secretKey(address)))
  refuseWhile(found?.waitSeconds ?? 0)
}

/**
 * Counts a wrong secret from an address. Throws 'login.slow_down' when the address waits already; the transaction is then rolled back, so refusals
 * do not count.
 */
export async function countWrongSecret(tx: Tx, unitId: string, address: string): Promise<void> {
  const which = secretKey(address)
  const [counted] = await count(tx, unitId, [which])
  refuseWhile(counted?.waitSeconds ?? 0)
  await block(tx, which, lockSeconds(ADDRESS, counted?.failures ?? 0))
}

/** Takes an attempt back that was not a failure: clears its own counter, and its share of the counters that others feed too. */
export async function forgiveAttempt(tx: Tx, { keys, pairFailures }: Allowed): Promise<void> {
  await tx.delete(loginAttempt).where(eq(loginAttempt.key, keys.pair))
  if (keys.shared.length === 0) return
  await tx
    .update(loginAttempt)
    .set({ failures: sql`greatest(0, ${loginAttempt.failures} - ${pairFailures})` })
    .where(inArray(loginAttempt.key, [...keys.shared]))
}

/** Writes as much as a recorded failure does, where nobody has the name: else the answer's time would tell who exists. */
export async function touchAttempt(tx: Tx, { keys }: Allowed): Promise<void> {
  await tx
    .update(loginAttempt)
    .set({ lastAt: sql`now()` })
    .where(eq(loginAttempt.key, keys.pair))
}

function refuseWhile(seconds: number): void {
  const retryAfter = Math.ceil(seconds)
  if (retryAfter > 0) throw new PortalError('login.slow_down', { retryAfter })
}

/** One statement, rows in the order of their keys: attempts that share counters wait for each other and never in a circle. */
function count(tx: Tx, unitId: string, keys: readonly Buffer[]) {
  return tx
    .insert(loginAttempt)
    .values(keys.toSorted((a, b) => Buffer.compare(a, b)).map((one) => ({ unitId, key: one, failures: 1 })))
    .onConflictDoUpdate({
      target: [loginAttempt.unitId, loginAttempt.key],
      set: {
        failures: sql`case when ${loginAttempt.lastAt} < now() - interval '1 hour' then 1 else ${loginAttempt.failures} + 1 end`,
        lastAt: sql`now()`,
      },
    })
    .returning({
      key: loginAttempt.key,
      failures: loginAttempt.failures,
      waitSeconds,
    })
}

async function block(tx: Tx, which: Buffer, seconds: number): Promise<void> {
  if (seconds === 0) return
  await tx
    .update(loginAttempt)
    .set({ blockedUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(and(eq(loginAttempt.key, which)))
}

function secretKey(address: string): Buffer {
  return key('secret', addressKey(address))
}

function key(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
