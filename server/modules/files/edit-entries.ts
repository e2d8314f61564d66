import { and, eq, ne } from 'drizzle-orm'
import type * as files from '../../../contract/endpoints/storage/files.ts'
import type { Folder } from '../../../contract/endpoints/storage/files.ts'
import { FOLDER_DEPTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageFolder } from '../../db/tables.generated.ts'
import { findFolder, type FolderRow, checkName, liesIn, lockNames, ownerOf, type Owner, findFile } from './entries.ts'
import { checkFileName } from './whole-file.ts'

/** Creates a folder; throws 'files.name_taken', 'files.too_deep', 'files.folder_not_found', 'storage.name_invalid'. */
export async function makeFolder(input: ParsedRequestOf<typeof files.createFolder>, call: Call): Promise<Folder> {
  const owner = ownerOf(call)
  const name = checkName(input.name)
  const parentId = input.parentId ?? null
  await lockNames(call.tx, owner)
  if ((await readPath(call.tx, owner, parentId)).length >= FOLDER_DEPTH) throw new PortalError('files.too_deep')
  const made = await insertFolder(call.tx, owner, name, parentId)
  if (!made) throw new PortalError('files.name_taken')
  return made
}

/** The folder at the end of a path, with missing ones created; throws 'files.too_deep', 'files.folder_not_found', 'storage.name_invalid'. */
export async function makeFolderPath(input: ParsedRequestOf<typeof files.makePath>, call: Call): Promise<Folder> {
  const owner = ownerOf(call)
  const names = input.path.split('/').map(checkName)
  await lockNames(call.tx, owner)
  const above = await readPath(call.tx, owner, input.folderId ?? null)
  if (above.length + names.length > FOLDER_DEPTH) throw new PortalError('files.too_deep')
  let folder = above.at(-1)
  for (const name of names) folder = await findOrMake(call.tx, owner, name, folder?.id ?? null)
  if (!folder) throw new PortalError('storage.name_invalid')
  return folder
}

async function findOrMake(tx: Tx, owner: Owner, name: string, parentId: string | null): Promise<Folder> {
  const [found] = await tx
    .select()
    .from(storageFolder)
    .where(and(liesIn(storageFolder, owner, parentId), eq(storageFolder.name, name)))
  if (found) return toFolder(found)
  const made = await insertFolder(tx, owner, name, parentId)
  if (!made) throw new Error('the folder was not inserted')
  return made
}

/** The new folder; undefined where its name is taken. */
async function insertFolder(tx: Tx, owner: Owner, name: string, parentId: string | null): Promise<Folder | undefined> {
  const [made] = await tx
    .insert(storageFolder)
    .values({ unitId: owner.unitId, ownerId: owner.userId, parentId, name })
    .onConflictDoNothing()
    .returning()
  return made && toFolder(made)
}

/** The folders from the top to this one, inclusive; none for the top. Throws 'files.folder_not_found'. */
export async function readPath(tx: Tx, owner: Owner, folderId: string | null): Promise<Folder[]> {
  if (folderId === null) return []
  const path: Folder[] = []
  for (let next: string | null = folderId; next !== null;) {
    const folder = await findFolder(tx, owner, next)
    path.unshift(toFolder(folder))
    next = folder.parentId
  }
  return path
}

export function toFolder({ folderId, name, parentId, createdAt }: FolderRow): Folder {
  return { id: folderId, name, parentId, createdAt: createdAt.toISOString() }
}

/** Renames a file or a folder. Throws 'files.name_taken', 'files.not_found' or 'files.folder_not_found', and the errors of names. */
export async function renameEntry({ id, kind, name }: ParsedRequestOf<typeof files.rename>, call: Call): Promise<void> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  if (kind === 'file') await renameFile(call.tx, owner, id, checkFileName(name))
  else await renameFolder(call.tx, owner, id, checkName(name))
}

async function renameFile(tx: Tx, owner: Owner, fileId: string, name: string): Promise<void> {
  const { folderId } = await findFile(tx, owner, fileId)
  const isOther = and(eq(storageFile.name, name), ne(storageFile.fileId, fileId))
  const taken = await tx.$count(storageFile, and(liesIn(storageFile, owner, folderId), isOther))
  if (taken > 0) throw new PortalError('files.name_taken')
  await tx.update(storageFile).set({ name, askedName: name }).where(eq(storageFile.fileId, fileId))
}

async function renameFolder(tx: Tx, owner: Owner, folderId: string, name: string): Promise<void> {
  const { parentId } = await findFolder(tx, owner, folderId)
  const isOther = and(eq(storageFolder.name, name), ne(storageFolder.folderId, folderId))
  const taken = await tx.$count(storageFolder, and(liesIn(storageFolder, owner, parentId), isOther))
  if (taken > 0) throw new PortalError('files.name_taken')
  await tx.update(storageFolder).set({ name }).where(eq(storageFolder.folderId, folderId))
}
