import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'

/** A row that is not as it was expected. */
const drifted = z.object({ kind: z.string(), name: z.string() })
export type DriftedRow = z.infer<typeof drifted>

const LISTED = 100

/** Rows whose people, classes or guardians are not as the preview saw them. Needs `readPresentRows` in this transaction. */
export async function findDrift(tx: Tx, importId: string): Promise<DriftedRow[]> {
  const rowsOf = (kind: string, present: SQL) => sql`
    select r.row_no, r.kind, r.name from import_row r left join ${present} p on p.id = r.target_id
    where r.import_id = ${importId}::uuid and r.kind = ${kind} and (
      r.action in ('changed', 'deactivated') and (p.id is null or not p.image @> r.before) or r.action = 'new' and p.id is not null)`
  return queryRows(tx, drifted)`
    select kind, name from (
      ${rowsOf('person', sql`present_person`)} union all ${rowsOf('class', sql`present_class`)}
      union all
      select r.row_no, r.kind, r.name from import_row r left join present_guardian p on p.parent_id = r.target_id and p.student_id = r.owner_id
      where r.import_id = ${importId}::uuid and r.kind = 'guardian' and (
        r.action = 'changed' and (p.image is null or not p.image @> r.before) or r.action = 'new' and p.image is not null)) drifted
    order by row_no limit ${LISTED}`
}
