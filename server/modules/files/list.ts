import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { folderOrders } from '../../../contract/endpoints/storage/files.ts'
import { text } from '../../../contract/fields.ts'
import { FILE_NAME_LENGTH, FOLDER_PAGE } from '../../../contract/limits.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { queryOne, queryRows } from '../../db/query.ts'
import { momentKey, momentOfKey, readCursor, writeCursor } from './cursor.ts'
import { toStoredFile } from './stored-file.ts'
import { liesIn, ownerOf, TABLES, type EntryKind, type Owner } from './entries.ts'
import { readPath } from './edit-entries.ts'

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
  // One more than the page holds, to find out whether there is another page. Files come after folders.
  const wanted = { owner, folderId, order, after, limit: size + 1 }
  const folders = after?.kind === 'file' ? [] : await findEntries(tx, 'folder', wanted)
  const ofFiles = { ...wanted, after: after?.kind === 'file' ? after : undefined, limit: size + 1 - folders.length }
  const found = [...folders, ...(ofFiles.limit > 0 ? await findEntries(tx, 'file', ofFiles) : [])]
  const page = found.slice(0, size)
  const last = page.at(-1)
  return {
    folderId,
    path,
    folders: page.flatMap(({ kind, id, name, createdAt }) =>
      kind === 'folder' ? { id, name, parentId: folderId, createdAt: createdAt.toISOString() } : [],
    ),
    files: page.flatMap(({ kind, id, md5, size: bytes, ...row }) =>
      kind === 'file' ? toStoredFile({ ...row, fileId: id, folderId }, { md5, size: bytes }) : [],
    ),
    next: last && found.length > size ? writeCursor(cursorOf(last, order.by)) : null,
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

/** `md5` and `size` are those of a file; `key` is the one of the order, 0 for an order of names. */
const listedRow = z.object({
  kind: z.literal(['folder', 'file']),
  id: z.string(),
  name: z.string(),
  createdAt: z.coerce.date(),
  key: z.number(),
  md5: z.string(),
  size: z.number(),
})

function cursorOf({ kind, key, name, id }: z.infer<typeof listedRow>, by: Order['by']): Cursor {
  return { kind, by, key, name, id }
}

async function findEntries(tx: Tx, kind: EntryKind, { owner, folderId, order, after, limit }: Wanted) {
  const { table, key: id } = TABLES[kind]
  const { key, orderBy, isBehind } = arrange(kind, order)
  const content = kind === 'file' ? sql`o.md5, e.size` : sql`'' as md5, 0 as size`
  return queryRows(tx, listedRow)`
    select ${kind} as kind, e.${id} as id, e.name, e.created_at as "createdAt", ${key} as key, ${content}
    from ${table} e ${kind === 'file' ? sql`join storage_object o using (unit_id, sha256)` : sql``}
    where ${liesIn(kind, owner, folderId)} ${after ? sql`and ${isBehind(after)}` : sql``}
    order by ${orderBy} limit ${limit}`
}

async function readTotals(tx: Tx, owner: Owner, folderId: string | null) {
  return queryOne(tx, z.object({ folders: z.number(), files: z.number(), bytes: z.number() }))`
    select (select count(*) from storage_folder where ${liesIn('folder', owner, folderId)}) as folders, count(*) as files,
      coalesce(sum(size), 0)::bigint as bytes
    from storage_file where ${liesIn('file', owner, folderId)}`
}

/** A column that precedes the name in the order, its value as a whole number, and the inverse. */
interface Key {
  readonly column: SQL
  readonly read: SQL
  readonly write: (key: number) => SQL
}

const BY_DATE: Key = { column: sql`e.created_at`, read: momentKey(sql`e.created_at`), write: momentOfKey }
const BY_SIZE: Key = { column: sql`e.size`, read: sql`e.size`, write: (key) => sql`${key}::bigint` }
/** Folders have no size: they stay in the order of names. */
const KEYS: Readonly<Record<EntryKind, Readonly<Partial<Record<Order['by'], Key>>>>> = {
  folder: { date: BY_DATE },
  file: { date: BY_DATE, size: BY_SIZE },
}

/** The order of a table's rows with its key, and the condition that a row comes after a cursor. */
function arrange(kind: EntryKind, { by, descending, language }: Order) {
  const key = KEYS[kind][by]
  const [up, down] = [
    { direction: sql`asc`, compared: sql`>` },
    { direction: sql`desc`, compared: sql`<` },
  ] as const
  const whole = descending && (key !== undefined || by === 'name') ? down : up
  // Equal ones are ordered by name, always in the same direction.
  const ofNames = key ? up : whole
  const { place, key: id } = TABLES[kind]
  const name = sql`e.name collate ${COLLATIONS[language]}`
  const names = sql`${name} ${ofNames.direction}, e.${id} ${ofNames.direction}`
  const isBehindByName = (last: Cursor) =>
    sql`(${name}, e.${id}) ${ofNames.compared} (${last.name}::text collate ${COLLATIONS[language]}, ${last.id}::uuid)`
  // The same for all rows. Null at the top, where PostgreSQL does not see by itself that the index serves the order.
  const first = sql`e.${place} ${whole.direction}`
  if (!key) return { key: sql`0`, orderBy: sql`${first}, ${names}`, isBehind: isBehindByName }
  const { column, read, write } = key
  return {
    key: read,
    orderBy: sql`${first}, ${column} ${whole.direction}, ${names}`,
    // The first comparison is redundant, but gives the index a start.
    isBehind: (cursor: Cursor) => {
      const last = write(cursor.key)
      return sql`(${column} ${whole.compared}= ${last} and (${column} ${whole.compared} ${last} or ${isBehindByName(cursor)}))`
    },
  }
}
