import { and, eq, isNull, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StreamCall } from '../../http/call.ts'
import { type Tx, lockUntilEnd, isRowId } from '../../db/database.ts'
import { asId, queryRows, queryValue } from '../../db/query.ts'
import { storageFile, storageFolder, storageObject } from '../../db/tables.generated.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'

/** Users see only their own files. */
export interface Owner {
  readonly unitId: string
  readonly userId: string
}

/** The caller as an owner of files. */
export function ownerOf(call: Pick<StreamCall, 'session'>): Owner {
  return { unitId: call.session.unitId, userId: call.session.userId }
}

/** The condition that a row of files or folders is the owner's. The unit is repeated beside row-level security for the sake of the indexes. */
export function ownedBy(table: typeof storageFile | typeof storageFolder, owner: Owner): SQL | undefined {
  return and(eq(table.unitId, owner.unitId), eq(table.ownerId, owner.userId))
}

/** The condition that a row is the owner's, outside the bin, and in a folder, or at the top for null. */
export function liesIn(
  table: typeof storageFile | typeof storageFolder,
  owner: Owner,
  folderId: string | null,
): SQL | undefined {
  const column = table === storageFolder ? storageFolder.parentId : storageFile.folderId
  const isThere = folderId === null ? isNull(column) : eq(column, folderId)
  return and(ownedBy(table, owner), isThere, isNull(table.deletedAt))
}

/**
 * Serialises changes of a person's names and folders until the transaction ends, so that two uploads cannot take the same name and nothing arrives in
 * a folder that is being removed.
 */
export async function lockNames(tx: Tx, owner: Owner): Promise<void> {
  await lockUntilEnd(tx, `storage names of ${owner.userId}`)
}

type FileRow = typeof storageFile.$inferSelect
export type FolderRow = typeof storageFolder.$inferSelect

/** The condition that an object belongs to a file of the same query. */
export const isObjectOf = and(
  eq(storageObject.unitId, storageFile.unitId),
  eq(storageObject.sha256, storageFile.sha256),
)

/** The data of a download. */
export const readableFile = z.object({
  name: z.string(),
  createdAt: z.coerce.date(),
  sha256: z.string(),
  size: z.number(),
})
export type ReadableFile = z.infer<typeof readableFile>

/** The owner's file outside the bin; throws 'files.not_found'. */
export async function findFile(tx: Tx, owner: Owner, fileId: string): Promise<FileRow> {
  const file = await findFileAnywhere(tx, owner, fileId)
  if (file.deletedAt !== null) throw new PortalError('files.not_found')
  return file
}

/** The owner's file, also in the bin; throws 'files.not_found'. */
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

/** The owner's folder, also in the bin; throws 'files.folder_not_found'. */
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

/** The owner's file outside the bin, with its bytes; throws 'files.not_found'. */
export async function findFileToRead(tx: Tx, owner: Owner, fileId: string): Promise<ReadableFile> {
  const [found] = await queryRows(tx, readableFile)`
    select f.name, f.created_at as "createdAt", f.sha256, o.size from storage_file f join storage_object o using (unit_id, sha256)
    where f.unit_id = ${owner.unitId}::uuid and f.owner_id = ${owner.userId}::uuid and f.file_id = ${asId(fileId)} and f.deleted_at is null`
  if (!found) throw new PortalError('files.not_found')
  return found
}

/** Whether the owner has a file of exactly so many bytes, also in the bin. */
export async function hasFileOfSize(tx: Tx, owner: Owner, size: number): Promise<boolean> {
  return queryValue(tx, z.boolean())`
    select exists (select from storage_file f join storage_object o using (unit_id, sha256)
      where f.unit_id = ${owner.unitId}::uuid and f.owner_id = ${owner.userId}::uuid and o.size = ${size})`
}

// Besides control characters: line separators, lone surrogates, and marks that reverse the direction of text, by which "gpj.exe" reads as
// "exe.jpg". Joiners stay allowed, because emoji are made with them.
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/u

/**
 * The stored form of a name (Unicode NFC, so that equal looking names are equal); throws 'storage.name_invalid' unless it has 1 to 255 characters and
 * nothing that could leave a folder or deceive a reader. It is never used on the disk.
 */
export function checkName(name: string): string {
  const kept = name.normalize('NFC')
  const length = Array.from(kept).length
  if (length === 0 || length > FILE_NAME_LENGTH || kept.trim() === '' || REFUSED.test(kept) || /^\.{1,2}$/.test(kept)) {
    throw new PortalError('storage.name_invalid')
  }
  return kept
}

/** Puts an ending behind a name's stem and cuts the stem so that both fit: to FILE_NAME_LENGTH characters. An ending that alone is too long is cut. */
function joinWithin(stem: string, ending: string): string {
  const space = Math.max(0, FILE_NAME_LENGTH - Array.from(ending).length)
  return Array.from(Array.from(stem).slice(0, space).join('') + ending)
    .slice(0, FILE_NAME_LENGTH)
    .join('')
}

/**
 * The name if it is free, else with the lowest free number from 2 on before its extension: `plan (2).pdf`. `join` puts the number and the extension
 * behind a stem, which it may have to cut.
 */
export function findFreeName(name: string, taken: Pick<ReadonlySet<string>, 'has'>, join = joinWithin): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const extension = dot > 0 ? name.slice(dot) : ''
  for (let number = 2; ; number++) {
    const candidate = join(stem, ` (${number})${extension}`)
    if (!taken.has(candidate)) return candidate
  }
}

/** The wanted name of a folder, numbered when another one in its place has it. Stays free until the transaction ends if names are locked. */
export async function chooseFolderName(tx: Tx, owner: Owner, name: string, parentId: string | null): Promise<string> {
  const alive = liesIn(storageFolder, owner, parentId)
  if ((await tx.$count(storageFolder, and(alive, eq(storageFolder.name, name)))) === 0) return name
  const beside = await tx.select({ name: storageFolder.name }).from(storageFolder).where(alive)
  return findFreeName(name, new Set(beside.map((other) => other.name)))
}
