import { and, eq, isNull } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageFolder, storageObject } from '../../db/schema/storage.ts'
import { ownedBy, type Owner } from './files-owner.ts'
import { isRowId } from '../../db/row-id.ts'

export type FileRow = typeof storageFile.$inferSelect
export type FolderRow = typeof storageFolder.$inferSelect

/** The condition that an object is the one of a file of the same query. */
export const isObjectOf = and(
  eq(storageObject.unitId, storageFile.unitId),
  eq(storageObject.sha256, storageFile.sha256),
)

/** What a download needs to know. */
export interface ReadableFile {
  readonly name: string
  readonly createdAt: Date
  readonly sha256: string
  readonly size: number
}

/** The owner's file outside the bin; throws 'files.not_found'. */
export async function findFile(tx: Tx, owner: Owner, fileId: string): Promise<FileRow> {
  const file = await findFileAnywhere(tx, owner, fileId)
  if (file.deletedAt !== null) throw new PortalError('files.not_found')
  return file
}

/** The owner's file, be it in the bin; throws 'files.not_found'. */
export async function findFileAnywhere(tx: Tx, owner: Owner, fileId: string): Promise<FileRow> {
  const [found] = isRowId(fileId)
    ? await tx
        .select()
        .from(storageFile)
        .where(and(ownedBy(storageFile, owner), eq(storageFile.fileId, fileId)))
    : []
  if (!found) throw new PortalError('files.not_found')
  return found
}

/** The owner's folder outside the bin; throws 'files.folder_not_found'. */
export async function findFolder(tx: Tx, owner: Owner, folderId: string): Promise<FolderRow> {
  const folder = await findFolderAnywhere(tx, owner, folderId)
  if (folder.deletedAt !== null) throw new PortalError('files.folder_not_found')
  return folder
}

/** The owner's folder, be it in the bin; throws 'files.folder_not_found'. */
export async function findFolderAnywhere(tx: Tx, owner: Owner, folderId: string): Promise<FolderRow> {
  const [found] = isRowId(folderId)
    ? await tx
        .select()
        .from(storageFolder)
        .where(and(ownedBy(storageFolder, owner), eq(storageFolder.folderId, folderId)))
    : []
  if (!found) throw new PortalError('files.folder_not_found')
  return found
}

/** The owner's file outside the bin, with what is known of its bytes; throws 'files.not_found'. */
export async function findFileToRead(tx: Tx, owner: Owner, fileId: string): Promise<ReadableFile> {
  const [found] = isRowId(fileId)
    ? await tx
        .select({
          name: storageFile.name,
          createdAt: storageFile.createdAt,
          sha256: storageFile.sha256,
          size: storageObject.size,
        })
        .from(storageFile)
        .innerJoin(storageObject, isObjectOf)
        .where(and(ownedBy(storageFile, owner), eq(storageFile.fileId, fileId), isNull(storageFile.deletedAt)))
    : []
  if (!found) throw new PortalError('files.not_found')
  return found
}

/** Whether the owner has a file of exactly so many bytes, be it in the bin. */
export async function hasFileOfSize(tx: Tx, owner: Owner, size: number): Promise<boolean> {
  const [found] = await tx
    .select({ fileId: storageFile.fileId })
    .from(storageFile)
    .innerJoin(storageObject, isObjectOf)
    .where(and(ownedBy(storageFile, owner), eq(storageObject.size, size)))
    .limit(1)
  return found !== undefined
}
