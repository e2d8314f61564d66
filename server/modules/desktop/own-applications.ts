import { and, eq, isNull, sql } from 'drizzle-orm'
import { ownApplication, type OwnApplication } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { isoText, queryRows } from '../../db/query.ts'
import { oauthArtifact, oauthConsent, userClient } from '../../db/tables.generated.ts'

/** What may act for the user: registered clients that sign them in, and third parties with a grant; newest first. */
export async function readOwnApplications(tx: Tx, { userId }: Session): Promise<OwnApplication[]> {
  return queryRows(tx, ownApplication)`
    select 'client' as kind, user_client_id::text as id, name, name as "englishName", ${isoText(sql`created_at`)} as since,
      ${isoText(sql`last_used_at`)} as "lastUsedAt"
    from user_client where user_id = ${userId}::uuid and revoked_at is null
    union all
    select 'third-party', k.client_id, k.name, k.english_name, ${isoText(sql`o.agreed_at`)}, null
    from oauth_consent o join oauth_client k using (client_id) where o.user_id = ${userId}::uuid
    order by kind, since desc`
}

/**
 * Revokes an application's access: a client can no longer sign in, a third party is asked about again, and its tokens are invalid at once. Throws
 * 'account.application_gone' for a missing one or another user's.
 */
export async function revokeOwnApplication(
  tx: Tx,
  { userId }: Session,
  { kind, id }: Pick<OwnApplication, 'kind' | 'id'>,
): Promise<void> {
  const revoked = await (kind === 'client' ? revokeClient(tx, userId, id) : revokeParty(tx, userId, id))
  if (!revoked) throw new PortalError('account.application_gone')
}

async function revokeClient(tx: Tx, userId: string, id: string): Promise<boolean> {
  if (!isRowId(id)) return false
  const { rowCount } = await tx
    .update(userClient)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(userClient.userId, userId), eq(userClient.userClientId, id), isNull(userClient.revokedAt)))
  return Boolean(rowCount)
}

async function revokeParty(tx: Tx, userId: string, clientId: string): Promise<boolean> {
  const own = (table: typeof oauthConsent | typeof oauthArtifact) =>
    and(eq(table.userId, userId), eq(table.clientId, clientId))
  // Codes and tokens are deleted with their grant.
  await tx.delete(oauthArtifact).where(and(own(oauthArtifact), eq(oauthArtifact.model, 'Grant')))
  const { rowCount } = await tx.delete(oauthConsent).where(own(oauthConsent))
  return Boolean(rowCount)
}
