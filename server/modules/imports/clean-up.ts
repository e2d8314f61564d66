import { type SQL, sql } from 'drizzle-orm'
import { IMPORT_DAYS } from '../../../contract/limits.ts'
import type { Database, Tx } from '../../db/database.ts'
import { importRow, importRun, importSource } from '../../db/tables.generated.ts'
import { cleanUp, inBatches } from '../../jobs/clean-up.ts'

/** Deletes the rows of imports that can no longer be applied or undone; the history keeps its line for a year. */
export async function cleanUpImports(database: Database, signal?: AbortSignal): Promise<number> {
  const old = sql`make_interval(days => ${IMPORT_DAYS})`
  const isOld = sql`(i.status = 'reading' and i.created_at < now() - interval '1 hour'
    or i.status in ('ready', 'stale', 'failed', 'cancelled') and i.created_at < now() - ${old}
    or i.created_at < now() - interval '1 year')`
  const isSettled = sql`(i.status = 'applied' and i.applied_at < now() - ${old} or i.status in ('undone', 'cancelled'))`
  // A cancelled import cannot be applied; one that had lost rows could be until its run is deleted.
  await inBatches(database, (tx, most) => cancelOld(tx, most, old), signal)
  const among = sql`import_id in (select i.import_id from import_run i where ${isOld} or ${isSettled})`
  // Before the runs, which would take thousands of rows with each.
  await cleanUp(
    database,
    [importRow, importSource].map((from) => ({ from, where: among })),
    signal,
  )
  const where = sql`import_id in (select i.import_id from import_run i where ${isOld})`
  const runs = await cleanUp(database, [{ from: importRun, where }], signal)
  await inBatches(database, forgetSamples, signal)
  return runs
}

async function cancelOld(tx: Tx, most: number, old: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update import_run set status = 'cancelled' where ctid = any(array(
      select ctid from import_run where status in ('ready', 'stale', 'failed') and created_at < now() - ${old} limit ${most} for update skip locked))`)
  return rowCount ?? 0
}

/** Of runs whose rows are gone, the first lines of each sheet. */
async function forgetSamples(tx: Tx, most: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update import_run r set sheets = (
      select coalesce(jsonb_agg(sheet - 'sample' order by place), '[]') from jsonb_array_elements(r.sheets) with ordinality s (sheet, place))
    where r.import_id in (
      select i.import_id from import_run i
      where i.sheets @? '$[*].sample' and not exists (select from import_row o where o.import_id = i.import_id) limit ${most})`)
  return rowCount ?? 0
}
