import { sql } from 'drizzle-orm'
import { VERSIONS_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryValue } from '../../../db/query.ts'
import type { storageFile } from '../../../db/tables.generated.ts'
import { fileExtension } from '../../../../contract/rules/storage/file-types.ts'
import { findFile, lockNames, type Owner } from '../entries.ts'
import { fileAsJson, fileRow, type FileRow, type KeptBytes } from '../stored-file.ts'
import { reserveFor, type AddedUsage } from '../quotas.ts'
import { findOwner } from '../sharing/shared-entries.ts'

type WholeRow = typeof storageFile.$inferSelect

/**
 * The file of this id, which gets the content of an upload of this name. Names are locked from then on. Throws 'files.not_found', 'share.read_only', and
 * 'files.other_type' for content of another type than the file's name says.
 */
export async function findReplaced(tx: Tx, caller: Owner, id: string, name: string): Promise<WholeRow> {
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
  file: WholeRow,
  bytes: KeptBytes,
  added: AddedUsage | null,
): Promise<FileRow> {
  if (file.sha256 === bytes.sha256) return file
  const changed = await setContent(tx, caller, file, bytes)
  // The rows count already, and what became a version counts as before.
  const owner = { unitId: file.unitId, userId: file.ownerId }
  await reserveFor(tx, caller, owner, 0, added && { person: 0, unit: added.unit })
  return changed
}

/** Gives a file content that comes now, as its next version. What it contained is added to its versions; the oldest ones beyond the limit go. */
export async function setContent(
  tx: Tx,
  caller: Owner,
  file: WholeRow,
  { sha256, size }: Pick<KeptBytes, 'sha256' | 'size'>,
): Promise<FileRow> {
  await tx.execute(sql`
    insert into storage_file_version (unit_id, owner_id, file_id, number, sha256, size, user_id, created_at)
    select unit_id, owner_id, file_id, version, sha256, size, written_by, created_at from storage_file where file_id = ${file.fileId}`)
  await tx.execute(sql`
    delete from storage_file_version where file_id = ${file.fileId} and version_id not in (
      select v.version_id from storage_file_version v where v.file_id = ${file.fileId} order by v.number desc limit ${VERSIONS_MAX})`)
  const writtenBy = file.ownerId === caller.userId ? null : caller.userId
  return queryValue(tx, fileRow)`
    update storage_file s set sha256 = ${sha256}, size = ${size}, version = version + 1, written_by = ${writtenBy}, created_at = now()
    where s.file_id = ${file.fileId} returning ${fileAsJson}`
}
