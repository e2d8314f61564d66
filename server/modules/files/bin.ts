import { and, eq, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as files from '../../../contract/endpoints/storage/files.ts'
import { binEntry, type BinEntry } from '../../../contract/endpoints/storage/files.ts'
import { BIN_DAYS, FOLDER_PAGE } from '../../../contract/limits.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { storageFile, storageFolder } from '../../db/tables.generated.ts'
import { queryOne, queryRows } from '../../db/query.ts'
import {
  chooseFolderName,
  findFileAnywhere,
  findFolderAnywhere,
  type FolderRow,
  lockNames,
  ownedBy,
  ownerOf,
  type Owner,
} from './entries.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { chooseFileName } from './filing.ts'

const DAY = 24 * 60 * 60 * 1000

/** Moves files, and folders with their content, to the bin; repeatable. Throws 'files.not_found' or 'files.folder_not_found'. */
export async function removeEntries({ entries }: ParsedRequestOf<typeof files.remove>, call: Call): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  for (const { id, kind } of entries) {
    if (kind === 'folder') {
      const folder = await findFolderAnywhere(call.tx, owner, id)
      if (folder.deletedAt === null) await removeFolder(call.tx, owner, folder)
    } else await removeFile(call.tx, owner, id)
  }
}

async function removeFile(tx: Tx, owner: Owner, id: string): Promise<void> {
  const { fileId } = await findFileAnywhere(tx, owner, id)
  await tx
    .update(storageFile)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(storageFile.fileId, fileId), isNull(storageFile.deletedAt)))
}

/**
 * Restores files, and folders with everything that was removed with them: to their place, or to the top when that folder is gone, with a number when
 * the name is taken. Throws 'files.not_found' or 'files.folder_not_found'.
 */
export async function restoreEntries({ entries }: ParsedRequestOf<typeof files.restore>, call: Call): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  // Folders first: what was removed by itself from one of them goes back into it.
  for (const { id, kind } of entries) if (kind === 'folder') await restoreFolder(call.tx, owner, id)
  for (const { id, kind } of entries) if (kind === 'file') await restoreFile(call.tx, owner, id)
}

async function removeFolder(tx: Tx, owner: Owner, { folderId }: FolderRow): Promise<void> {
  await tx
    .update(storageFolder)
    .set({ deletedAt: sql`now()` })
    .where(eq(storageFolder.folderId, folderId))
  // Content that was in the bin before stays there.
  const inside = sql`(
    with recursive inside as (
      select ${folderId}::uuid as folder_id
      union all
      select f.folder_id from storage_folder f join inside on f.parent_id = inside.folder_id
      where f.unit_id = ${owner.unitId} and f.owner_id = ${owner.userId}
    ) select folder_id from inside)`
  await tx
    .update(storageFile)
    .set({ deletedAt: sql`now()`, removedWith: folderId })
    .where(and(ownedBy(storageFile, owner), sql`folder_id in ${inside}`, isNull(storageFile.deletedAt)))
  await tx
    .update(storageFolder)
    .set({ deletedAt: sql`now()`, removedWith: folderId })
    .where(and(ownedBy(storageFolder, owner), sql`folder_id in ${inside}`, isNull(storageFolder.deletedAt)))
}

async function restoreFile(tx: Tx, owner: Owner, fileId: string): Promise<void> {
  const file = await findFileAnywhere(tx, owner, fileId)
  if (file.deletedAt === null) return
  const folderId = await aliveOrTop(tx, owner, file.folderId)
  const name = await chooseFileName(tx, owner, { name: file.name, folderId })
  await tx
    .update(storageFile)
    .set({ folderId, name, deletedAt: null, removedWith: null })
    .where(eq(storageFile.fileId, fileId))
}

async function restoreFolder(tx: Tx, owner: Owner, folderId: string): Promise<void> {
  const folder = await findFolderAnywhere(tx, owner, folderId)
  if (folder.deletedAt === null) return
  const parentId = await aliveOrTop(tx, owner, folder.parentId)
  const name = await chooseFolderName(tx, owner, folder.name, parentId)
  const back = { deletedAt: null, removedWith: null }
  await tx
    .update(storageFolder)
    .set({ ...back, parentId, name })
    .where(eq(storageFolder.folderId, folderId))
  await tx
    .update(storageFolder)
    .set(back)
    .where(and(ownedBy(storageFolder, owner), eq(storageFolder.removedWith, folderId)))
  await tx
    .update(storageFile)
    .set(back)
    .where(and(ownedBy(storageFile, owner), eq(storageFile.removedWith, folderId)))
}

async function aliveOrTop(tx: Tx, owner: Owner, folderId: string | null): Promise<string | null> {
  if (folderId === null) return null
  const folder = await findFolderAnywhere(tx, owner, folderId)
  return folder.deletedAt === null ? folderId : null
}

const cursorSchema = z.object({
  /** Microseconds since 1970. */
  at: z.number().check(z.int(), z.minimum(0)),
  id: z.string().check(z.refine(isRowId)),
})
type Cursor = z.infer<typeof cursorSchema>

