import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { foldText } from '../../../contract/rules/text/fold-text.ts'
import { userType } from '../../../contract/fields.ts'
import { FIRST_PASSWORD_DAYS } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import { jsonArgument, queryValue, queryValues } from '../../db/query.ts'
import { addressKey, plainAddress } from '../../http/network-address.ts'
import { type CountedRate, rateKey, refuseOverRate } from '../../http/request-limit.ts'

/**
 * What bounds guessing, and why an attacker cannot use it to lock a child out. Attempts count in the database, for all server processes, and before the
 * password is checked, so that a hundred at once count a hundred times; a right one is taken back and lengthens no wait.
 *
 * - An account on one address: five free failures, then each doubles the wait, from two seconds to five minutes; an hour without one clears it.
 * - An account over all addresses: 12 failures at once, and one more every 250 seconds.
 * - An address over all accounts (one password tried on all of them): 640 failures at once, and one more every 12 seconds. A school shares one address:
 *   a computer room that signs in while others guess must not wait.
 * - In a network of the unit's own (its configuration says which) the account alone counts, by a rate that attempts from elsewhere do not spend.
 * - A device that has signed in to the account before, and a session of the person's, have a counter of their own, and none of the others apply: a pupil
 *   who hammers a classmate's account from the same school does not keep the classmate's phone out.
 * - Secrets without a name (handovers, registered clients) count per address by themselves: expired links are opened often, and must not slow
 *   down those who type a password.
 *
 * In one hour that makes at most 26 tries at one account from elsewhere, 26 from the unit's networks, 23 on a device of the person's and 23 in a session
 * of theirs, together fewer than 100; and at most 940 from one address.
 */
export interface AttemptRule {
  readonly free: number
  readonly capSeconds: number
}

const PAIR: AttemptRule = { free: 5, capSeconds: 300 }
const SECRET: AttemptRule = { free: 600, capSeconds: 15 }
const ACCOUNT_RATE = { seconds: 250, burst: 12 }
const ADDRESS_RATE = { seconds: 12, burst: 640 }

const account = z.object({
  user_id: z.string(),
  user_type: userType,
  active: z.boolean(),
  password_hash: z.nullable(z.string()),
  second_step: z.boolean(),
  first_days: z.nullable(z.number()),
})
const begun = z.object({
  user_id: z.nullable(z.string()),
  known: z.boolean(),
  inside: z.boolean(),
  own_failures: z.number(),
  wait_seconds: z.number(),
  over_rate: z.number(),
})

export type Account = ReturnType<typeof toAccount>

/** What to take back if the sign-in succeeds: the own counter, and so many failures of the rates that others spend too. */
export interface Allowed {
  readonly keys: { readonly own: Buffer; readonly shared: readonly Buffer[] }
  readonly ownFailures: number
}

export interface Attempt {
  readonly unitId: string
  readonly loginName: string
  readonly address: string
  /** The hash of the device's cookie, or the session of the person whose name it is. */
  readonly device: Buffer | 'own session' | undefined
  /** Counts the request as well, unless it has been counted. */
  readonly rate?: CountedRate
}

/** Finds the account and counts the attempt. Throws 'login.slow_down' or 'request.rate_limited' with the seconds to wait; a refusal does not count. */
export async function beginAttempt(
  database: Database,
  { unitId, loginName, address, device, rate }: Attempt,
): Promise<{ account: Account | undefined; allowed: Allowed }> {
  const name = foldText(loginName)
  const network = addressKey(address)
  const inSession = device === 'own session'
  const deviceKey = inSession
    ? counterKey('session', name)
    : device && counterKey('device', name, device.toString('hex'))
  const pairKey = counterKey('pair', name, network)
  const accountKey = counterKey('account', name)
  const insideKey = counterKey('account inside', name)
  const addressCounter = counterKey('address', network)
  const given = jsonArgument({
    unit: unitId,
    login: loginName,
    trusted: inSession,
    device: inSession ? null : device,
    device_key: deviceKey,
    pair_key: pairKey,
    account_key: accountKey,
    inside_key: insideKey,
    address_key: addressCounter,
    address: plainAddress(address),
    pair_free: PAIR.free,
    pair_cap: PAIR.capSeconds,
    account_seconds: ACCOUNT_RATE.seconds,
    account_burst: ACCOUNT_RATE.burst,
    address_seconds: ADDRESS_RATE.seconds,
    address_burst: ADDRESS_RATE.burst,
    request_key: rate?.key,
    per_minute: rate?.perMinute,
    own_network: rate?.ownNetworkAddress && plainAddress(rate.ownNetworkAddress),
  })
  const [row] = await database.callFunction('portal_begin_sign_in', [given])
  const { known, inside, user_id, own_failures, wait_seconds, over_rate } = z.parse(begun, row)
  refuseOverRate(over_rate)
  refuseWhile(wait_seconds)
  const found = user_id === null ? undefined : toAccount(row)
  const allow = (own: Buffer, shared: readonly Buffer[], ownFailures: number) => ({
    account: found,
    allowed: { keys: { own, shared }, ownFailures },
  })
  if (known && deviceKey) return allow(deviceKey, [], 0)
  if (inside) return allow(pairKey, [insideKey], 1)
  // Some of the person's own mistakes; not all of many hours, which a guesser with an account could save up.
  return allow(pairKey, [accountKey, addressCounter], Math.min(own_failures, PAIR.free))
}

