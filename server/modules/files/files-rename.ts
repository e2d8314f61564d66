import { and, eq, isNull, ne } from 'drizzle-orm'
import type { rename } from '../../../contract/endpoints/files.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageFolder } from '../../db/schema/storage.ts'
import { findFile, findFolder } from './files-lookup.ts'
import { checkName } from './files-names.ts'
import { liesIn, lockNames, ownedBy, ownerOf, type Owner } from './files-owner.ts'
import { checkFileName } from './uploads-content.ts'

/**
 * Gives a file or a folder another name. Throws 'files.name_taken' when another of its kind has that name there, 'files.not_found' or
 * 'files.folder_not_found', and what names may throw.
 */
export async function renameEntry({ id, kind, name }: ParsedRequestOf<typeof rename>, call: Call): Promise<'success'> {
  const owner = ownerOf(call)
  await lockNames(call.tx, owner)
  if (kind === 'file') await renameFile(call.tx, owner, id, checkFileName(name))
  else await renameFolder(call.tx, owner, id, checkName(name))
  return 'success'
}

async function renameFile(tx: Tx, owner: Owner, fileId: string, name: string): Promise<void> {
  const { folderId } = await findFile(tx, owner, fileId)
  const [taken] = await tx
    .select({ fileId: storageFile.fileId })
    .from(storageFile)
    .where(
      and(
        ownedBy(storageFile, owner),
        liesIn(storageFile.folderId, folderId),
        eq(storageFile.name, name),
        ne(storageFile.fileId, fileId),
        isNull(storageFile.deletedAt),
      ),
    )
  if (taken) throw new PortalError('files.name_taken')
  await tx.update(storageFile).set({ name, askedName: name }).where(eq(storageFile.fileId, fileId))
}

async function renameFolder(tx: Tx, owner: Owner, folderId: string, name: string): Promise<void> {
  const { parentId } = await findFolder(tx, owner, folderId)
  const [taken] = await tx
    .select({ folderId: storageFolder.folderId })
    .from(storageFolder)
    .where(
      and(
        ownedBy(storageFolder, owner),
        liesIn(storageFolder.parentId, parentId),
        eq(storageFolder.name, name),
        ne(storageFolder.folderId, folderId),
        isNull(storageFolder.deletedAt),
      ),
    )
  if (taken) throw new PortalError('files.name_taken')
  await tx.update(storageFolder).set({ name }).where(eq(storageFolder.folderId, folderId))
}
