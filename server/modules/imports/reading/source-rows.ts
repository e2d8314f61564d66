import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { IMPORT_ROWS_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { problemColumn } from '../../../../contract/rules/imports/problem-column.ts'
import type { Tx } from '../../../db/database.ts'
import { queryValues } from '../../../db/query.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { sourceCell, type SourceRow } from './source-cell.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

const kept = z.array(z.tuple([z.string(), z.number(), z.array(sourceCell)], z.boolean()))

const contextOf = (importId: string, piece: number) => `rows ${piece} of import ${importId}`

/** What is needed to write sheets again. `header`: the row of headings; 0 where none was found. */
export const sheetShapes = z.array(z.object({ sheet: z.string(), header: z.number(), width: z.number() }))

/**
 * Stores the rows of a file until its import is applied or forgotten: sealed, since they have identity numbers and whatever else stands in the file. They are given back without the column that a marked sheet
 * has for its problems. Throws 'import.too_many_rows'.
 */
export function storeSourceRows(tx: Tx, vault: Vault, importId: string) {
  const ends = new Map<string, number>()
  const widths = new Map<string, number>()
  let piece = 0
  let count = 0
  const cut = (row: SourceRow): SourceRow => {
    const end = ends.get(row.sheet) ?? problemColumn(row.cells)
    if (end !== -1) ends.set(row.sheet, end)
    // What was added beside it, as a state that was missing, is read.
    const cells = end === -1 ? row.cells : row.cells.toSpliced(end, 1)
    widths.set(row.sheet, Math.max(widths.get(row.sheet) ?? 0, cells.length))
    return end === -1 ? row : { ...row, cells }
  }
  return {
    async add(given: readonly SourceRow[]): Promise<readonly SourceRow[]> {
      count += given.length
      if (count > IMPORT_ROWS_MAX) throw new PortalError('import.too_many_rows')
      const rows = given.map(cut)
      if (rows.length === 0) return rows
      const text = JSON.stringify(
        rows.map(({ sheet, row, cells, hidden }) => [sheet, row, cells, ...(hidden ? [true] : [])]),
      )
      const content = vault.sealBytes(await zip(text, { level: 3 }), contextOf(importId, piece))
      await tx.execute(
        sql`insert into import_source (import_id, unit_id, piece, content) values (${importId}::uuid, portal_unit_id(), ${piece}, ${content})`,
      )
      piece += 1
      return rows
    },
    shapes: (headerOf: (sheet: string) => number): z.infer<typeof sheetShapes> =>
      [...widths].map(([sheet, width]) => ({ sheet, header: headerOf(sheet), width })),
  }
}

/** Once no row of it can be in error any more. */
export async function forgetSource(tx: Tx, importId: string): Promise<void> {
  await tx.execute(sql`delete from import_source where import_id = ${importId}::uuid`)
}

/** A piece of the rows of a file, from 0 on; undefined after the last. */
export async function readPiece(
  tx: Tx,
  vault: Vault,
  importId: string,
  piece: number,
): Promise<SourceRow[] | undefined> {
  const [content] = await queryValues(tx, z.instanceof(Buffer))`
    select content from import_source where import_id = ${importId}::uuid and piece = ${piece}`
  if (!content) return undefined
  const read: unknown = JSON.parse((await unzip(vault.openBytes(content, contextOf(importId, piece)))).toString())
  return z.parse(kept, read).map(([sheet, row, cells, hidden]) => ({ sheet, row, cells, hidden }))
}
