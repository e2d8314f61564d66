import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { folderOrders, type Folder } from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { text } from '../../../contract/fields.ts'
import { FILE_NAME_LENGTH, FOLDER_PAGE } from '../../../contract/limits.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { storageFile, storageFolder, storageObject } from '../../db/tables.generated.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { toStoredFile } from './filing.ts'
import { isObjectOf, liesIn, ownerOf, type Owner } from './entries.ts'
import { readPath, toFolder } from './edit-entries.ts'

type Input = ParsedRequestOf<typeof filesEndpoints.list>
type Order = Required<Pick<Input, 'by' | 'descending' | 'language'>>

/** The last entry of a page, with all keys of its order. */
const cursorSchema = z.object({
  kind: z.literal(['folder', 'file']),
  by: z.literal(folderOrders),
  /** Bytes, or microseconds since 1970. */
  key: z.number().check(z.int(), z.minimum(0)),
  /** UTF-16 has up to two units for a character. */
  name: text(FILE_NAME_LENGTH * 2),
  id: z.string().check(z.refine(isRowId)),
})
type Cursor = z.infer<typeof cursorSchema>

/** An entry of the response, and the cursor after it. */
interface Found<T> {
  readonly shown: T
  readonly cursor: Cursor
}

/** The collations of names that have an index. */
const COLLATIONS = { 'zh-CN': sql.raw('portal_names_zh'), en: sql.raw('portal_names_en') } as const

/**
 * A page of a folder's content in the requested order. Throws 'files.folder_not_found', and 'request.invalid' when `after` is not a cursor of this
 * order.
 */
export async function listFolder(input: Input, call: Call): Promise<ResponseOf<typeof filesEndpoints.list>> {
  const { tx } = call
  const owner = ownerOf(call)
  const folderId = input.folderId ?? null
  const order = { by: input.by ?? 'name', descending: input.descending ?? false, language: input.language ?? 'zh-CN' }
  const size = input.size ?? FOLDER_PAGE
  const isOfOrder = z.refine<Cursor>(({ by }) => by === order.by)
  const after = readCursor(cursorSchema.check(isOfOrder), input.after)
  const path = await readPath(tx, owner, folderId)
  // One more than the page holds, to find out whether there is another page.
  const folders =
    after?.kind === 'file' ? [] : await findFolders(tx, { owner, folderId, order, after, limit: size + 1 })
  const behindFolders = after?.kind === 'file' ? after : undefined
  const limit = size + 1 - folders.length
  const files = limit > 0 ? await findFiles(tx, { owner, folderId, order, after: behindFolders, limit }) : []
  const page = { folders: folders.slice(0, size), files: files.slice(0, Math.max(0, size - folders.length)) }
  const last = page.files.at(-1) ?? page.folders.at(-1)
  return {
    folderId,
    path,
    folders: page.folders.map(({ shown }) => shown),
    files: page.files.map(({ shown }) => shown),
    next: last && folders.length + files.length > size ? writeCursor(last.cursor) : null,
    totals: after ? null : await readTotals(tx, owner, folderId),
  }
}

interface Wanted {
  readonly owner: Owner
  readonly folderId: string | null
  readonly order: Order
  readonly after: Cursor | undefined
  readonly limit: number
}

async function findFolders(tx: Tx, { owner, folderId, order, after, limit }: Wanted): Promise<Found<Folder>[]> {
  const { name, folderId: id, createdAt } = storageFolder
  // Folders have no size: they stay in the order of names.
  const moment = order.by === 'date' ? momentKey(createdAt) : undefined
  const { orderBy, isBehind } = arrange({ folder: storageFolder.parentId, name, id, key: moment }, order)
  const rows = await tx
    .select({ folder: storageFolder, key: moment?.read ?? sql<number>`0` })
    .from(storageFolder)
    .where(and(liesIn(storageFolder, owner, folderId), after && isBehind(after)))
    .orderBy(...orderBy)
    .limit(limit)
  return rows.map(({ folder, key }) => ({
    shown: toFolder(folder),
    cursor: { kind: 'folder', by: order.by, key, name: folder.name, id: folder.folderId },
  }))
}

