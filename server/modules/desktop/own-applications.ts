import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { OwnApplication } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { oauthArtifact, oauthClient, oauthConsent, userClient } from '../../db/tables.generated.ts'

/** What may act for the user: registered clients that sign them in, and third parties with a grant; newest first. */
export async function readOwnApplications(tx: Tx, { userId }: Session): Promise<OwnApplication[]> {
  const clients = await tx
    .select({
      id: userClient.userClientId,
      name: userClient.name,
      since: userClient.createdAt,
      lastUsedAt: userClient.lastUsedAt,
    })
    .from(userClient)
    .where(and(eq(userClient.userId, userId), isNull(userClient.revokedAt)))
    .orderBy(desc(userClient.createdAt))
  const parties = await tx
    .select({
      id: oauthClient.clientId,
      name: oauthClient.name,
      englishName: oauthClient.englishName,
      since: oauthConsent.agreedAt,
    })
    .from(oauthConsent)
    .innerJoin(oauthClient, eq(oauthClient.clientId, oauthConsent.clientId))
    .where(eq(oauthConsent.userId, userId))
    .orderBy(desc(oauthConsent.agreedAt))
  return [
    ...clients.map((client) => ({ ...client, kind: 'client' as const, englishName: client.name })),
    ...parties.map((party) => ({ ...party, kind: 'third-party' as const, lastUsedAt: null })),
  ].map((own) => ({ ...own, since: own.since.toISOString(), lastUsedAt: own.lastUsedAt?.toISOString() ?? null }))
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
