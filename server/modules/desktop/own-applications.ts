import { sql } from 'drizzle-orm'
import { ownApplication, type OwnApplication } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryRows } from '../../db/query.ts'

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
  // Codes and tokens are deleted with their grant.
  const { rowCount } = await tx.execute(
    kind === 'client'
      ? sql`update user_client set revoked_at = now() where user_id = ${userId} and user_client_id = ${asId(id)} and revoked_at is null`
      : sql`
        with grants as (delete from oauth_artifact where user_id = ${userId} and client_id = ${id} and model = 'Grant')
        delete from oauth_consent where user_id = ${userId} and client_id = ${id}`,
  )
  if (!rowCount) throw new PortalError('account.application_gone')
}
