import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StreamCall } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { queryAny, queryRows, queryValues } from '../../db/query.ts'
import type { UploadRef } from '../../blobs/byte-store.ts'
import { ownedBy, type Owner } from './entries.ts'
import { reserveQuota } from './quotas.ts'

/** The key of an upload before it has an id: the same user sending the same bytes in as many chunks. */
interface UploadIdentity {
  readonly md5: string
  readonly size: number
  readonly chunks: number
}

interface SentIdentity extends UploadIdentity {
  readonly uid?: string | undefined
}

/** `begunAs`: the name of its earlier chunks. */
const uploadRow = z.object({
  unitId: z.string(),
  uploadId: z.string(),
  size: z.number(),
  chunkSize: z.number(),
  begunAs: z.nullable(z.string()),
})
export type Upload = z.infer<typeof uploadRow>
const uploadColumns = sql.raw(
  'unit_id as "unitId", upload_id as "uploadId", size, chunk_size as "chunkSize", begun_as as "begunAs"',
)

/** With the state of one of its chunks: whether it is stored already, and whether any is. */
const openedRow = z.extend(uploadRow, { present: z.boolean(), begun: z.boolean() })
export type OpenedUpload = z.infer<typeof openedRow>

/** The owner's upload; undefined before its first chunk. */
export async function findUpload(tx: Tx, owner: Owner, identity: UploadIdentity): Promise<Upload | undefined> {
  const [found] = await queryRows(tx, uploadRow)`
    select ${uploadColumns} from storage_upload where ${isUpload(owner, identity)}`
  return found
}

/** Gives an upload that began under its uid its MD5; undefined when there is none. Later chunks under the uid find it. */
export async function nameUpload(
  tx: Tx,
  owner: Owner,
  { uid, ...identity }: SentIdentity,
): Promise<Upload | undefined> {
  if (uid === undefined || uid === identity.md5) return undefined
  await lockUid(tx, owner, uid)
  const [named] = await queryRows(tx, uploadRow)`
    update storage_upload set md5 = ${identity.md5}, begun_as = ${uid}, touched_at = now()
    where ${isUpload(owner, { ...identity, md5: uid })} returning ${uploadColumns}`
  return named
}

/** The owner's upload for a chunk, created with this chunk size if new. Throws the errors of `reserveQuota` then. */
export async function openUpload(
  call: StreamCall,
  owner: Owner,
  identity: SentIdentity,
  chunk: { readonly number: number; readonly eachSize: number },
): Promise<OpenedUpload> {
  const chunks = sql`select from storage_upload_chunk c where c.upload_id = storage_upload.upload_id`
  const [row] = await call.onceInUnit(sql`
    select ${uploadColumns}, exists (${chunks} and c.chunk = ${chunk.number}) as present, exists (${chunks}) as begun
    from storage_upload where ${isUploadOfChunk(owner, identity)}`)
  if (row) return z.parse(openedRow, row)
  const upload = await call.inUnit((tx) => beginUpload(tx, owner, identity, chunk.eachSize))
  return { ...upload, present: false, begun: false }
}

async function beginUpload(tx: Tx, owner: Owner, identity: SentIdentity, chunkSize: number): Promise<Upload> {
  const { uid, md5, size, chunks } = identity
  if (uid === md5) {
    await lockUid(tx, owner, uid)
    const [begun] = await queryRows(tx, uploadRow)`
      select ${uploadColumns} from storage_upload where ${isUploadOfChunk(owner, identity)}`
    if (begun) return begun
  }
  // Several first chunks arrive at once: the second one gets the existing row. xmax = 0 means that the row was inserted, not updated.
  const [made] = await queryRows(tx, z.extend(uploadRow, { isNew: z.boolean() }))`
    insert into storage_upload (unit_id, owner_id, md5, size, chunks, chunk_size)
    values (${owner.unitId}, ${owner.userId}, ${md5}, ${size}, ${chunks}, ${chunkSize})
    on conflict (unit_id, owner_id, md5, size, chunks) do update set touched_at = now()
    returning ${uploadColumns}, xmax = 0 as "isNew"`
  if (!made) throw new Error('the upload was not inserted')
  // The whole size, once. The row counts already.
  if (made.isNew) await reserveQuota(tx, { person: 0, unit: 0 })
  return made
}

/**
 * Serialises starting an upload under its uid and giving it its MD5, until the transaction ends. Otherwise a chunk that found no upload would start a
 * second one, because the first got its MD5 in between.
 */
function lockUid(tx: Tx, { userId }: Owner, uid: string): Promise<void> {
  return lockUntilEnd(tx, `upload ${userId} ${uid}`)
}

function isUpload(owner: Owner, { md5, size, chunks }: UploadIdentity): SQL {
  return sql`${ownedBy(owner)} and md5 = ${md5} and size = ${size} and chunks = ${chunks}`
}

/** A chunk under the uid may have been on its way when the upload got its MD5. */
function isUploadOfChunk(owner: Owner, { uid, ...identity }: SentIdentity): SQL {
  const { md5, size, chunks } = identity
  if (uid !== md5) return isUpload(owner, identity)
  return sql`${ownedBy(owner)} and (md5 = ${md5} or begun_as = ${md5}) and size = ${size} and chunks = ${chunks}`
}

/** Whether the owner has an upload of these bytes, in any number of chunks. */
export function isUploading(tx: Tx, owner: Owner, size: number, md5: string): Promise<boolean> {
  return queryAny(tx)`select from storage_upload where ${ownedBy(owner)} and size = ${size} and md5 = ${md5}`
}

/** Whether the owner has an upload of exactly so many bytes under another MD5 or uid. */
export function isUploadingAnother(tx: Tx, owner: Owner, size: number, md5: string): Promise<boolean> {
  return queryAny(tx)`select from storage_upload where ${ownedBy(owner)} and size = ${size} and md5 <> ${md5}`
}

export function listChunks(tx: Tx, { uploadId }: UploadRef): Promise<number[]> {
  return queryValues(tx, z.number())`
    select chunk from storage_upload_chunk where upload_id = ${uploadId}::uuid order by chunk`
}

/** Acknowledges a chunk whose bytes are on the disk. False when the upload was discarded meanwhile. */
export async function addChunk(call: StreamCall, { uploadId }: UploadRef, chunk: number): Promise<boolean> {
  // One statement, because an upload of many gigabytes runs it tens of thousands of times. The cleanup job cannot delete the locked row. Abandonment
  // is decided in days: concurrent chunks need not all update the row.
  const rows = await call.onceInUnit(sql`
    with upload as (
      select upload_id, unit_id, touched_at < now() - interval '10 minutes' as stale
      from storage_upload where upload_id = ${uploadId} for key share
    ), touched as (
      update storage_upload set touched_at = now()
      where upload_id = (select upload_id from upload where stale)
    ), added as (
      insert into storage_upload_chunk (upload_id, unit_id, chunk)
      select upload_id, unit_id, ${chunk}::integer from upload
      on conflict do nothing
    )
    select upload_id from upload`)
  return rows.length > 0
}

/** Deletes an upload and its chunks; true for the one caller that did so. */
export async function dropUpload(tx: Tx, { uploadId }: UploadRef): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from storage_upload where upload_id = ${uploadId}::uuid`)
  return Boolean(rowCount)
}
