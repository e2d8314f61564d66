import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { problemColumn } from '../../../../contract/rules/imports/problem-column.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { sourceCell, type SourceRow } from './source-cell.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

const kept = z.array(z.tuple([z.string(), z.number(), z.array(sourceCell)], z.boolean()))

const sealed = z.object({ content: z.instanceof(Buffer) })

const contextOf = (importId: string, piece: number) => `rows ${piece} of import ${importId}`

/** Stores a piece of the rows of a file until its import is applied or forgotten: sealed, since they have identity numbers and whatever else stands in the file. */
async function keepPiece(
  tx: Tx,
  vault: Vault,
  { importId, piece }: { readonly importId: string; readonly piece: number },
  rows: readonly SourceRow[],
): Promise<void> {
  const text = JSON.stringify(
    rows.map(({ sheet, row, cells, hidden }) => [sheet, row, cells, ...(hidden ? [true] : [])]),
  )
  const content = vault.sealBytes(await zip(text, { level: 3 }), contextOf(importId, piece))
  await tx.execute(
    sql`insert into import_source (import_id, unit_id, piece, content) values (${importId}::uuid, portal_unit_id(), ${piece}, ${content})`,
  )
}

/** What is needed to write a sheet again. */
export interface SheetShape {
  readonly sheet: string
  /** The row of headings; 0 where none was found. */
  readonly header: number
  readonly width: number
}

/** Stores the rows of a file, which are given back without the column that a marked sheet has for its problems. */
export function storeSourceRows(tx: Tx, vault: Vault, importId: string) {
  const ends = new Map<string, number>()
  const widths = new Map<string, number>()
  let piece = 0
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
      const rows = given.map(cut)
      if (rows.length > 0) {
        await keepPiece(tx, vault, { importId, piece }, rows)
        piece += 1
      }
      return rows
    },
    shapes: (headerOf: (sheet: string) => number): SheetShape[] =>
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
  const [found] = await queryRows(tx, sealed)`
    select content from import_source where import_id = ${importId}::uuid and piece = ${piece}`
  if (!found) return undefined
  const read: unknown = JSON.parse((await unzip(vault.openBytes(found.content, contextOf(importId, piece)))).toString())
  return z.parse(kept, read).map(([sheet, row, cells, hidden]) => ({ sheet, row, cells, hidden }))
}
