import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { HostUnit, Session } from '../call.ts'
import type { Tx } from '../db/database.ts'
import { loginDevice, role, roleMember } from '../db/schema/identity.ts'
import type { Tokens } from './session-tokens.ts'
import { createSecret, hashToken } from './session-tokens.ts'
import { endSession, openSession } from './sessions.ts'
import type { Origin } from './sign-in-events.ts'
import { recordSignInEvent } from './sign-in-events.ts'

/** More devices than a person uses; the longest unused ones are forgotten. */
const DEVICES_MAX = 20

/** Where somebody who wants to sign in comes from. */
export interface Arrival extends Origin {
  readonly unit: HostUnit
  /** The secret of the device's cookie, when it has one; null where the device is not to be remembered: the cookie is then left as it is. */
  readonly device: string | undefined | null
  /** The session that this browser still has; it ends when the new one begins. */
  readonly earlier: Session | null
}

/** What somebody who has just signed in gets. */
export interface Admitted {
  readonly session: Session
  readonly tokens: Tokens
  /** The device's secret; null when it was not remembered. */
  readonly device: string | null
}

/**
 * Lets in somebody who has proved who they are, whatever the way: remembers the device, ends the browser's earlier session and opens a new one. Every
 * sign-in goes through here.
 */
export async function admit(
  tx: Tx,
  arrival: Arrival,
  person: Pick<Session, 'userId' | 'userType'>,
  kind: 'signed-in' | 'role-switched' = 'signed-in',
): Promise<Admitted> {
  const { unit, address, userAgent, earlier } = arrival
  const { userId, userType } = person
  const { unitId } = unit
  const device = arrival.device === null ? null : arrival.device || createSecret()
  if (device !== null) await rememberDevice(tx, unitId, userId, hashToken(device))
  if (earlier) {
    const ended = await endSession(tx, { sessionId: earlier.sessionId })
    for (const owner of ended) await recordSignInEvent(tx, { ...owner, kind: 'signed-out', address, userAgent })
  }
  const { sessionId, tokens } = await openSession(tx, { unitId, userId, userAgent })
  await recordSignInEvent(tx, { unitId, userId, kind, address, userAgent })
  const session = { ...unit, sessionId, userId, userType, admin: await isAdministrator(tx, userId) }
  return { session, tokens, device }
}

/** Whether a person has signed in on the device of this cookie before. */
export async function isKnownDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<boolean> {
  const known = await tx
    .select({ userId: loginDevice.userId })
    .from(loginDevice)
    .where(and(eq(loginDevice.userId, userId), eq(loginDevice.deviceHash, deviceHash)))
  return known.length > 0
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
