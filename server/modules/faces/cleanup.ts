import { lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { faceChallenge, faceUse } from '../../db/tables.generated.ts'
import { cleanUp, inBatches } from '../../jobs/clean-up.ts'

/** Long enough for three yearly audits. */
const USES_KEPT = sql`now() - interval '1100 days'`

/**
 * Deletes faces that were not used within their unit's retention, and those of closed accounts, with a record; deletes old challenges and records. In
 * every unit.
 */
export async function cleanUpFaces(database: Database, signal?: AbortSignal): Promise<void> {
  await inBatches(database, deleteIdle, signal)
  const rules = [
    { from: faceChallenge, where: lt(faceChallenge.expiresAt, sql`now()`) },
    { from: faceUse, where: lt(faceUse.at, USES_KEPT) },
  ]
  await cleanUp(database, rules, signal)
}

/** The faces of so many people at most. */
function deleteIdle(tx: Tx, most: number): Promise<number> {
  return queryValue(tx, z.number())`
    with idle as (
      select p.user_id from face_photo p
      join user_account a on a.user_id = p.user_id
      left join face_settings s on s.unit_id = p.unit_id
      group by p.user_id, a.status, s.retention_days
      having a.status <> 1
        or max(greatest(p.last_used_at, p.registered_at)) < now() - make_interval(days => coalesce(s.retention_days, 400))
      limit ${most}),
    gone as (delete from face_photo p using idle i where p.user_id = i.user_id returning p.unit_id, p.user_id),
    noted as (
      insert into face_use (unit_id, user_id, kind, detail) select unit_id, user_id, 'expired', count(*)::text from gone group by unit_id, user_id returning 1)
    select count(*) from noted`
}
