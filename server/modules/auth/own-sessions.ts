import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ownSession, type OwnSession } from '../../../contract/endpoints/account.ts'
import { ADMIN_PERMISSIONS } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { isoText, queryRows, queryValues } from '../../db/query.ts'

/** "All others" ends the rest. */
const SHOWN = 200

const isGood = sql`revoked_at is null and refresh_expires_at > now() and ends_at > now()`

/** The current session first, then the last used. */
export function readOwnSessions(tx: Tx, { userId, sessionId }: Session): Promise<OwnSession[]> {
  return queryRows(tx, ownSession)`
    select session_id as "sessionId", session_id = ${sessionId} as current, user_agent as "userAgent",
      ${isoText(sql`created_at`)} as "createdAt", ${isoText(sql`last_used_at`)} as "lastUsedAt"
    from session where user_id = ${userId} and ${isGood} order by current desc, last_used_at desc limit ${SHOWN}`
}

/** Throws 'account.current_session' for the current one, and 'account.session_gone' for one that is over, unknown or another person's. */
export async function endOwnSession(tx: Tx, own: Session, sessionId: string, address: string): Promise<void> {
  if (sessionId === own.sessionId) throw new PortalError('account.current_session')
  if (!isRowId(sessionId)) throw new PortalError('account.session_gone')
  const ended = await end(tx, [own.userId], address, sql`session_id = ${sessionId}`)
  if (ended === 0) throw new PortalError('account.session_gone')
}

/** Also revokes registered clients and the grants of third parties, and ends links with accounts at other schools. Returns how many sessions ended. */
export async function endOtherSessions(tx: Tx, { userId, sessionId }: Session, address: string): Promise<number> {
  await revokeLasting(tx, [userId])
  await endLinks(tx, [userId], address)
  return end(tx, [userId], address, sql`session_id <> ${sessionId}`)
}

/** As `endSessionsOf`, for one account. */
export function endAllSessions(
  tx: Tx,
  { userId }: Pick<Session, 'unitId' | 'userId'>,
  address: string,
): Promise<number> {
  return endSessionsOf(tx, [userId], address)
}

/**
 * Also revokes the accounts' registered clients and the grants of third parties, ends links with accounts at other schools, and deletes their devices. Returns how many
 * sessions ended.
 */
export async function endSessionsOf(tx: Tx, userIds: readonly string[], address: string): Promise<number> {
  await revokeLasting(tx, userIds)
  await endLinks(tx, userIds, address)
  await forgetDevices(tx, userIds)
  return end(tx, userIds, address)
}

/**
 * For an account whose second step is turned on: ends what a password alone had opened, which would go round the code. That is all sessions without a second factor but the own
 * one, registered clients, handovers, grants of third parties, and remembered devices, which the next sign-in by a code remembers again. Links with accounts at other schools stay: their own check asks for the code.
 */
export async function endUnproved(tx: Tx, { userId, sessionId }: Session, address: string): Promise<void> {
  await revokeUnproved(tx, [userId])
  await forgetDevices(tx, [userId])
  await end(tx, [userId], address, sql`session_id <> ${sessionId} and not second_factor`)
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

async function revokeUnproved(tx: Tx, userIds: readonly string[]): Promise<void> {
  await revokeLasting(tx, userIds)
  await tx.execute(sql`delete from handover where user_id = any (${idsOf(userIds)})`)
}

/**
 * Revokes registered clients, which would sign in again by themselves, and deletes the grants of third parties, which would go on reading, with their codes and tokens. The
 * person's consent stays.
 */
async function revokeLasting(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from oauth_artifact where user_id = any (${idsOf(userIds)}) and model = 'Grant'`)
  await tx.execute(sql`
    update user_client set revoked_at = now() where user_id = any (${idsOf(userIds)}) and revoked_at is null`)
}

/** Ends the links of accounts of this unit with accounts at other schools, on both sides: sessions of linked accounts would go on. */
async function endLinks(tx: Tx, userIds: readonly string[], address: string): Promise<void> {
  await tx.execute(sql`select portal_end_links(${idsOf(userIds)}, ${address}, '')`)
}

/**
 * Ends sessions of accounts, and those of the same person's other account that began with their credentials: they go back to it without any. Each end is an event with the device
 * that was signed out and the address that ended it.
 */
async function end(tx: Tx, userIds: readonly string[], address: string, which = sql`true`): Promise<number> {
  const whose = sql`(user_id = any (${idsOf(userIds)}) or began_as = any (${idsOf(userIds)}))`
  const { rowCount } = await tx.execute(sql`
    with ended as (
      update session set revoked_at = now() where ${whose} and ${isGood} and ${which} returning unit_id, user_id, user_agent)
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select unit_id, user_id, 'session-ended', ${address}, user_agent from ended`)
  return rowCount ?? 0
}

/** Forgets the devices of accounts but the one with this hash. */
export async function forgetDevices(tx: Tx, userIds: readonly string[], except: Buffer | null = null): Promise<void> {
  await tx.execute(sql`
    delete from login_device where user_id = any (${idsOf(userIds)}) and device_hash is distinct from ${except}::bytea`)
}

const idsOf = (userIds: readonly string[]) => sql`${sql.param([...userIds])}::uuid[]`
