import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as files from '../../../contract/endpoints/storage/files.ts'
import { binEntry } from '../../../contract/endpoints/storage/files.ts'
import { BIN_DAYS, FOLDER_PAGE } from '../../../contract/limits.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { isoText, queryOne, queryRows, queryValues } from '../../db/query.ts'
import {
  chooseName,
  findEntryAnywhere,
  lockNames,
  ownedBy,
  ownerOf,
  TABLES,
  type EntryKind,
  type Owner,
} from './entries.ts'
import { momentKey, momentOfKey, readCursor, writeCursor } from './cursor.ts'

/** Moves files, and folders with their content, to the bin; repeatable. Throws 'files.not_found' or 'files.folder_not_found'. */
export async function removeEntries(
  { entries }: ParsedRequestOf<typeof files.remove>,
  { tx, ...call }: Call,
): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(tx, owner)
  for (const { id, kind } of entries) {
    const { removed } = await findEntryAnywhere(tx, owner, kind, id)
    if (removed) continue
    if (kind === 'folder') await removeFolder(tx, owner, id)
    else await tx.execute(sql`update storage_file set deleted_at = now() where file_id = ${id}::uuid`)
  }
}

/** Removes a folder with its content. What was in the bin before stays there by itself. */
async function removeFolder(tx: Tx, owner: Owner, folderId: string): Promise<void> {
  await tx.execute(sql`
    with recursive inside as (
      select ${folderId}::uuid as folder_id
      union all
      select f.folder_id from storage_folder f join inside on f.parent_id = inside.folder_id
      where f.unit_id = ${owner.unitId} and f.owner_id = ${owner.userId}),
    removed as (
      update storage_file set deleted_at = now(), removed_with = ${folderId}::uuid
      where ${ownedBy(owner)} and folder_id in (select folder_id from inside) and deleted_at is null)
    update storage_folder set deleted_at = now(), removed_with = nullif(${folderId}::uuid, folder_id)
    where ${ownedBy(owner)} and folder_id in (select folder_id from inside) and deleted_at is null`)
}

/**
 * Restores files, and folders with everything that was removed with them: to their place, or to the top when that folder is gone, with a number when
 * the name is taken. Throws 'files.not_found' or 'files.folder_not_found'.
 */
export async function restoreEntries(
  { entries }: ParsedRequestOf<typeof files.restore>,
  { tx, ...call }: Call,
): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(tx, owner)
  // Folders first: what was removed by itself from one of them goes back into it.
  for (const kind of ['folder', 'file'] as const)
    for (const entry of entries) if (entry.kind === kind) await restoreEntry(tx, owner, kind, entry.id)
}

async function restoreEntry(tx: Tx, owner: Owner, kind: EntryKind, id: string): Promise<void> {
  const { table, key, place } = TABLES[kind]
  const entry = await findEntryAnywhere(tx, owner, kind, id)
  if (!entry.removed) return
  const folder = entry.folderId === null ? null : await findEntryAnywhere(tx, owner, 'folder', entry.folderId)
  const folderId = folder && !folder.removed ? folder.id : null
  const name = await chooseName(tx, owner, kind, { name: entry.name, folderId })
  const back = sql`deleted_at = null, removed_with = null`
  await tx.execute(sql`update ${table} set ${place} = ${folderId}, name = ${name}, ${back} where ${key} = ${entry.id}`)
  if (kind === 'file') return
  for (const inside of [TABLES.folder, TABLES.file])
    await tx.execute(sql`update ${inside.table} set ${back} where ${ownedBy(owner)} and removed_with = ${entry.id}`)
}

const cursorSchema = z.object({
  /** Microseconds since 1970. */
  at: z.number().check(z.int(), z.minimum(0)),
  id: z.string().check(z.refine(isRowId)),
})
type Cursor = z.infer<typeof cursorSchema>

const binRow = z.extend(binEntry, { at: z.number() })

