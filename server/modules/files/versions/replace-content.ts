import { eq, sql } from 'drizzle-orm'
import { VERSIONS_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { storageFile, storageFileVersion } from '../../../db/tables.generated.ts'
import { fileExtension } from '../../../../contract/rules/storage/file-types.ts'
import { findFile, lockNames, type Owner } from '../entries.ts'
import type { KeptBytes } from '../destination.ts'
import { reserveFor, type AddedUsage } from '../quotas.ts'
import { findOwner } from '../sharing/shared-entries.ts'

type FileRow = typeof storageFile.$inferSelect

/**
 * The file of this id, which gets the content of an upload of this name. Names are locked from then on. Throws 'files.not_found', 'share.read_only', and
 * 'files.other_type' for content of another type than the file's name says.
 */
export async function findReplaced(tx: Tx, caller: Owner, id: string, name: string): Promise<FileRow> {
  const owner = await findOwner(tx, caller, 'file', id, 'edit')
  await lockNames(tx, owner)
  const file = await findFile(tx, owner, id)
  // The checks of the upload's content were those of its own name.
  if (fileExtension(file.name) !== fileExtension(name)) throw new PortalError('files.other_type')
  return file
}

/**
 * Gives a file other bytes; what it contained becomes a version. The bytes that it has already change nothing, so that a lost response can be repeated. Throws
 * 'storage.quota_person', 'storage.quota_owner' and 'storage.quota_unit'.
 */
export async function replaceContent(
  tx: Tx,
  caller: Owner,
  file: FileRow,
  bytes: KeptBytes,
  added: AddedUsage | null,
): Promise<FileRow> {
  if (file.sha256 === bytes.sha256) return file
  await keepVersion(tx, file)
  const changed = await setContent(tx, caller, file, bytes)
  // The rows count already, and what became a version counts as before.
  const owner = { unitId: file.unitId, userId: file.ownerId }
  await reserveFor(tx, caller, owner, 0, added && { person: 0, unit: added.unit })
  return changed
}

/** Adds the present content of a file to its versions; the oldest ones beyond the limit go. */
export async function keepVersion(tx: Tx, file: FileRow): Promise<void> {
  const { unitId, ownerId, fileId, version, sha256, size, writtenBy, createdAt } = file
  await tx
    .insert(storageFileVersion)
    .values({ unitId, ownerId, fileId, number: version, sha256, size, userId: writtenBy, createdAt })
  await tx.execute(sql`
    delete from storage_file_version where file_id = ${fileId}::uuid and version_id not in (
      select v.version_id from storage_file_version v where v.file_id = ${fileId}::uuid order by v.number desc limit ${VERSIONS_MAX})`)
}

/** Gives a file content that comes now, as its next version. */
export async function setContent(
  tx: Tx,
  caller: Owner,
  { fileId, ownerId }: Pick<FileRow, 'fileId' | 'ownerId'>,
  { sha256, size }: Pick<KeptBytes, 'sha256' | 'size'>,
): Promise<FileRow> {
  const [changed] = await tx
    .update(storageFile)
    .set({
      sha256,
      size,
      version: sql`version + 1`,
      writtenBy: ownerId === caller.userId ? null : caller.userId,
      createdAt: sql`now()`,
    })
    .where(eq(storageFile.fileId, fileId))
    .returning()
  if (!changed) throw new Error('the file was not changed')
  return changed
}
