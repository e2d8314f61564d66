import { and, desc, eq, gt, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { OwnSession } from '../../../contract/endpoints/account.ts'
import { ADMIN_PERMISSIONS } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { isoText, queryValues } from '../../db/query.ts'
import { handover, loginDevice, oauthArtifact, session, userClient } from '../../db/tables.generated.ts'
import { recordSignInEvent } from './sign-in-events.ts'

type Owner = Pick<Session, 'unitId' | 'userId'>

/** "All others" ends the rest. */
const SHOWN = 200

const stillGood = (whose: SQL | undefined) =>
  and(whose, isNull(session.revokedAt), gt(session.refreshExpiresAt, sql`now()`), gt(session.endsAt, sql`now()`))

/** The current session first, then the last used. */
export async function readOwnSessions(tx: Tx, own: Session): Promise<OwnSession[]> {
  return tx
    .select({
      sessionId: session.sessionId,
      current: sql<boolean>`${session.sessionId} = ${own.sessionId}`,
      userAgent: session.userAgent,
      createdAt: isoText(session.createdAt),
      lastUsedAt: isoText(session.lastUsedAt),
    })
    .from(session)
    .where(stillGood(eq(session.userId, own.userId)))
    .orderBy(sql`${session.sessionId} = ${own.sessionId} desc`, desc(session.lastUsedAt))
    .limit(SHOWN)
}

/** Throws 'account.current_session' for the current one, and 'account.session_gone' for one that is over, unknown or another person's. */
export async function endOwnSession(tx: Tx, own: Session, sessionId: string, address: string): Promise<void> {
  if (sessionId === own.sessionId) throw new PortalError('account.current_session')
  if (!isRowId(sessionId)) throw new PortalError('account.session_gone')
  const ended = await end(tx, own, eq(session.sessionId, sessionId), address)
  if (ended === 0) throw new PortalError('account.session_gone')
}

/** Also revokes registered clients and the grants of third parties, and ends links with accounts at other schools. Returns how many sessions ended. */
export async function endOtherSessions(tx: Tx, own: Session, address: string): Promise<number> {
  await revokeOthers(tx, own.userId, address)
  return end(tx, own, ne(session.sessionId, own.sessionId), address)
}

/** Also revokes registered clients and third parties' grants, ends links with accounts at other schools, and deletes the person's devices. Returns how many sessions ended. */
export async function endAllSessions(tx: Tx, owner: Owner, address: string): Promise<number> {
  await revokeOthers(tx, owner.userId, address)
  await forgetDevices(tx, owner.userId, null)
  return end(tx, owner, undefined, address)
}

/** As `endAllSessions`, for many accounts of the transaction's unit in a few statements. */
export async function endSessionsOf(tx: Tx, userIds: readonly string[], address: string): Promise<void> {
  const ids = [...userIds]
  await tx.delete(oauthArtifact).where(and(inArray(oauthArtifact.userId, ids), eq(oauthArtifact.model, 'Grant')))
  await tx
    .update(userClient)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(userClient.userId, ids), isNull(userClient.revokedAt)))
  await tx.delete(loginDevice).where(inArray(loginDevice.userId, ids))
  await endLinks(tx, ids, address)
  await tx.execute(sql`
    with ended as (
      update session set revoked_at = now()
      where (user_id = any (${sql.param(ids)}::uuid[]) or began_as = any (${sql.param(ids)}::uuid[])) and revoked_at is null and refresh_expires_at > now() and ends_at > now()
      returning unit_id, user_id, user_agent)
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select unit_id, user_id, 'session-ended', ${address}, user_agent from ended`)
}

/**
 * For an account whose second step is turned on: ends what a password alone had opened, which would go round the code. That is all sessions without a second factor but the own
 * one, registered clients, handovers, grants of third parties, and remembered devices, which the next sign-in by a code remembers again. Links with accounts at other schools stay: their own check asks for the code.
 */
export async function endUnproved(tx: Tx, own: Session, address: string): Promise<void> {
  await revokeUnproved(tx, [own.userId])
  await forgetDevices(tx, own.userId, null)
  await end(tx, own, and(ne(session.sessionId, own.sessionId), eq(session.secondFactor, false)), address)
}

/** As `endUnproved`, of those who administer, where the unit begins to ask them for a second factor. Sessions go on: the administration is closed to those without one. */
export async function endUnprovedOfAdministrators(tx: Tx): Promise<void> {
  const opened = await queryValues(tx, z.string())`
    with opened as (
      select user_id from user_client where revoked_at is null
      union select user_id from handover where used_at is null
      union select user_id from oauth_artifact where model = 'Grant')
    select user_id from opened where portal_administers(user_id, ${sql.param([...ADMIN_PERMISSIONS])}::text[])`
  await revokeUnproved(tx, opened)
}

async function revokeUnproved(tx: Tx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx.delete(oauthArtifact).where(and(inArray(oauthArtifact.userId, userIds), eq(oauthArtifact.model, 'Grant')))
  await tx.delete(handover).where(inArray(handover.userId, userIds))
  await tx
    .update(userClient)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(userClient.userId, userIds), isNull(userClient.revokedAt)))
}

/** Registered clients would sign in again by themselves, third parties would go on reading, and so would sessions of linked accounts. */
async function revokeOthers(tx: Tx, userId: string, address: string): Promise<void> {
  await revokeGrants(tx, userId)
  await endLinks(tx, [userId], address)
  await tx
    .update(userClient)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(userClient.userId, userId), isNull(userClient.revokedAt)))
}

/** Ends the links of accounts of this unit with accounts at other schools, on both sides. */
async function endLinks(tx: Tx, userIds: readonly string[], address: string): Promise<void> {
  await tx.execute(sql`select portal_end_links(${sql.param([...userIds])}::uuid[], ${address}, '')`)
}

/**
 * Ends sessions of an account, and those of the same person's other account that began with its credentials: they go back to it without any. Each end is an event with the device
 * that was signed out and the address that ended it.
 */
async function end(tx: Tx, own: Owner, which: SQL | undefined, address: string): Promise<number> {
  const ended = await tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(stillGood(or(eq(session.userId, own.userId), eq(session.beganAs, own.userId))), which))
    .returning({ userId: session.userId, userAgent: session.userAgent })
  const { unitId } = own
  for (const { userId, userAgent } of ended) {
    await recordSignInEvent(tx, { unitId, userId, kind: 'session-ended', address, userAgent })
  }
  return ended.length
}

/** Deletes every grant with its codes and tokens. The person's consent stays. */
export async function revokeGrants(tx: Tx, userId: string): Promise<void> {
  await tx.delete(oauthArtifact).where(and(eq(oauthArtifact.userId, userId), eq(oauthArtifact.model, 'Grant')))
}

/** Forgets a person's devices but the one with this hash. */
export async function forgetDevices(tx: Tx, userId: string, except: Buffer | null): Promise<void> {
  const others = except === null ? undefined : ne(loginDevice.deviceHash, except)
  await tx.delete(loginDevice).where(and(eq(loginDevice.userId, userId), others))
}
