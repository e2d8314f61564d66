import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StreamCall } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { storageUpload, storageUploadChunk } from '../../db/schema/storage.ts'
import type { UploadRef } from '../../blobs/byte-store.ts'
import type { Owner } from './entries.ts'
import { reserveQuota } from './quotas.ts'

/** What an upload is known by before it has an id: the same person sending the same bytes in as many chunks. */
export interface UploadIdentity {
  readonly md5: string
  readonly size: number
  readonly chunks: number
}

/** The same with what stands in the MD5's place until that is known, where the sender says so. */
export interface SentIdentity extends UploadIdentity {
  readonly uid?: string | undefined
}

/** An upload that is still arriving. */
export interface Upload extends UploadRef {
  readonly chunkSize: number
}

/** An upload by the name that it has now, and by which its chunks may have come before. */
export interface NamedUpload extends Upload {
  readonly begunAs: string | null
}

/** An upload as one of its chunks finds it: whether that chunk is there already, and whether any is. */
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

/** The owner's upload, or undefined when no chunk of it has come yet. */
export async function findUpload(tx: Tx, owner: Owner, identity: UploadIdentity): Promise<NamedUpload | undefined> {
  const [found] = await tx.select(namedColumns).from(storageUpload).where(isUpload(owner, identity))
  return found
}

/** Gives an upload that began under its uid the MD5 that is known by now; undefined when there is none. Chunks that still come under the uid find it. */
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

/** The owner's upload for a chunk of it, begun with this chunk size when it is new. Throws what `takeRoom` throws when it is. */
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
    // Several first chunks arrive at once: whoever comes second gets the row that is there.
    .onConflictDoUpdate({
      target: [unitId, ownerId, rest.md5, rest.size, rest.chunks],
      set: { touchedAt: sql`now()` },
    })
    // Only a row that replaces none was never deleted or locked.
    .returning({ ...uploadColumns, isNew: sql<boolean>`xmax = 0` })
  if (!made) throw new Error('the upload was not inserted')
  const { isNew, ...upload } = made
  // The whole of it, once: chunks ask for nothing more. The row counts already.
  if (isNew) await reserveQuota(tx, { person: 0, unit: 0 })
  return upload
}

/**
 * Makes whoever begins an upload under its uid, and whoever gives it its MD5, wait for each other until the transaction ends. Otherwise a chunk that found no
 * upload would begin a second one, because the first got its MD5 in between.
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

/** True when the owner has begun to upload these bytes, in however many chunks. */
export function isUploading(tx: Tx, owner: Owner, { md5, size }: Omit<UploadIdentity, 'chunks'>): Promise<boolean> {
  return hasUpload(tx, and(...isOf(owner), eq(storageUpload.md5, md5), eq(storageUpload.size, size)))
}

/** True when the owner has begun to upload exactly so many bytes under another MD5 or uid than this. */
export function isUploadingAnother(
  tx: Tx,
  owner: Owner,
  { md5, size }: Omit<UploadIdentity, 'chunks'>,
): Promise<boolean> {
  return hasUpload(tx, and(...isOf(owner), ne(storageUpload.md5, md5), eq(storageUpload.size, size)))
}

async function hasUpload(tx: Tx, which: SQL | undefined): Promise<boolean> {
  const [found] = await tx.select({ uploadId: storageUpload.uploadId }).from(storageUpload).where(which).limit(1)
  return found !== undefined
}

/** The numbers of the chunks that are there, in order. */
export async function listChunks(tx: Tx, { uploadId }: UploadRef): Promise<number[]> {
  const rows = await tx
    .select({ chunk: storageUploadChunk.chunk })
    .from(storageUploadChunk)
    .where(eq(storageUploadChunk.uploadId, uploadId))
    .orderBy(storageUploadChunk.chunk)
  return rows.map(({ chunk }) => chunk)
}

/** Acknowledges a chunk whose bytes are on the disk. False when the upload was thrown away meanwhile. */
export async function addChunk(call: StreamCall, { uploadId }: UploadRef, chunk: number): Promise<boolean> {
  // One statement: an upload of many gigabytes does this tens of thousands of times. Upkeep cannot delete the row that it locks. When an upload
  // counts as abandoned is decided in days: chunks that arrive together need not all write the same row.
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

/** Forgets an upload and its chunks; true for the one caller that did so. */
export async function dropUpload(tx: Tx, { uploadId }: UploadRef): Promise<boolean> {
  const dropped = await tx
    .delete(storageUpload)
    .where(eq(storageUpload.uploadId, uploadId))
    .returning({ uploadId: storageUpload.uploadId })
  return dropped.length > 0
}
