import { setTimeout as wait } from 'node:timers/promises'
import type { SignInEventKind } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import { type Account, type Allowed, beginAttempt, forgiveAttempt, touchAttempt } from './login-limits.ts'
import { type SecretKeys, requireSecondStep } from './second-step/second-step.ts'
import { hashToken, type Tokens, createSecret, createTokens, describeSession } from './session-tokens.ts'
import {
  type SignInHappening,
  recordSignInEvent,
  recordSlowedDown,
  type Origin,
  cutUserAgent,
} from './sign-in-events.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { HostUnit, Session } from '../../http/call.ts'
import { loginDevice } from '../../db/schema/identity.ts'

/** What somebody who wants to sign in gives, and where they are. */
export interface Credentials extends SignInContext {
  readonly loginName: string
  readonly password: string
  /** The second step, where one was given. */
  readonly otp: string | undefined
}

/**
 * Signs a person in with login name and password. Throws 'login.failed' (the same for an unknown name, a wrong password and a closed account),
 * 'login.slow_down', 'login.code_required', 'login.code_wrong' or 'server.unavailable'. No transaction is open while the password is checked.
 * `enter` opens the session, for callers that have more to store with it.
 */
export async function signIn(
  database: Database,
  keys: SecretKeys,
  given: Credentials,
  enter = (account: Account, allowed: Allowed) => completeCountedSignIn(database, given, account, allowed),
): Promise<SignInResult> {
  const nobody = { unitId: given.unit.unitId, userId: null }
  const attempt = {
    unitId: given.unit.unitId,
    loginName: given.loginName,
    address: given.address,
    device: given.device ? hashToken(given.device) : undefined,
  }
  const { account, allowed } = await beginAttempt(database, attempt).catch(async (error: unknown) => {
    if (error instanceof PortalError && error.code === 'login.slow_down')
      await database.inUnit(nobody, (tx) => recordSlowedDown(tx, given))
    throw error
  })
  if (allowed.holdMs > 0) await wait(allowed.holdMs)

  const matches = await keys.passwords
    .verify(account?.passwordHash ?? undefined, given.password)
    .catch(async (error: unknown) => {
      // The password was never looked at, so it was no guess.
      await database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
      throw error
    })
  if (!account || !matches || !account.active) {
    await database.inUnit(nobody, (tx) => noteFailure(tx, given, account, allowed))
    throw new PortalError('login.failed')
  }
  const { unitId } = given.unit
  if (account.secondStep) await requireSecondStep(database, keys, { unitId, userId: account.userId }, given, allowed)
  return enter(account, allowed)
}

/** Names that nobody has are not stored: people type passwords into the wrong field. */
async function noteFailure(tx: Tx, given: Credentials, account: Account | undefined, allowed: Allowed): Promise<void> {
  if (account) await recordSignInEvent(tx, happeningOf(given, account.userId, 'failed'))
  else await touchAttempt(tx, allowed)
}

function happeningOf(
  { unit, address, userAgent }: Credentials,
  userId: string,
  kind: SignInEventKind,
): SignInHappening {
  return { unitId: unit.unitId, userId, kind, address, userAgent }
}

/** More devices than a person uses; the longest unused ones are forgotten. */
const DEVICES_MAX = 20

/** Where somebody who wants to sign in comes from. */
export interface SignInContext extends Origin {
  readonly unit: HostUnit
  /** The secret of the device's cookie, when it has one; null where the device is not to be remembered: the cookie is then left as it is. */
  readonly device: string | undefined | null
  /** The session that this browser still has; it ends when the new one begins. */
  readonly earlier: Session | null
}

/** What somebody who has just signed in gets. */
export interface SignInResult {
  readonly session: Session
  readonly tokens: Tokens
  /** The device's secret; null when it was not remembered. */
  readonly device: string | null
}

/**
 * Lets in somebody who has proved who they are, whatever the way: remembers the device, ends the browser's earlier session and opens a new one. Every
 * sign-in goes through here.
 */
export async function completeSignIn(
  tx: Tx,
  context: SignInContext,
  person: Pick<Session, 'userId' | 'userType'>,
  kind: 'signed-in' | 'role-switched' = 'signed-in',
): Promise<SignInResult> {
  const { values, toResult: toResult } = prepareCompletion(context, person, kind, null)
  const { rows } = await tx.execute(sql`select * from portal_admit(${sql.join(values.map(toParameter), sql`, `)})`)
  return toResult(rows[0])
}

/** The same for somebody whose attempt was counted and is taken back now, in one round trip of its own. */
export async function completeCountedSignIn(
  database: Database,
  context: SignInContext,
  person: Pick<Session, 'userId' | 'userType'>,
  allowed: Allowed,
): Promise<SignInResult> {
  const { values, toResult: toResult } = prepareCompletion(context, person, 'signed-in', allowed)
  const [row] = await database.callFunction('portal_admit', values)
  return toResult(row)
}

const opened = z.object({ session_id: z.string(), admin: z.boolean() })

/** The arguments of `portal_admit`, and what its row means. */
function prepareCompletion(
  { unit, address, userAgent, earlier, ...context }: SignInContext,
  { userId, userType }: Pick<Session, 'userId' | 'userType'>,
  kind: string,
  allowed: Allowed | null,
) {
  const device = context.device === null ? null : context.device || createSecret()
  const tokens = createTokens()
  const { family, access, refresh, ...seconds } = describeSession(tokens)
  return {
    values: [
      unit.unitId,
      userId,
      kind,
      allowed?.keys.own ?? null,
      allowed?.keys.shared ?? [],
      allowed?.ownFailures ?? 0,
      device === null ? null : hashToken(device),
      DEVICES_MAX,
      earlier?.sessionId ?? null,
      address,
      cutUserAgent(userAgent),
      family,
      access,
      refresh,
      seconds.accessSeconds,
      seconds.refreshSeconds,
      seconds.sessionSeconds,
    ],
    toResult: (row: unknown): SignInResult => {
      const { session_id, admin } = z.parse(opened, row)
      return { session: { ...unit, sessionId: session_id, userId, userType, admin }, tokens, device }
    },
  }
}

/** drizzle would spread a list over several parameters. */
function toParameter(value: unknown): SQL {
  return Array.isArray(value) ? sql`${sql.param(value)}` : sql`${value}`
}

/** Whether a person has signed in on the device of this cookie before. */
export async function isKnownDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<boolean> {
  const known = await tx
    .select({ userId: loginDevice.userId })
    .from(loginDevice)
    .where(and(eq(loginDevice.userId, userId), eq(loginDevice.deviceHash, deviceHash)))
  return known.length > 0
}
