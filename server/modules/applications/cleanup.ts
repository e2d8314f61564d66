import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/** Days for which a deleted application can be brought back. */
const KEPT_DAYS = 30

/**
 * Deletes applications that were deleted long ago, with their licences, and pictures that no application has: those of a form that was never saved after a
 * day. In every unit: needs the owner's transaction.
 */
export async function cleanUpApplications(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from application where removed_at < now() - make_interval(days => ${KEPT_DAYS}) returning unit_id, code
    ) delete from licence l using gone where l.unit_id = gone.unit_id and l.server_id = gone.code`)
  await tx.execute(sql`
    delete from application_picture p where p.added_at < now() - interval '1 day'
      and not exists (select from application a where a.unit_id = p.unit_id and a.icon_path like '%/picture/' || p.picture_id)`)
}
