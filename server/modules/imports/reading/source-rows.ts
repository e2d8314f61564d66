import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
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
export async function keepPiece(
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