/** A page of the caller's bin, newest first. Throws 'request.invalid' when `after` is not a cursor. */
export async function listBin(
  input: ParsedRequestOf<typeof files.bin>,
  call: Call,
): Promise<ResponseOf<typeof files.bin>> {
  const owner = ownerOf(call)
  const size = input.size ?? FOLDER_PAGE
  const after = readCursor(cursorSchema, input.after)
  // Each table by its own index; the numbers of folders only for those of the page.
  const found = await queryRows(call.tx, binRow)`
    with page as (
      (select 'folder' as kind, folder_id as id, name, deleted_at, parent_id as place, 0::bigint as size from storage_folder
        where ${isListed('folder', owner, after)} order by deleted_at desc, folder_id desc limit ${size + 1})
      union all
      (select 'file', file_id, name, deleted_at, folder_id, size from storage_file
        where ${isListed('file', owner, after)} order by deleted_at desc, file_id desc limit ${size + 1})
      order by 4 desc, 2 desc limit ${size + 1})
    select page.kind, page.id, page.name, p.name as "folderName", ${momentKey(sql`page.deleted_at`)} as at,
      ${isoText(sql`page.deleted_at`)} as "removedAt", ${isoText(sql`(page.deleted_at + make_interval(hours => ${24 * BIN_DAYS}))`)} as "goneAt",
      case page.kind when 'file' then page.size else coalesce(inside.size, 0)::bigint end as size,
      case page.kind when 'folder' then inside.files end as files
    from page
    left join storage_folder p on p.folder_id = page.place
    left join lateral (select sum(f.size) as size, count(*) as files from storage_file f where f.removed_with = page.id) inside on page.kind = 'folder'
    order by page.deleted_at desc, page.id desc`
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  return {
    entries: z.parse(z.array(binEntry), shown),
    next: last && found.length > size ? writeCursor({ at: last.at, id: last.id }) : null,
    totals: after ? null : await readTotals(call.tx, owner),
  }
}

/** The condition that a row was removed by itself, and stands behind a cursor. */
function isListed(kind: EntryKind, owner: Owner, after?: Cursor): SQL {
  const listed = sql`${ownedBy(owner)} and deleted_at is not null and removed_with is null`
  if (!after) return listed
  return sql`${listed} and (deleted_at, ${TABLES[kind].key}) < (${momentOfKey(after.at)}, ${after.id}::uuid)`
}

async function readTotals(tx: Tx, owner: Owner) {
  return queryOne(tx, z.object({ entries: z.number(), bytes: z.number() }))`
    select (select count(*) from storage_file where ${isListed('file', owner)})
        + (select count(*) from storage_folder where ${isListed('folder', owner)}) as entries,
      (select coalesce(sum(size), 0)::bigint from storage_file where ${ownedBy(owner)} and deleted_at is not null) as bytes`
}

/** Deletes for good what of these is in the bin, folders with everything that was removed with them; leaves the rest alone. */
export async function purgeEntries(
  { entries }: ParsedRequestOf<typeof files.purge>,
  { tx, ...call }: Call,
): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(tx, owner)
  const list = (ids: readonly string[]) => sql`any (${sql.param(ids)}::uuid[])`
  const named = (kind: EntryKind) =>
    list(entries.flatMap((entry) => (entry.kind === kind && isRowId(entry.id) ? entry.id : [])))
  const isPurged = (kind: EntryKind) =>
    sql`${ownedBy(owner)} and deleted_at is not null and (${TABLES[kind].key} = ${named(kind)} or removed_with = ${named('folder')})`
  const folders = list(
    await queryValues(tx, z.string())`select folder_id from storage_folder where ${isPurged('folder')}`,
  )
  await tx.execute(sql`delete from storage_file where ${isPurged('file')}`)
  // What was removed from these folders before them stays in the bin, and is restored to the top.
  await tx.execute(sql`update storage_file set folder_id = null where ${ownedBy(owner)} and folder_id = ${folders}`)
  await tx.execute(sql`
    update storage_folder set parent_id = null where ${ownedBy(owner)} and parent_id = ${folders} and not folder_id = ${folders}`)
  await tx.execute(sql`delete from storage_folder where ${ownedBy(owner)} and folder_id = ${folders}`)
}

/** Deletes for good everything that is in the caller's bin. Errors: none of its own. */
export async function emptyOwnBin(_: unknown, { tx, ...call }: Call): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(tx, owner)
  // Everything in a removed folder was removed with it or before, so nothing refers to these any more once the files are gone.
  for (const { table } of [TABLES.file, TABLES.folder])
    await tx.execute(sql`delete from ${table} where ${ownedBy(owner)} and deleted_at is not null`)
}
