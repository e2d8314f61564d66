import { sql } from 'drizzle-orm'
import type { Tx } from '../../../server/db/database.ts'
import { createTokens, hashToken } from '../../../server/modules/auth/session-tokens.ts'

/** Signs in as many people of a host's unit without passwords; returns their access tokens. Needs that many open accounts. */
export async function signInPeople(tx: Tx, host: string, count: number): Promise<string[]> {
  const access: string[] = []
  const { rows } = await tx.execute(
    sql`select unit_id, user_id from user_account join unit_host h using (unit_id) where h.host = ${host} and status = 1
      order by user_id limit ${count}`,
  )
  if (rows.length < count) throw new Error(`there are only ${rows.length} accounts at ${host}`)
  for (const row of rows) {
    const tokens = createTokens()
    await tx.execute(sql`
      insert into session (unit_id, user_id, family_hash, access_hash, access_expires_at, refresh_hash, refresh_expires_at, ends_at)
      values (${row['unit_id']}, ${row['user_id']}, ${hashToken(tokens.refresh.split('.')[0] ?? '')}, ${hashToken(tokens.access)},
        now() + interval '1 hour', ${hashToken(tokens.refresh)}, now() + interval '1 day', now() + interval '1 day')`)
    access.push(tokens.access)
  }
  return access
}
