import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { remove, restore } from '../../../contract/endpoints/files.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageFolder } from '../../db/schema/storage.ts'
import { chooseFileName } from './files-filing.ts'
import { findFileAnywhere, findFolderAnywhere, type FolderRow } from './files-lookup.ts'
import { findFreeName } from './files-names.ts'
import { liesIn, lockNames, ownedBy, ownerOf, type Owner } from './files-owner.ts'

/**
 * Moves a file, or a folder with all that lies in it, to the bin; what is there already stays. Throws 'files.not_found' or
 * 'files.folder_not_found'.
 */
export async function removeEntry({ id, kind }: ParsedRequestOf<typeof remove>, call: Call): Promise<'success'> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  if (kind === 'folder') {
    const folder = await findFolderAnywhere(call.tx, owner, id)
    if (folder.deletedAt === null) await removeFolder(call.tx, owner, folder)
    return 'success'
  }
  const file = await findFileAnywhere(call.tx, owner, id)
  if (file.deletedAt === null) {
    await call.tx
      .update(storageFile)
      .set({ deletedAt: sql`now()` })
      .where(eq(storageFile.fileId, file.fileId))
  }
  return 'success'
}

/**
 * Takes a file, or a folder with what was removed together with it, out of the bin: to where it was, or to the top when that folder is gone,
 * with a number when its name was taken meanwhile. Throws 'files.not_found' or 'files.folder_not_found'.
 */
export async function restoreEntry({ id, kind }: ParsedRequestOf<typeof restore>, call: Call): Promise<'success'> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  if (kind === 'folder') await restoreFolder(call.tx, owner, id)
  else await restoreFile(call.tx, owner, id)
  return 'success'
}

async function removeFolder(tx: Tx, owner: Owner, { folderId }: FolderRow): Promise<void> {
  await tx
    .update(storageFolder)
    .set({ deletedAt: sql`now()` })
    .where(eq(storageFolder.folderId, folderId))
  // What was in the bin before stays there by itself when this folder comes back.
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
    .where(
      and(
        ownedBy(storageFolder, owner),
        sql`folder_id in ${inside}`,
        ne(storageFolder.folderId, folderId),
        isNull(storageFolder.deletedAt),
      ),
    )
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
  const beside = await tx
    .select({ name: storageFolder.name })
    .from(storageFolder)
    .where(
      and(ownedBy(storageFolder, owner), liesIn(storageFolder.parentId, parentId), isNull(storageFolder.deletedAt)),
    )
  const name = findFreeName(folder.name, new Set(beside.map((other) => other.name)))
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
