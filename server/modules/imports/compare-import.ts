import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryAny, queryOne } from '../../db/query.ts'
import { readTransactionActor } from '../auth/may-act-for.ts'
import { compareRows } from './comparing/compare-rows.ts'
import { openWorkRows, readWorkRows } from './comparing/work-rows.ts'

const compared = z.object({
  source: z.string(),
  mode: z.literal(['bulk', 'delta']),
  options: z.object({
    pupilAccounts: z.boolean(),
    parentAccounts: z.boolean(),
    lastYear: z.optional(z.literal(['keep', 'move'])),
  }),
})

/** Compares a previewed import with what is there now. `lastYear`: what was answered. Throws 'import.empty' when it has no row. */
export async function compareAgain(tx: Tx, importId: string, lastYear?: 'keep' | 'move'): Promise<void> {
  if (lastYear)
    await tx.execute(
      sql`update import_run set options = options || jsonb_build_object('lastYear', ${lastYear}::text) where import_id = ${importId}::uuid`,
    )
  await openWorkRows(tx, importId)
  await readWorkRows(tx, importId)
  await compareImport(tx, importId)
}

/** Compares the rows in `work_row` with what is there, and makes the import ready. Throws 'import.empty' when it has no row. */
export async function compareImport(tx: Tx, importId: string): Promise<void> {
  const { source, mode, options } = await queryOne(tx, compared)`
    select source, mode, options from import_run where import_id = ${importId}::uuid`
  const { needsConfirmation, lastYear } = await compareRows(tx, importId, await readTransactionActor(tx), {
    source,
    mode,
    ...options,
  })
  await tx.execute(sql`
    update import_run set status = 'ready', code = null, needs_confirmation = ${needsConfirmation}, last_year = ${lastYear === null ? null : JSON.stringify(lastYear)}::jsonb, counts = coalesce((
      select jsonb_object_agg(action, kinds) from (
        select action, jsonb_object_agg(kind, count) as kinds from (
          select action, case when kind = 'person' and given ? 'key' then 'parent' else kind end as kind, count(*) as count
          from import_row where import_id = ${importId}::uuid and action is not null group by 1, 2) counted
        group by action) actions), '{}')
    where import_id = ${importId}::uuid`)
  if (!(await queryAny(tx)`select from import_row where import_id = ${importId}::uuid limit 1`))
    throw new PortalError('import.empty')
}
