import { sql } from 'drizzle-orm'
import { IMPORT_DAYS } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'

/** Deletes the rows of imports that can no longer be applied or undone; the history keeps its line for a year. */
export async function cleanUpImports(tx: Tx): Promise<number> {
  const old = sql`make_interval(days => ${IMPORT_DAYS})`
  const { rowCount } = await tx.execute(sql`
    delete from import_run where status = 'reading' and created_at < now() - interval '1 hour'
      or status in ('ready', 'stale', 'failed', 'cancelled') and created_at < now() - ${old}
      or created_at < now() - interval '1 year'`)
  await tx.execute(sql`
    delete from import_row r using import_run i where i.import_id = r.import_id
      and (i.status = 'applied' and i.applied_at < now() - ${old} or i.status in ('undone', 'cancelled'))`)
  await tx.execute(sql`
    delete from import_source s using import_run i where i.import_id = s.import_id
      and (i.status = 'applied' and i.applied_at < now() - ${old} or i.status in ('undone', 'cancelled'))`)
  await tx.execute(sql`
    update import_run r set sheets = (
      select coalesce(jsonb_agg(sheet - 'sample' order by place), '[]') from jsonb_array_elements(r.sheets) with ordinality s (sheet, place))
    where r.sheets @? '$[*].sample' and not exists (select from import_row o where o.import_id = r.import_id)`)
  return rowCount ?? 0
}
