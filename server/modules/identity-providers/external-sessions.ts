import { lt, sql } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { externalSession, logoutToken } from '../../db/tables.generated.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { hashToken } from '../auth/session-tokens.ts'
import type { Logout } from './oidc-client.ts'

/** Notes with which session at a provider a session of the portal was opened. */
export async function noteExternalSession(
  tx: Tx,
  { sessionId, unitId }: Pick<Session, 'sessionId' | 'unitId'>,
  opened: { readonly providerId: string; readonly subject: string; readonly providerSid: string | null },
): Promise<void> {
  const { providerId, subject, providerSid } = opened
  await tx.insert(externalSession).values({ sessionId, unitId, providerId, subject, providerSid })
}

/** Throws 'sso.logout_refused' for a token that was taken before. */
export async function endExternalSessions(
  tx: Tx,
  unitId: string,
  providerId: string,
  { subject, providerSid, tokenId, keptSeconds, address }: Logout & { readonly address: string },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    insert into logout_token (token_hash, unit_id, expires_at)
    values (${hashToken(`${providerId} ${tokenId}`)}, ${unitId}, now() + make_interval(secs => ${keptSeconds})) on conflict do nothing`)
  if (!rowCount) throw new PortalError('sso.logout_refused')
  const bySubject = subject === null ? sql`true` : sql`subject = ${subject}`
  // With the subject, also sessions of a provider that does not name the session in its ID tokens.
  const unnamed = subject === null ? sql`false` : sql`provider_sid is null`
  const bySid = providerSid === null ? sql`true` : sql`(provider_sid = ${providerSid} or ${unnamed})`
  await tx.execute(sql`
    with ended as (
      update session set revoked_at = now() where revoked_at is null and session_id in (
        select session_id from external_session where provider_id = ${providerId} and ${bySubject} and ${bySid})
      returning unit_id, user_id, user_agent)
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select unit_id, user_id, 'session-ended', ${address}, user_agent from ended`)
}

/** Those of every unit. */
export const deleteOldLogoutTokens = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: logoutToken, where: lt(logoutToken.expiresAt, sql`now()`) }], signal)