async function findFiles(tx: Tx, { owner, folderId, order, after, limit }: Wanted): Promise<Found<StoredFile>[]> {
  const { name, fileId: id, createdAt, size } = storageFile
  const key = { name: undefined, size: sizeKey(size), date: momentKey(createdAt) }[order.by]
  const { orderBy, isBehind } = arrange({ folder: storageFile.folderId, name, id, key }, order)
  const rows = await tx
    .select({ file: storageFile, md5: storageObject.md5, key: key?.read ?? sql<number>`0` })
    .from(storageFile)
    .innerJoin(storageObject, isObjectOf)
    .where(and(liesIn(storageFile, owner, folderId), after && isBehind(after)))
    .orderBy(...orderBy)
    .limit(limit)
  return rows.map(({ file, md5, key: at }) => ({
    shown: toStoredFile(file, { md5, size: file.size }),
    cursor: { kind: 'file', by: order.by, key: at, name: file.name, id: file.fileId },
  }))
}

async function readTotals(tx: Tx, owner: Owner, folderId: string | null) {
  const [files] = await tx
    .select({
      count: sql`count(*)`.mapWith(Number),
      bytes: sql`coalesce(sum(${storageFile.size}), 0)::bigint`.mapWith(Number),
    })
    .from(storageFile)
    .where(liesIn(storageFile, owner, folderId))
  const folders = await tx.$count(storageFolder, liesIn(storageFolder, owner, folderId))
  return { folders, files: files?.count ?? 0, bytes: files?.bytes ?? 0 }
}

/** A column that precedes the name in the order. */
interface Key {
  readonly column: SQL
  /** The column's value as a whole number, and the inverse. */
  readonly read: SQL<number>
  readonly write: (key: number) => SQL
}

function sizeKey(column: PgColumn): Key {
  return { column: sql`${column}`, read: sql<number>`${column}`, write: (key) => sql`${key}::bigint` }
}

/** Microseconds, as in the database; a Date would round, and entries between would be on no page or on two. */
function momentKey(column: PgColumn): Key {
  return {
    column: sql`${column}`,
    read: sql<number>`(extract(epoch from ${column}) * 1000000)::bigint`,
    write: (key) => sql`(timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond')`,
  }
}

/** The order of a table's rows, and the condition that a row comes after a cursor. */
function arrange(
  { folder, name, id, key }: { folder: PgColumn; name: PgColumn; id: PgColumn; key: Key | undefined },
  { by, descending, language }: Order,
): { orderBy: SQL[]; isBehind: (cursor: Cursor) => SQL } {
  const collation = COLLATIONS[language]
  const down = sql.raw('desc')
  const up = sql.raw('asc')
  const isTurned = descending && by === 'name'
  const direction = isTurned ? down : up
  const names = [sql`${name} collate ${collation} ${direction}`, sql`${id} ${direction}`]
  const isBehindByName = ({ name: last, id: lastId }: Cursor) => {
    const compared = isTurned ? sql.raw('<') : sql.raw('>')
    return sql`(${name} collate ${collation}, ${id}) ${compared} (${last}::text collate ${collation}, ${lastId}::uuid)`
  }
  // The same for all rows. Null at the top, where PostgreSQL does not see by itself that the index serves the order.
  const first = (turned: boolean) => sql`${folder} ${turned ? down : up}`
  if (!key) return { orderBy: [first(isTurned), ...names], isBehind: isBehindByName }
  const { column, write } = key
  const compared = descending ? sql.raw('<') : sql.raw('>')
  return {
    orderBy: [first(descending), sql`${column} ${descending ? down : up}`, ...names],
    // The first comparison is redundant, but gives the index a start.
    isBehind: (cursor) => {
      const last = write(cursor.key)
      return sql`(${column} ${compared}= ${last} and (${column} ${compared} ${last} or ${isBehindByName(cursor)}))`
    },
  }
}
