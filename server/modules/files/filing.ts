import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageObject } from '../../db/tables.generated.ts'
import { mediaTypeOf } from '../../blobs/content-kind.ts'
import { findFolder, findFreeName, isObjectOf, liesIn, lockNames, ownedBy, type Owner } from './entries.ts'
import { sameBytes, reserveFor, type AddedUsage } from './quotas.ts'
import type { Destination, KeptBytes } from './destination.ts'
import { findPlaceOwner } from './sharing/shared-entries.ts'
import { findReplaced, replaceContent } from './versions/replace-content.ts'

type FileRow = Pick<typeof storageFile.$inferSelect, 'fileId' | 'name' | 'folderId' | 'createdAt'>

export function toStoredFile(row: FileRow, bytes: Pick<KeptBytes, 'md5' | 'size'>): StoredFile {
  return {
    id: row.fileId,
    name: row.name,
    size: bytes.size,
    md5: bytes.md5,
    type: mediaTypeOf(row.name),
    folderId: row.folderId,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Records that the unit has these bytes, in the transaction that records their use; until then `writeObjects` protects them. */
export async function recordObject(tx: Tx, owner: Owner, bytes: KeptBytes): Promise<void> {
  await tx
    .insert(storageObject)
    .values({ unitId: owner.unitId, ...bytes })
    .onConflictDoUpdate({ target: [storageObject.unitId, storageObject.sha256], set: { confirmedAt: sql`now()` } })
}

/**
 * Creates a file of stored bytes. The same bytes under the same name in the same folder are the existing file, so that a lost response can be
 * repeated. Other bytes keep their own name, or get a number when it is taken, or replace the content of a file where that is asked for. `added` is the usage of a new file, null when an upload of the same
 * transaction releases as much. In a folder that is shared with the caller for editing, the file is the folder's owner's, and takes of their quota. Throws
 * 'files.folder_not_found', 'share.read_only', and 'storage.quota_person', 'storage.quota_owner' or 'storage.quota_unit'; for the file that is to be replaced
 * 'files.not_found' and 'files.other_type'.
 */
export async function fileBytes(
  tx: Tx,
  caller: Owner,
  bytes: KeptBytes,
  to: Destination,
  added: AddedUsage | null,
): Promise<StoredFile> {
  const replaced = await findReplaced(tx, caller, to)
  if (replaced) return toStoredFile(await replaceContent(tx, caller, replaced, bytes, added), bytes)
  const owner = await findPlaceOwner(tx, caller, to.folderId)
  await lockNames(tx, owner)
  if (to.folderId !== null) await findFolder(tx, owner, to.folderId)
  const there = await findSameFile(tx, owner, bytes.sha256, to)
  if (there) return toStoredFile(there, bytes)
  const name = await chooseFileName(tx, owner, to)
  await reserveFor(tx, caller, owner, bytes.size, added)
  const [made] = await tx
    .insert(storageFile)
    .values({
      unitId: owner.unitId,
      ownerId: owner.userId,
      folderId: to.folderId,
      name,
      askedName: to.name,
      sha256: bytes.sha256,
      size: bytes.size,
      writtenBy: owner.userId === caller.userId ? null : caller.userId,
    })
    .returning()
  if (!made) throw new Error('the file was not inserted')
  return toStoredFile(made, bytes)
}

/** Whether a file of the owner has these bytes, also in the bin. */
export async function hasBytes(tx: Tx, owner: Owner, sha256: string): Promise<boolean> {
  const [found] = await tx
    .select({ fileId: storageFile.fileId })
    .from(storageFile)
    .where(and(ownedBy(storageFile, owner), eq(storageFile.sha256, sha256)))
    .limit(1)
  return found !== undefined
}

/** Files bytes that the owner already has, also in the bin; undefined without any. */
export async function fileOwnBytes(
  tx: Tx,
  owner: Owner,
  known: { readonly md5: string; readonly size?: number | undefined },
  to: Destination,
): Promise<StoredFile | undefined> {
  const [bytes] = await tx
    .select({ sha256: storageObject.sha256, md5: storageObject.md5, size: storageObject.size })
    .from(storageFile)
    .innerJoin(storageObject, isObjectOf)
    .where(
      and(
        ownedBy(storageFile, owner),
        eq(storageObject.md5, known.md5),
        known.size === undefined ? undefined : eq(storageObject.size, known.size),
      ),
    )
    .orderBy(desc(storageFile.createdAt))
    .limit(1)
    // Files in the bin may be about to be deleted.
    .for('key share', { of: storageObject })
  return bytes && fileBytes(tx, owner, bytes, to, sameBytes(bytes.size))
}

/** The wanted name, numbered when another file of the folder has it. Stays free until the transaction ends if names are locked. */
export async function chooseFileName(tx: Tx, owner: Owner, to: Destination): Promise<string> {
  const alive = liesIn(storageFile, owner, to.folderId)
  if ((await tx.$count(storageFile, and(alive, eq(storageFile.name, to.name)))) === 0) return to.name
  const taken = await tx.select({ name: storageFile.name }).from(storageFile).where(alive)
  return findFreeName(to.name, new Set(taken.map(({ name }) => name)))
}

async function findSameFile(tx: Tx, owner: Owner, sha256: string, to: Destination): Promise<FileRow | undefined> {
  const [same] = await tx
    .select()
    .from(storageFile)
    .where(
      and(
        liesIn(storageFile, owner, to.folderId),
        eq(storageFile.sha256, sha256),
        or(eq(storageFile.name, to.name), eq(storageFile.askedName, to.name)),
      ),
    )
    .limit(1)
  return same
}
