import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StreamCall } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { storageUpload, storageUploadChunk } from '../../db/tables.generated.ts'
import type { UploadRef } from '../../blobs/byte-store.ts'
import type { Owner } from './entries.ts'
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

export interface Upload extends UploadRef {
  readonly chunkSize: number
}

/** An upload by its current name, and by the one of its earlier chunks. */
export interface NamedUpload extends Upload {
  readonly begunAs: string | null
}

/** An upload with the state of one of its chunks: whether it is stored already, and whether any is. */
export interface OpenedUpload {
  readonly upload: Upload
  readonly present: boolean
  readonly begun: boolean
}

const uploadColumns = {
  unitId: storageUpload.unitId,
  uploadId: storageUpload.uploadId,
  size: storageUpload.size,
  chunkSize: storageUpload.chunkSize,
}

const namedColumns = { ...uploadColumns, begunAs: storageUpload.begunAs }

/** The owner's upload; undefined before its first chunk. */
export async function findUpload(tx: Tx, owner: Owner, identity: UploadIdentity): Promise<NamedUpload | undefined> {
  const [found] = await tx.select(namedColumns).from(storageUpload).where(isUpload(owner, identity))
  return found
}

/** Gives an upload that began under its uid its MD5; undefined when there is none. Later chunks under the uid find it. */
export async function nameUpload(
  tx: Tx,
  owner: Owner,
  { uid, ...identity }: SentIdentity,
): Promise<NamedUpload | undefined> {
  if (uid === undefined || uid === identity.md5) return undefined
  const { md5, size, chunks } = identity
  await lockUid(tx, owner, uid)
  const [named] = await tx
    .update(storageUpload)
    .set({ md5, begunAs: uid, touchedAt: sql`now()` })
    .where(isUpload(owner, { md5: uid, size, chunks }))
    .returning(namedColumns)
  return named
}

const opened = z.object({
  unitId: z.string(),
  uploadId: z.string(),
  size: z.number(),
  chunkSize: z.number(),
  present: z.boolean(),
  begun: z.boolean(),
})

/** The owner's upload for a chunk, created with this chunk size if new. Throws the errors of `reserveQuota` then. */
export async function openUpload(
  call: StreamCall,
  owner: Owner,
  identity: SentIdentity,
  chunk: { readonly number: number; readonly eachSize: number },
): Promise<OpenedUpload> {
  const chunks = sql`select from storage_upload_chunk c where c.upload_id = storage_upload.upload_id`
  const [row] = await call.onceInUnit(sql`
    select unit_id as "unitId", upload_id as "uploadId", size, chunk_size as "chunkSize",
      exists (${chunks} and c.chunk = ${chunk.number}) as present, exists (${chunks}) as begun
    from storage_upload where ${isUploadOfChunk(owner, identity)}`)
  if (row) {
    const { present, begun, ...upload } = z.parse(opened, row)
    return { upload, present, begun }
  }
  const upload = await call.inUnit((tx) => beginUpload(tx, owner, identity, chunk.eachSize))
  return { upload, present: false, begun: false }
}

async function beginUpload(tx: Tx, owner: Owner, identity: SentIdentity, chunkSize: number): Promise<Upload> {
  const { uid, md5, size, chunks } = identity
  if (uid === md5) {
    await lockUid(tx, owner, uid)
    const [begun] = await tx.select(uploadColumns).from(storageUpload).where(isUploadOfChunk(owner, identity))
    if (begun) return begun
  }
  const { unitId, ownerId, ...rest } = storageUpload
  const [made] = await tx
    .insert(storageUpload)
    .values({ unitId: owner.unitId, ownerId: owner.userId, md5, size, chunks, chunkSize })
    // Several first chunks arrive at once: the second one gets the existing row.
    .onConflictDoUpdate({
      target: [unitId, ownerId, rest.md5, rest.size, rest.chunks],
      set: { touchedAt: sql`now()` },
    })
    // xmax = 0 means that the row was inserted, not updated.
    .returning({ ...uploadColumns, isNew: sql<boolean>`xmax = 0` })
  if (!made) throw new Error('the upload was not inserted')
  const { isNew, ...upload } = made
  // The whole size, once. The row counts already.
  if (isNew) await reserveQuota(tx, { person: 0, unit: 0 })
  return upload
}

/**
 * Serialises starting an upload under its uid and giving it its MD5, until the transaction ends. Otherwise a chunk that found no upload would start a
 * second one, because the first got its MD5 in between.
 */
function lockUid(tx: Tx, { userId }: Owner, uid: string): Promise<void> {
  return lockUntilEnd(tx, `upload ${userId} ${uid}`)
}

function isUpload(owner: Owner, { md5, size, chunks }: UploadIdentity): SQL | undefined {
  return and(...isOf(owner), eq(storageUpload.md5, md5), eq(storageUpload.size, size), eq(storageUpload.chunks, chunks))
}

/** A chunk under the uid may have been on its way when the upload got its MD5. */
function isUploadOfChunk(owner: Owner, { uid, ...identity }: SentIdentity): SQL | undefined {
  if (uid !== identity.md5) return isUpload(owner, identity)
  const { md5, size, chunks } = identity
  const isCalled = or(eq(storageUpload.md5, md5), eq(storageUpload.begunAs, md5))
  return and(...isOf(owner), isCalled, eq(storageUpload.size, size), eq(storageUpload.chunks, chunks))
}

function isOf(owner: Owner): SQL[] {
  return [eq(storageUpload.unitId, owner.unitId), eq(storageUpload.ownerId, owner.userId)]
}

/** Whether the owner has an upload of these bytes, in any number of chunks. */
export function isUploading(tx: Tx, owner: Owner, size: number, md5: string): Promise<boolean> {
  return hasUpload(tx, owner, size, eq(storageUpload.md5, md5))
}

/** Whether the owner has an upload of exactly so many bytes under another MD5 or uid. */
export function isUploadingAnother(tx: Tx, owner: Owner, size: number, md5: string): Promise<boolean> {
  return hasUpload(tx, owner, size, ne(storageUpload.md5, md5))
}

async function hasUpload(tx: Tx, owner: Owner, size: number, which: SQL): Promise<boolean> {
  return (await tx.$count(storageUpload, and(...isOf(owner), eq(storageUpload.size, size), which))) > 0
}

export async function listChunks(tx: Tx, { uploadId }: UploadRef): Promise<number[]> {
  const rows = await tx
    .select({ chunk: storageUploadChunk.chunk })
    .from(storageUploadChunk)
    .where(eq(storageUploadChunk.uploadId, uploadId))
    .orderBy(storageUploadChunk.chunk)
  return rows.map(({ chunk }) => chunk)
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
  const { rowCount } = await tx.delete(storageUpload).where(eq(storageUpload.uploadId, uploadId))
  return Boolean(rowCount)
}
