import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { storageUpload, storageUploadChunk } from '../db/schema/storage.ts'
import type { UploadPlace } from '../storage/byte-store.ts'
import type { Owner } from './files-owner.ts'

/** Milliseconds after which a new chunk renews an upload's time. */
const TOUCH_EVERY = 10 * 60 * 1000

/** What an upload is known by before it has an id: the same person sending the same bytes in as many chunks. */
export interface UploadIdentity {
  readonly md5: string
  readonly size: number
  readonly chunks: number
}

/** An upload that is still arriving. */
export interface Upload extends UploadPlace {
  readonly chunkSize: number
}

/** The owner's upload, or undefined when no chunk of it has come yet. */
export async function findUpload(tx: Tx, owner: Owner, identity: UploadIdentity): Promise<Upload | undefined> {
  const [found] = await tx
    .select({
      unitId: storageUpload.unitId,
      uploadId: storageUpload.uploadId,
      size: storageUpload.size,
      chunkSize: storageUpload.chunkSize,
    })
    .from(storageUpload)
    .where(
      and(
        eq(storageUpload.unitId, owner.unitId),
        eq(storageUpload.ownerId, owner.userId),
        eq(storageUpload.md5, identity.md5),
        eq(storageUpload.size, identity.size),
        eq(storageUpload.chunks, identity.chunks),
      ),
    )
  return found
}

/** The owner's upload, begun with this chunk size when it is new. */
export async function openUpload(
  tx: Tx,
  owner: Owner,
  { md5, size, chunks }: UploadIdentity,
  chunkSize: number,
): Promise<Upload> {
  const found = await findUpload(tx, owner, { md5, size, chunks })
  if (found) return found
  const [made] = await tx
    .insert(storageUpload)
    .values({ unitId: owner.unitId, ownerId: owner.userId, md5, size, chunks, chunkSize })
    // Several first chunks arrive at once: whoever comes second gets the row that is there.
    .onConflictDoUpdate({
      target: [
        storageUpload.unitId,
        storageUpload.ownerId,
        storageUpload.md5,
        storageUpload.size,
        storageUpload.chunks,
      ],
      set: { touchedAt: sql`now()` },
    })
    .returning()
  if (!made) throw new Error('the upload was not inserted')
  return { unitId: made.unitId, uploadId: made.uploadId, size: made.size, chunkSize: made.chunkSize }
}

/** The numbers of the chunks that are there, in order. */
export async function listChunks(tx: Tx, { uploadId }: UploadPlace): Promise<number[]> {
  const rows = await tx
    .select({ chunk: storageUploadChunk.chunk })
    .from(storageUploadChunk)
    .where(eq(storageUploadChunk.uploadId, uploadId))
    .orderBy(storageUploadChunk.chunk)
  return rows.map(({ chunk }) => chunk)
}

/** Whether one chunk is there, and whether any is. */
export async function lookForChunk(
  tx: Tx,
  { uploadId }: UploadPlace,
  chunk: number,
): Promise<{ present: boolean; begun: boolean }> {
  const of = eq(storageUploadChunk.uploadId, uploadId)
  const [any] = await tx.select({ chunk: storageUploadChunk.chunk }).from(storageUploadChunk).where(of).limit(1)
  if (!any) return { present: false, begun: false }
  const [same] = await tx
    .select({ chunk: storageUploadChunk.chunk })
    .from(storageUploadChunk)
    .where(and(of, eq(storageUploadChunk.chunk, chunk)))
  return { present: same !== undefined, begun: true }
}

/** Acknowledges a chunk whose bytes are on the disk. False when the upload was thrown away meanwhile. */
export async function addChunk(tx: Tx, { uploadId, unitId }: UploadPlace, chunk: number): Promise<boolean> {
  const [upload] = await tx
    .select({ touchedAt: storageUpload.touchedAt })
    .from(storageUpload)
    .where(eq(storageUpload.uploadId, uploadId))
    .for('key share')
  if (!upload) return false
  // When an upload counts as abandoned is decided in days: chunks that arrive together need not all write the same row.
  if (Date.now() - upload.touchedAt.getTime() > TOUCH_EVERY) {
    await tx
      .update(storageUpload)
      .set({ touchedAt: sql`now()` })
      .where(eq(storageUpload.uploadId, uploadId))
  }
  await tx.insert(storageUploadChunk).values({ uploadId, unitId, chunk }).onConflictDoNothing()
  return true
}

/** Forgets an upload and its chunks; true for the one caller that did so. */
export async function dropUpload(tx: Tx, { uploadId }: UploadPlace): Promise<boolean> {
  const dropped = await tx
    .delete(storageUpload)
    .where(eq(storageUpload.uploadId, uploadId))
    .returning({ uploadId: storageUpload.uploadId })
  return dropped.length > 0
}
