import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { PortalError } from '../../contract/portal-error.ts'
import type { HostUnit, Session } from '../call.ts'
import type { Database, Tx } from '../db/database.ts'
import { credential, loginDevice, role, roleMember, userAccount } from '../db/schema/identity.ts'
import type { Allowed } from './login-limits.ts'
import { beginAttempt, forgiveAttempt } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import type { Tokens } from './session-tokens.ts'
import { createSecret, hashToken } from './session-tokens.ts'
import { endSession, openSession } from './sessions.ts'

/** More devices than a person uses; the longest unused ones are forgotten. */
const DEVICES_MAX = 20

/** What somebody who wants to sign in gives, and where they are. */
export interface Credentials {
  readonly unit: HostUnit
  readonly loginName: string
  readonly password: string
  readonly address: string
  readonly userAgent: string
  /** The secret of the device's cookie, when it has one. */
  readonly device: string | undefined
  /** The session that this browser still has; it ends when the new one begins. */
  readonly earlier: Session | null
}

/** What somebody who has just signed in gets. */
export interface SignedIn<T> {
  readonly tokens: Tokens
  readonly device: string
  readonly answer: T
}

interface Account {
  readonly userId: string
  readonly userType: Session['userType']
  readonly active: boolean
  readonly passwordHash: string | null
}

/**
 * Signs a person in with login name and password. Throws 'login.failed' (the same for an unknown name, a wrong password and a closed account),
 * 'login.slow_down' or 'server.unavailable'. No transaction is open while the password is checked; the one that opens the session also makes the
 * answer.
 */
export async function signIn<T>(
  database: Database,
  passwords: Passwords,
  given: Credentials,
  makeAnswer: (tx: Tx, session: Session) => Promise<T>,
): Promise<SignedIn<T>> {
  const nobody = { unitId: given.unit.unitId, userId: null }
  const { account, allowed } = await database.inUnit(nobody, (tx) => begin(tx, given))
  if (allowed.holdMs > 0) await wait(allowed.holdMs)

  const matches = await passwords
    .verify(account?.passwordHash ?? undefined, given.password)
    .catch(async (error: unknown) => {
      // The password was never looked at, so it was no guess.
      await database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
      throw error
    })
  if (!account || !matches || !account.active) throw new PortalError('login.failed')
  return database.inUnit({ ...nobody, userId: account.userId }, async (tx) => {
    const { session, ...secrets } = await admit(tx, given, account, allowed)
    return { ...secrets, answer: await makeAnswer(tx, session) }
  })
}

async function begin(tx: Tx, given: Credentials): Promise<{ account: Account | undefined; allowed: Allowed }> {
  const [account] = await tx
    .select({
      userId: userAccount.userId,
      userType: userAccount.userType,
      active: sql<boolean>`${userAccount.status} = 1`,
      passwordHash: credential.passwordHash,
    })
    .from(userAccount)
    .leftJoin(credential, eq(credential.userId, userAccount.userId))
    .where(sql`lower(${userAccount.loginName}) = lower(${given.loginName})`)
  const deviceHash = given.device === undefined ? undefined : hashToken(given.device)
  const knownDevice =
    account && deviceHash && (await isKnownDevice(tx, account.userId, deviceHash)) ? deviceHash : undefined
  const allowed = await beginAttempt(tx, {
    unitId: given.unit.unitId,
    loginName: given.loginName,
    address: given.address,
    knownDevice,
  })
  return { account, allowed }
}

async function isKnownDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<boolean> {
  const known = await tx
    .select({ userId: loginDevice.userId })
    .from(loginDevice)
    .where(and(eq(loginDevice.userId, userId), eq(loginDevice.deviceHash, deviceHash)))
  return known.length > 0
}

async function admit(tx: Tx, given: Credentials, account: Account, allowed: Allowed) {
  const { userId, userType } = account
  const device = given.device ?? createSecret()
  await forgiveAttempt(tx, allowed)
  await rememberDevice(tx, given.unit.unitId, userId, hashToken(device))
  if (given.earlier) await endSession(tx, { sessionId: given.earlier.sessionId })
  const { sessionId, tokens } = await openSession(tx, { unitId: given.unit.unitId, userId, userAgent: given.userAgent })
  const session = { ...given.unit, sessionId, userId, userType, admin: await isAdministrator(tx, userId) }
  return { session, tokens, device }
}

async function rememberDevice(tx: Tx, unitId: string, userId: string, deviceHash: Buffer): Promise<void> {
  await tx
    .insert(loginDevice)
    .values({ unitId, userId, deviceHash })
    .onConflictDoUpdate({ target: [loginDevice.userId, loginDevice.deviceHash], set: { lastUsedAt: sql`now()` } })
  const unused = tx
    .select({ deviceHash: loginDevice.deviceHash })
    .from(loginDevice)
    .where(eq(loginDevice.userId, userId))
    .orderBy(desc(loginDevice.lastUsedAt))
    .offset(DEVICES_MAX)
  await tx.delete(loginDevice).where(and(eq(loginDevice.userId, userId), inArray(loginDevice.deviceHash, unused)))
}

async function isAdministrator(tx: Tx, userId: string): Promise<boolean> {
  const held = await tx
    .select({ roleId: role.roleId })
    .from(roleMember)
    .innerJoin(role, eq(role.roleId, roleMember.roleId))
    .where(and(eq(roleMember.userId, userId), eq(role.service, 'base'), eq(role.code, 'XX_SYS_')))
  return held.length > 0
}
