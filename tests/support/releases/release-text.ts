import type { ClientBase } from 'pg'
import { PORTAL_MIGRATIONS } from '../../../server/db/migrate.ts'
import { sqlFiles } from '../../../server/db/sql-files.ts'
import { makeRows, writeRows } from './make-rows.ts'

/** SQL text of a new database of this version with a row in every table. The rows stay in the database of the connection. */
export async function writeRelease(client: ClientBase): Promise<string> {
  await makeRows(client)
  return [
    'set check_function_bodies = off',
    PORTAL_MIGRATIONS,
    ...sqlFiles.fresh.map(({ sql }) => sql.trim().replace(/;$/, '')),
    await writeRows(client),
  ].join(';\n')
}
