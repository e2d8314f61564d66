import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'

/** Whether an import of the unit is being applied or taken back. */
export async function isImporting(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from import_run where status in ('applying', 'undoing') limit 1`)
  return rows.length > 0
}
