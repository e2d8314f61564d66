import { verifyCounted } from './passwords/passwords.ts'
import { isFirstPasswordGood } from './passwords/new-password.ts'
import {
  type SignInResult,
  hashToken,
  createSecret,
  createTokens,
  describeSession,
  readDeviceToken,
} from './session-tokens.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { CountedRate } from '../../http/request-limit.ts'
import { type Account, type Allowed, beginAttempt, forgiveAttempt, touchAttempt } from './login-limits.ts'
import { type SecretKeys, requireSecondStep } from './second-step/second-step.ts'
import { recordSignInEvent, recordSlowedDown, type Origin, cutUserAgent, originOf } from './sign-in-events.ts'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { HostUnit, Session, StreamCall } from '../../http/call.ts'
import { jsonArgument, queryAny } from '../../db/query.ts'

/** Per person; the longest unused ones are deleted. */
const DEVICES_MAX = 20

export interface SignInContext extends Origin {
  readonly unit: HostUnit
  /** The secret of the device's cookie, undefined without one; null: the device is not registered and its cookie stays as it is. */
  readonly device: string | undefined | null
  /** The browser's present session, which the new one replaces. */
  readonly earlier: Session | null
}

export interface Credentials extends SignInContext {
  readonly loginName: string
  readonly password: string
  readonly otp: string | undefined
  /** Counts the request as well, unless it has been counted. */
  readonly rate?: CountedRate
}

/** Whether the sign-in proved a second factor, which the unit's administration may ask for. */
export interface Proved {
  readonly secondFactor: boolean
}

/** Without `keepsDevice` (a shared device, or a path without its cookie) the device is not registered. */
export function signInContext(
  { unit, session, request }: Pick<StreamCall<Session | null>, 'unit' | 'session' | 'request'>,
  keepsDevice: boolean,
): SignInContext {
  return { unit, earlier: session, device: keepsDevice ? readDeviceToken(request) : null, ...originOf(request) }
}

/**
 * Throws 'login.failed' (the same for an unknown name, a wrong password and a closed account), 'login.first_lapsed', 'login.first_void', 'login.slow_down', 'request.rate_limited',
 * 'login.code_required', 'login.code_wrong' or 'server.unavailable'. No transaction is open while the password is checked. Callers that store more with the session replace `complete`.
 */
export async function signIn(
  database: Database,
  keys: SecretKeys,
  given: Credentials,
  complete = (account: Account, allowed: Allowed, proof: Proved) =>
    // A first password binds nothing, so no device is remembered.
    completeCountedSignIn(database, account.isFirst ? { ...given, device: null } : given, account, allowed, proof),
): Promise<SignInResult> {
  const nobody = { unitId: given.unit.unitId, userId: null }
  const { account, allowed } = await beginRecordedAttempt(database, given)
  const takeBack = () => database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
  const matches = await verifyCounted(
    keys.passwords,
    account?.passwordHash,
    given.password,
    given.unit.unitId,
    takeBack,
  )
  if (!account || !matches || !account.active) {
    await database.inUnit(nobody, (tx) => noteFailure(tx, given, account, allowed))
    throw new PortalError('login.failed')
  }
  // Says so only to a caller who knows the password; others cannot tell whose has lapsed.
  if (account.isFirst) {
    const refusal = await database.inUnit(nobody, async (tx) => {
      const isGood = !account.hasLapsed && (await isFirstPasswordGood(tx, account.userId))
      if (!isGood) await noteFailure(tx, given, account, allowed)
      return isGood ? null : account.hasLapsed ? 'login.first_lapsed' : 'login.first_void'
    })
    if (refusal) throw new PortalError(refusal)
  }
  const { unitId } = given.unit
  const secondFactor =
    account.secondStep && (await requireSecondStep(database, keys, { unitId, userId: account.userId }, given, allowed))
  return complete(account, allowed, { secondFactor }).catch(async (error: unknown) => {
    if (isFault(error)) await takeBack().catch(() => undefined)
    throw error
  })
}

/** Whether the server could not complete what the password was right for, which was no guess. */
function isFault(error: unknown): boolean {
  return !(error instanceof PortalError) || errorStatus(error.code) >= 500
}

/** Counts an attempt. One that is refused becomes an event of the account. */
export async function beginRecordedAttempt(
  database: Database,
  given: Pick<Credentials, 'unit' | 'loginName' | 'address' | 'userAgent' | 'device' | 'rate'>,
): ReturnType<typeof beginAttempt> {
  const { unitId } = given.unit
  const device = given.device ? hashToken(given.device) : undefined
  return beginAttempt(database, { ...given, unitId, device }).catch(async (error: unknown) => {
    if (error instanceof PortalError && error.code === 'login.slow_down')
      await database.inUnit({ unitId, userId: null }, (tx) => recordSlowedDown(tx, given))
    throw error
  })
}

/** Unknown names are not stored: people type passwords into the wrong field. */
async function noteFailure(tx: Tx, given: Credentials, account: Account | undefined, allowed: Allowed): Promise<void> {
  const { unit, address, userAgent } = given
  if (!account) return touchAttempt(tx, allowed)
  return recordSignInEvent(tx, { unitId: unit.unitId, userId: account.userId, kind: 'failed', address, userAgent })
}

/** Completes a sign-in by any method: registers the device and replaces the browser's session. */
export function completeSignIn(
  tx: Tx,
  context: SignInContext,
  person: Person,
  { secondFactor, kind = 'signed-in' }: Proved & { readonly kind?: 'signed-in' | 'role-switched' },
): Promise<SignInResult> {
  return admit(context, person, { kind, factor: secondFactor }, async (given) => {
    const { rows } = await tx.execute(sql`select * from portal_admit(${given}::json)`)
    return rows
  })
}

/** As `completeSignIn` for a counted attempt, which it takes back: one round trip, no transaction. */
function completeCountedSignIn(
  database: Database,
  context: SignInContext,
  person: Person,
  { keys, ownFailures }: Allowed,
  { secondFactor }: Proved,
): Promise<SignInResult> {
  const attempt = { own_key: keys.own, shared_keys: keys.shared, share: ownFailures }
  return admit(context, person, { kind: 'signed-in', factor: secondFactor, ...attempt }, (given) =>
    database.callFunction('portal_admit', [given]),
  )
}

type Person = Pick<Session, 'userId' | 'userType'>

const sessionRow = z.object({ session_id: z.string(), admin: z.boolean() })

/** `run` calls `portal_admit` with its argument. */
async function admit(
  { unit, address, userAgent, earlier, ...context }: SignInContext,
  { userId, userType }: Person,
  more: Readonly<Record<string, unknown>>,
  run: (given: string) => Promise<readonly unknown[]>,
): Promise<SignInResult> {
  const device = context.device === null ? null : context.device || createSecret()
  const tokens = createTokens()
  const given = {
    unit: unit.unitId,
    who: userId,
    device: device && hashToken(device),
    devices_max: DEVICES_MAX,
    earlier: earlier?.sessionId,
    address,
    agent: cutUserAgent(userAgent),
    ...describeSession(tokens),
    ...more,
  }
  const [row] = await run(jsonArgument(given))
  const { session_id: sessionId, admin } = z.parse(sessionRow, row)
  return { session: { ...unit, sessionId, userId, userType, admin }, tokens, device }
}

/** Whether the account has signed in before on the device of this cookie. */
export async function isKnownDevice(tx: Tx, userId: string, device: SignInContext['device']): Promise<boolean> {
  if (!device) return false
  return queryAny(tx)`select from login_device where user_id = ${userId} and device_hash = ${hashToken(device)}`
}
