import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { applicationPicture } from '../../db/tables.generated.ts'
import { cleanUp, inBatches } from '../../jobs/clean-up.ts'

/** Days for which a deleted application can be brought back. */
const KEPT_DAYS = 30

/**
 * Deletes applications that were deleted long ago, with their licences, and pictures that no application has: those of a form that was never saved after a
 * day. In every unit.
 */
export async function cleanUpApplications(database: Database, signal?: AbortSignal): Promise<void> {
  const deleteRemoved = (tx: Tx, most: number) => {
    return queryValue(tx, z.number())`
      with gone as (
        delete from application where ctid = any(array(
          select ctid from application where removed_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${most} for update))
        returning unit_id, code),
      licences as (delete from licence l using gone where l.unit_id = gone.unit_id and l.server_id = gone.code)
      select count(*) from gone`
  }
  await inBatches(database, deleteRemoved, signal)
  const unused = sql`added_at < now() - interval '1 day' and not exists (
    select from application a where a.unit_id = application_picture.unit_id and a.icon_path like '%/picture/' || application_picture.picture_id)`
  await cleanUp(database, [{ from: applicationPicture, where: unused }], signal)
}
