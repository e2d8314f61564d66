import type * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import type { ByteStore, Digest, StorageDeps } from '../../blobs/byte-store.ts'
import type { Destination } from './stored-file.ts'
import { fileBytes, fileOwnBytes, recordObjects } from './filing.ts'
import { findEntry, ownerOf, type Owner } from './entries.ts'
import { writeObjects } from './object-leases.ts'
import { findPlaceOwner } from './sharing/shared-entries.ts'
import { checkUploadContent, destinationOf } from './whole-file.ts'
import { checkChunkCount } from './chunks.ts'
import { dropUpload, findUpload, isUploading, listChunks, type Upload } from './upload-queries.ts'

/**
 * Makes a file of an upload with all chunks, after checking the MD5 of the whole. Repeatable. Throws 'storage.chunks_missing', 'storage.chunk_count',
 * 'storage.file_mismatch' (the upload then starts again), 'storage.quota_person' for another file of merged bytes, and the errors of names, content
 * and folders.
 */
export async function mergeUpload(
  { bytes, mutex }: StorageDeps,
  input: ParsedRequestOf<typeof storage.mergeFile>,
  call: StreamCall,
): Promise<StoredFile> {
  const to = destinationOf(input)
  checkChunkCount(input)
  const owner = ownerOf(call)
  // Two concurrent equal merges would hash everything twice: the second waits and finds the file.
  return mutex.run(`merge ${owner.userId} ${input.md5} ${input.size} ${input.chunks}`, async () => {
    const found = await call.inUnit(async (tx) => {
      if (to.folderId !== null) await findEntry(tx, await findPlaceOwner(tx, owner, to.folderId), 'folder', to.folderId)
      const upload = await findUpload(tx, owner, input)
      return upload && { upload, chunks: await listChunks(tx, upload) }
    })
    if (!found || found.chunks.length === 0) return refileMerged(input, to, owner, call)
    const { upload, chunks } = found
    if (chunks.length !== input.chunks) throw new PortalError('storage.chunks_missing')
    const digest = await verify(bytes, upload, input.md5, call)
    await checkUploadContent(bytes, upload, to.name)
    const file = await finish(bytes, upload, digest, to, call)
    return file ?? refileMerged(input, to, owner, call)
  })
}

/** There is no such upload: it was merged before, and the response was lost, or nothing was ever sent. */
async function refileMerged(
  input: ParsedRequestOf<typeof storage.mergeFile>,
  to: Destination,
  owner: Owner,
  call: StreamCall,
): Promise<StoredFile> {
  const found = await call.inUnit(
    async (tx) =>
      (await fileOwnBytes(tx, owner, input, to)) ??
      // Its chunks were sent under another count.
      ((await isUploading(tx, owner, input.size, input.md5)) ? 'storage.chunk_count' : 'storage.chunks_missing'),
  )
  if (typeof found === 'string') throw new PortalError(found)
  return found
}

/** The digest of an upload that matches its claim; otherwise, or without bytes, the upload is discarded. */
async function verify(bytes: ByteStore, upload: Upload, md5: string, call: StreamCall): Promise<Digest> {
  if (!(await bytes.hasUpload(upload))) {
    await call.inUnit((tx) => dropUpload(tx, upload))
    throw new PortalError('storage.chunks_missing')
  }
  const digest = await bytes.digestUpload(upload)
  if (digest.md5 === md5) return digest
  await call.inUnit((tx) => dropUpload(tx, upload))
  await bytes.discardUpload(upload)
  throw new PortalError('storage.file_mismatch')
}

/** Files a checked upload; undefined when another process was faster. */
async function finish(
  bytes: ByteStore,
  upload: Upload,
  { md5, sha256 }: Digest,
  to: Destination,
  call: StreamCall,
): Promise<StoredFile | undefined> {
  const owner = ownerOf(call)
  const kept = { sha256, md5, size: upload.size }
  const file = await writeObjects(call, [sha256], {
    write: () => bytes.keepObject(upload, sha256),
    async record(tx) {
      if (!(await dropUpload(tx, upload))) return undefined
      await recordObjects(tx, owner, [kept])
      // An upload that was accepted with its first chunk is not refused after its last one, whatever the quota.
      return fileBytes(tx, owner, kept, to, null)
    },
  })
  if (file) await bytes.discardUpload(upload)
  return file
}

/** Discards an upload and releases its quota; idempotent. */
export async function cancelUpload(
  { bytes }: StorageDeps,
  input: ParsedRequestOf<typeof storage.cancelUpload>,
  call: StreamCall,
): Promise<void> {
  const dropped = await call.inUnit(async (tx) => {
    const upload = await findUpload(tx, ownerOf(call), input)
    return upload && (await dropUpload(tx, upload)) ? upload : undefined
  })
  // A crash before this leaves bytes without a row, which the cleanup job finds.
  if (dropped) await bytes.discardUpload(dropped)
}
