import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as versionsEndpoints from '../../../../contract/endpoints/storage/versions.ts'
import { fileVersion } from '../../../../contract/endpoints/storage/versions.ts'
import { VERSION_DAYS } from '../../../../contract/limits.ts'
import type { StoredFile } from '../../../../contract/endpoints/storage/storage.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { storageFileVersion } from '../../../db/tables.generated.ts'
import { asId, isoText, queryValue, queryValues } from '../../../db/query.ts'
import { findFile, lockNames, ownerOf, type Owner, type ReadableFile } from '../entries.ts'
import { toStoredFile } from '../stored-file.ts'
import { findOwner } from '../sharing/shared-entries.ts'
import { setContent } from './replace-content.ts'

/**
 * What a file contains, and what it contained before, the latest first; of an own file, and of one that is shared with the caller for editing. Throws
 * 'files.not_found' and 'share.read_only'.
 */
export async function listVersions(
  { id }: ParsedRequestOf<typeof versionsEndpoints.fileVersions>,
  call: Call,
): Promise<ResponseOf<typeof versionsEndpoints.fileVersions>> {
  const { tx } = call
  const owner = await findOwner(tx, ownerOf(call), 'file', id, 'edit')
  const file = await findFile(tx, owner, id)
  const by = sql`(select json_build_object('realName', a.real_name, 'englishName', a.english_name) from user_account a where a.user_id = coalesce(w.user_id, ${owner.userId}::uuid))`
  const versions = await queryValues(tx, fileVersion)`
    select json_build_object('id', w.version_id, 'number', w.number, 'size', w.size, 'by', ${by},
      'createdAt', ${isoText(sql`w.created_at`)},
      'goneAt', ${isoText(sql`(w.replaced_at + make_interval(days => ${VERSION_DAYS}))`)})
    from (
      select null::uuid as version_id, f.version as number, f.size, f.written_by as user_id, f.created_at, null::timestamptz as replaced_at
      from storage_file f where f.file_id = ${file.fileId}::uuid
      union all
      select v.version_id, v.number, v.size, v.user_id, v.created_at, v.replaced_at from storage_file_version v where v.file_id = ${file.fileId}::uuid) w
    order by w.number desc`
  return { name: file.name, versions }
}

/** A version of a file that the caller may change. Throws 'files.version_gone' and 'share.read_only'. */
async function findVersion(tx: Tx, caller: Owner, id: string) {
  const [version] = await tx
    .select()
    .from(storageFileVersion)
    .where(eq(storageFileVersion.versionId, asId(id)))
  if (!version) throw new PortalError('files.version_gone')
  const owner = await findOwner(tx, caller, 'file', version.fileId, 'edit')
  if (owner.userId !== version.ownerId) throw new PortalError('files.version_gone')
  return { version, owner }
}

/**
 * Makes a version the content of its file again, and what the file contains a version. It takes no room: both were kept before. Throws 'files.version_gone',
 * 'files.not_found' for a file in the bin, and 'share.read_only'.
 */
export async function restoreFileVersion(
  { id }: ParsedRequestOf<typeof versionsEndpoints.restoreVersion>,
  call: Call,
): Promise<StoredFile> {
  const { tx } = call
  const caller = ownerOf(call)
  const { owner, version: before } = await findVersion(tx, caller, id)
  await lockNames(tx, owner)
  const file = await findFile(tx, owner, before.fileId)
  // Another restore may have been faster.
  const [version] = await tx.delete(storageFileVersion).where(eq(storageFileVersion.versionId, id)).returning()
  if (!version) throw new PortalError('files.version_gone')
  const restored = await setContent(tx, caller, file, version)
  const md5 = await queryValue(tx, z.string())`
    select md5 from storage_object where unit_id = ${version.unitId}::uuid and sha256 = ${version.sha256}`
  return toStoredFile(restored, { md5, size: version.size })
}

/** Deletes a version for good; its room is free at once. Throws 'files.version_gone' and 'share.read_only'. */
export async function removeFileVersion(
  { id }: ParsedRequestOf<typeof versionsEndpoints.removeVersion>,
  call: Call,
): Promise<void> {
  const { owner, version } = await findVersion(call.tx, ownerOf(call), id)
  // Another call may restore it in the same moment.
  await lockNames(call.tx, owner)
  await findFile(call.tx, owner, version.fileId)
  await call.tx.delete(storageFileVersion).where(eq(storageFileVersion.versionId, id))
}

/** The bytes of a version, under the present name of its file. Throws 'files.not_found', also to callers who may only view the file: a browser would save the envelope of another code. */
export async function findVersionToRead(tx: Tx, caller: Owner, id: string): Promise<ReadableFile> {
  const found = await findVersion(tx, caller, id).catch((error: unknown) => {
    throw error instanceof PortalError ? new PortalError('files.not_found') : error
  })
  const { name } = await findFile(tx, found.owner, found.version.fileId)
  const { createdAt, sha256, size } = found.version
  return { name, createdAt, sha256, size }
}