function toAccount(row: unknown) {
  const { user_id, user_type, active, password_hash, second_step, first_days } = z.parse(account, row)
  return {
    userId: user_id,
    userType: user_type,
    active,
    passwordHash: password_hash,
    secondStep: second_step,
    /** The school gave the password: with it, the person can only choose another one. */
    isFirst: first_days !== null,
    /** Such a one was not replaced in time. */
    hasLapsed: first_days !== null && first_days >= FIRST_PASSWORD_DAYS,
  }
}

/** Throws 'login.slow_down' while an address outside the unit's networks waits because of wrong secrets. */
export function checkSecretWait(tx: Tx, address: string): Promise<void> {
  return checkWait(tx, secretKey(address), address)
}

/** Throws 'login.slow_down' while a counter waits. With an address, it never waits in the unit's networks. */
export async function checkWait(tx: Tx, counter: Buffer, address?: string): Promise<void> {
  const [seconds = 0] = await queryValues(tx, z.number())`
    select coalesce(extract(epoch from blocked_until - clock_timestamp()), 0)::float8 from login_attempt
    where key = ${counter} and not ${isInside(address)}`
  refuseWhile(seconds)
}

/** SQL: whether an address is in the unit's networks; false without one. */
const isInside = (address?: string) =>
  sql`portal_in_own_network(${address === undefined ? null : plainAddress(address)}::inet)`

/** As `countAttempt`, by address. */
export function countWrongSecret(tx: Tx, address: string): Promise<void> {
  return countAttempt(tx, secretKey(address), SECRET, address)
}

/** Throws 'login.slow_down' when the counter waits already; a refusal does not count. With an address, it never waits in the unit's networks. */
export async function countAttempt(
  tx: Tx,
  counter: Buffer,
  { free, capSeconds }: AttemptRule,
  address?: string,
): Promise<void> {
  const seconds = await queryValue(tx, z.number())`
    select wait_seconds from portal_count_attempt(${counter}, case when ${isInside(address)} then null else ${free}::integer end, ${capSeconds})`
  refuseWhile(seconds)
}

/** Clears the attempt's own counter, and takes its share off the shared rates. */
export async function forgiveAttempt(tx: Tx, { keys, ownFailures }: Allowed): Promise<void> {
  await tx.execute(sql`select portal_forgive_attempt(${keys.own}, ${sql.param([...keys.shared])}, ${ownFailures})`)
}

/**
 * Takes one off the counts and keeps the own counter, unlike `forgiveAttempt`: else an attacker with the password could reset the count of wrong codes by
 * sending none.
 */
export async function uncountAttempt(tx: Tx, { keys }: Allowed): Promise<void> {
  await tx.execute(sql`
    update login_attempt set failures = greatest(0, failures - 1), blocked_until = null where key = ${keys.own}`)
  if (keys.shared.length > 0) await tx.execute(sql`select portal_return_rates(${sql.param([...keys.shared])}, 1)`)
}

/** Writes as much as a recorded failure, so that the response time does not reveal which names exist. */
export async function touchAttempt(tx: Tx, { keys }: Allowed): Promise<void> {
  await tx.execute(sql`update login_attempt set last_at = now() where key = ${keys.own}`)
}

/** Throws 'login.slow_down' while there are seconds to wait. */
export function refuseWhile(seconds: number): void {
  const retryAfter = Math.ceil(seconds)
  if (retryAfter > 0) throw new PortalError('login.slow_down', { retryAfter })
}

function secretKey(address: string): Buffer {
  return counterKey('secret', addressKey(address))
}

/** The key of a counter. */
export const counterKey = rateKey
