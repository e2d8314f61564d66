import { and, eq, isNull } from 'drizzle-orm'
import type { createFolder, Folder, makePath } from '../../../contract/endpoints/files.ts'
import { FOLDER_DEPTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { storageFolder } from '../../db/schema/storage.ts'
import { findFolder } from './files-lookup.ts'
import { checkName } from './files-names.ts'
import { liesIn, lockNames, ownedBy, ownerOf, type Owner } from './files-owner.ts'

type FolderRow = Pick<typeof storageFolder.$inferSelect, 'folderId' | 'name' | 'parentId' | 'createdAt'>

/** Makes a folder; throws 'files.name_taken', 'files.too_deep', 'files.folder_not_found', 'storage.name_invalid'. */
export async function makeFolder(input: ParsedRequestOf<typeof createFolder>, call: Call): Promise<Folder> {
  const owner = ownerOf(call)
  const name = checkName(input.name)
  const parentId = input.parentId ?? null
  await lockNames(call.tx, owner)
  if ((await readPath(call.tx, owner, parentId)).length >= FOLDER_DEPTH) throw new PortalError('files.too_deep')
  const [made] = await call.tx
    .insert(storageFolder)
    .values({ unitId: owner.unitId, ownerId: owner.userId, parentId, name })
    .onConflictDoNothing()
    .returning()
  if (!made) throw new PortalError('files.name_taken')
  return toFolder(made)
}

/** The folder at the end of a path, made where it is missing; throws 'files.too_deep', 'files.folder_not_found', 'storage.name_invalid'. */
export async function makeFolderPath(input: ParsedRequestOf<typeof makePath>, call: Call): Promise<Folder> {
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
    .where(
      and(
        ownedBy(storageFolder, owner),
        liesIn(storageFolder.parentId, parentId),
        eq(storageFolder.name, name),
        isNull(storageFolder.deletedAt),
      ),
    )
  if (found) return toFolder(found)
  const [made] = await tx
    .insert(storageFolder)
    .values({ unitId: owner.unitId, ownerId: owner.userId, parentId, name })
    .returning()
  if (!made) throw new Error('the folder was not inserted')
  return toFolder(made)
}

/** The folders from the top to this one, itself included; none for the top. Throws 'files.folder_not_found'. */
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

/** A folder as the contract shows it. */
export function toFolder({ folderId, name, parentId, createdAt }: FolderRow): Folder {
  return { id: folderId, name, parentId, createdAt: createdAt.toISOString() }
}
