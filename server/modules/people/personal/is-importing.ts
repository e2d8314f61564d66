import type { Tx } from '../../../db/database.ts'
import { queryAny } from '../../../db/query.ts'

/** Whether an import of the unit is being applied or taken back. */
export const isImporting = (tx: Tx): Promise<boolean> =>
  queryAny(tx)`select from import_run where status in ('applying', 'undoing') limit 1`
