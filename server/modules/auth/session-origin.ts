import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/**
 * Gives a session the origin of the one that it came from, by switching or by a handover: it ends with the sessions of the account by whose credentials that one began, and with the session
 * at the provider by which it was opened.
 */
export async function inheritOrigin(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    update session t set began_as = coalesce(f.began_as, nullif(f.user_id, t.user_id)) from session f
    where f.session_id = ${from}::uuid and t.session_id = ${to}::uuid`)
  await tx.execute(sql`
    insert into external_session (session_id, unit_id, provider_id, subject, provider_sid)
    select ${to}::uuid, unit_id, provider_id, subject, provider_sid from external_session where session_id = ${from}::uuid`)
}