const binRow = z.extend(z.omit(binEntry, { removedAt: true, goneAt: true }), { at: z.number() })

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
        where ${isListed(owner, sql`folder_id`, after)} order by deleted_at desc, folder_id desc limit ${size + 1})
      union all
      (select 'file', file_id, name, deleted_at, folder_id, size from storage_file
        where ${isListed(owner, sql`file_id`, after)} order by deleted_at desc, file_id desc limit ${size + 1})
      order by 4 desc, 2 desc limit ${size + 1})
    select page.kind, page.id, page.name, p.name as "folderName", (extract(epoch from page.deleted_at) * 1000000)::bigint as at,
      case page.kind when 'file' then page.size else coalesce(inside.size, 0)::bigint end as size,
      case page.kind when 'folder' then inside.files end as files
    from page
    left join storage_folder p on p.folder_id = page.place
    left join lateral (select sum(f.size) as size, count(*) as files from storage_file f where f.removed_with = page.id) inside on page.kind = 'folder'
    order by page.deleted_at desc, page.id desc`
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  return {
    entries: shown.map(toBinEntry),
    next: last && found.length > size ? writeCursor({ at: last.at, id: last.id }) : null,
    totals: after ? null : await readTotals(call.tx, owner),
  }
}

/** The condition that a row was removed by itself, and stands behind a cursor. */
function isListed(owner: Owner, id: SQL, after: Cursor | undefined): SQL {
  const listed = sql`unit_id = ${owner.unitId} and owner_id = ${owner.userId} and deleted_at is not null and removed_with is null`
  if (!after) return listed
  const last = sql`(timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond')`
  return sql`${listed} and (deleted_at, ${id}) < (${last}, ${after.id}::uuid)`
}

function toBinEntry({ at, ...row }: z.infer<typeof binRow>): BinEntry {
  const removedAt = Math.floor(at / 1000)
  return {
    ...row,
    removedAt: new Date(removedAt).toISOString(),
    goneAt: new Date(removedAt + BIN_DAYS * DAY).toISOString(),
  }
}

const totalRow = z.object({ entries: z.number(), bytes: z.number() })

async function readTotals(tx: Tx, owner: Owner) {
  return queryOne(tx, totalRow)`
    select (select count(*) from storage_file where ${isListed(owner, sql`file_id`, undefined)})
        + (select count(*) from storage_folder where ${isListed(owner, sql`folder_id`, undefined)}) as entries,
      (select coalesce(sum(size), 0)::bigint from storage_file
        where unit_id = ${owner.unitId} and owner_id = ${owner.userId} and deleted_at is not null) as bytes`
}

/** Deletes for good what of these is in the bin, folders with everything that was removed with them; leaves the rest alone. */
export async function purgeEntries({ entries }: ParsedRequestOf<typeof files.purge>, call: Call): Promise<void> {
  const { tx } = call
  const owner = ownerOf(call)
  await lockNames(tx, owner)
  const idsOf = (wanted: 'file' | 'folder') =>
    entries.filter(({ id, kind }) => kind === wanted && isRowId(id)).map(({ id }) => id)
  const roots = await tx
    .select({ id: storageFolder.folderId })
    .from(storageFolder)
    .where(
      and(
        ownedBy(storageFolder, owner),
        isNotNull(storageFolder.deletedAt),
        inArray(storageFolder.folderId, idsOf('folder')),
      ),
    )
  const rootIds = roots.map(({ id }) => id)
  const folders = await tx
    .select({ id: storageFolder.folderId })
    .from(storageFolder)
    .where(
      and(
        ownedBy(storageFolder, owner),
        or(inArray(storageFolder.folderId, rootIds), inArray(storageFolder.removedWith, rootIds)),
      ),
    )
  const folderIds = folders.map(({ id }) => id)
  await tx
    .delete(storageFile)
    .where(
      and(
        ownedBy(storageFile, owner),
        isNotNull(storageFile.deletedAt),
        or(inArray(storageFile.fileId, idsOf('file')), inArray(storageFile.removedWith, rootIds)),
      ),
    )
  if (folderIds.length === 0) return
  // What was removed from these folders before them stays in the bin, and is restored to the top.
  await tx
    .update(storageFile)
    .set({ folderId: null })
    .where(and(ownedBy(storageFile, owner), inArray(storageFile.folderId, folderIds)))
  await tx
    .update(storageFolder)
    .set({ parentId: null })
    .where(
      and(
        ownedBy(storageFolder, owner),
        inArray(storageFolder.parentId, folderIds),
        not(inArray(storageFolder.folderId, folderIds)),
      ),
    )
  await tx.delete(storageFolder).where(and(ownedBy(storageFolder, owner), inArray(storageFolder.folderId, folderIds)))
}

/** Deletes for good everything that is in the caller's bin. Errors: none of its own. */
export async function emptyOwnBin(_: unknown, call: Call): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  await call.tx.delete(storageFile).where(and(ownedBy(storageFile, owner), isNotNull(storageFile.deletedAt)))
  // Everything in a removed folder was removed with it or before, so nothing refers to these any more.
  await call.tx.delete(storageFolder).where(and(ownedBy(storageFolder, owner), isNotNull(storageFolder.deletedAt)))
}
