import { sql } from 'drizzle-orm'
import { ADMIN_PERMISSIONS } from '../../../contract/permissions.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import { cutUserAgent, type Origin } from './sign-in-events.ts'

/** Tables of what a signed-in user binds to an account and can sign in with afterwards, without its password. */
export const BOUND_TABLES = ['passkey', 'external_identity', 'face_pin'] as const

/**
 * Deletes what is bound to an account and records it as sign-in events: an earlier holder of the password may have bound it. The second step stays, since it only adds to a password; and so does the passkey
 * of an administrator who has no other second factor where the unit asks for one, or else a mailbox would be enough to replace it (see `requirePasskeyFirst`).
 */
export async function forgetBoundSignIn(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  { address, userAgent }: Origin,
): Promise<void> {
  await tx.execute(sql`
    with passkeys as (
      delete from passkey p using unit u where p.user_id = ${userId} and u.unit_id = p.unit_id
        and not (u.admin_second_factor and not exists (select from second_step s where s.user_id = p.user_id)
          and portal_administers(p.user_id, ${sql.param([...ADMIN_PERMISSIONS])}::text[]))
      returning 'passkey-removed'),
    identities as (delete from external_identity where user_id = ${userId} returning 'identity-unbound'),
    pins as (delete from face_pin where user_id = ${userId})
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select ${unitId}::uuid, ${userId}::uuid, kind, ${address}, ${cutUserAgent(userAgent)} from (table passkeys union all table identities) as gone (kind)`)
}
