import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile } from '../../db/tables.generated.ts'
import { queryAny, queryRows, queryValue } from '../../db/query.ts'
import { chooseName, findEntry, liesIn, lockNames, ownedBy, type Owner } from './entries.ts'
import { fileAsJson, fileRow, toStoredFile } from './stored-file.ts'
import { sameBytes, reserveFor, type AddedUsage } from './quotas.ts'
import type { Destination, KeptBytes } from './stored-file.ts'
import { findPlaceOwner } from './sharing/shared-entries.ts'
import { findReplaced, replaceContent } from './versions/replace-content.ts'

/**
 * Records that the unit has these bytes, in the transaction that records their use; until then `writeObjects` protects them. In a fixed order, so that two
 * calls with the same bytes cannot deadlock.
 */
export async function recordObjects(tx: Tx, { unitId }: Owner, objects: readonly KeptBytes[]): Promise<void> {
  await tx.execute(sql`
    insert into storage_object (unit_id, sha256, md5, size)
    select distinct on (sha256) ${unitId}::uuid, sha256, md5, size
    from json_to_recordset(${JSON.stringify(objects)}::json) o (sha256 text, md5 text, size bigint) order by sha256
    on conflict (unit_id, sha256) do update set confirmed_at = now()`)
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
  const replace = async (file: typeof storageFile.$inferSelect) =>
    toStoredFile(await replaceContent(tx, caller, file, bytes, added), bytes)
  if (to.replaces !== undefined && to.replaces !== 'name')
    return replace(await findReplaced(tx, caller, to.replaces, to.name))
  const owner = await findPlaceOwner(tx, caller, to.folderId)
  await lockNames(tx, owner)
  if (to.folderId !== null) await findEntry(tx, owner, 'folder', to.folderId)
  const alive = liesIn('file', owner, to.folderId)
  if (to.replaces === 'name') {
    const [named] = await tx
      .select()
      .from(storageFile)
      .where(sql`${alive} and name = ${to.name}`)
    if (named) return replace(named)
  }
  const isSame = sql`${alive} and sha256 = ${bytes.sha256} and ${to.name} in (name, asked_name)`
  const [same] = await tx.select().from(storageFile).where(isSame).limit(1)
  if (same) return toStoredFile(same, bytes)
  const name = await chooseName(tx, owner, 'file', to)
  await reserveFor(tx, caller, owner, bytes.size, added)
  const writtenBy = owner.userId === caller.userId ? null : caller.userId
  const made = await queryValue(tx, fileRow)`
    insert into storage_file as s (unit_id, owner_id, folder_id, name, asked_name, sha256, size, written_by)
    values (${owner.unitId}, ${owner.userId}, ${to.folderId}, ${name}, ${to.name}, ${bytes.sha256}, ${bytes.size}, ${writtenBy})
    returning ${fileAsJson}`
  return toStoredFile(made, bytes)
}

/** Whether a file of the owner has these bytes, also in the bin. */
export function hasBytes(tx: Tx, owner: Owner, sha256: string): Promise<boolean> {
  return queryAny(tx)`select from storage_file where ${ownedBy(owner)} and sha256 = ${sha256} limit 1`
}

const keptBytes = z.object({ sha256: z.string(), md5: z.string(), size: z.number() })

/** Files bytes that the owner already has, also in the bin; undefined without any. */
export async function fileOwnBytes(
  tx: Tx,
  owner: Owner,
  { md5, size }: { readonly md5: string; readonly size?: number | undefined },
  to: Destination,
): Promise<StoredFile | undefined> {
  // Locked, because files in the bin may be about to be deleted.
  const [bytes] = await queryRows(tx, keptBytes)`
    select o.sha256, o.md5, o.size from storage_file f join storage_object o using (unit_id, sha256)
    where ${ownedBy(owner)} and o.md5 = ${md5} ${size === undefined ? sql`` : sql`and o.size = ${size}`}
    order by f.created_at desc limit 1 for key share of o`
  return bytes && fileBytes(tx, owner, bytes, to, sameBytes(bytes.size))
}
