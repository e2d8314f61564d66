import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as storage from '../../../contract/endpoints/storage/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall, Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import type { ByteStore, StorageDeps } from '../../blobs/byte-store.ts'
import { hasFileOfSize, ownerOf, type Owner } from './entries.ts'
import { checkQuota, newBytes } from './quotas.ts'
import { checkFileName, checkUploadContent, destinationOf } from './whole-file.ts'
import {
  addChunk,
  dropUpload,
  findUpload,
  isUploadingAnother,
  listChunks,
  nameUpload,
  openUpload,
  type Upload,
  type OpenedUpload,
  isUploading,
} from './upload-queries.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { fileOwnBytes } from './filing.ts'
import type { FileBody } from './upload-body.ts'

type ChunkInput = ParsedRequestOf<typeof storage.uploadChunk>

/**
 * The stored chunks of an upload, checked and on the disk. Throws 'storage.quota_person' or 'storage.quota_unit' when there is none and the quota
 * does not suffice.
 */
export async function checkChunk(
  { bytes }: StorageDeps,
  input: ParsedRequestOf<typeof storage.blockUploadCheck>,
  call: StreamCall,
): Promise<ResponseOf<typeof storage.blockUploadCheck>> {
  checkFileName(input.name)
  checkChunkCount(input)
  const owner = ownerOf(call)
  const { upload, chunks, ahead } = await call.inUnit(async (tx) => {
    const found = (await findUpload(tx, owner, input)) ?? (await nameUpload(tx, owner, input))
    if (!found) await checkQuota(tx, newBytes(input.size))
    return {
      upload: found,
      chunks: found ? await listChunks(tx, found) : [],
      ahead: await isUnderUid(input, found, owner, tx),
    }
  })
  // Rows whose bytes were lost with the disk do not count; the next chunk starts again.
  const present = upload && chunks.length > 0 && (await bytes.hasUpload(upload)) ? chunks : []
  return { data: present.includes(input.chunk), present, ahead }
}

/**
 * Whether chunks under the uid belong to this upload. Before the MD5 is known: not when the caller has, or is uploading elsewhere, what is likely the
 * same. Afterwards: when the upload began so.
 */
async function isUnderUid(
  { md5, uid, size }: ParsedRequestOf<typeof storage.blockUploadCheck>,
  upload: Upload | undefined,
  owner: Owner,
  tx: Tx,
): Promise<boolean> {
  if (md5 !== uid) return uid !== undefined && upload?.begunAs === uid
  if (await hasFileOfSize(tx, owner, size)) return false
  return !(await isUploadingAnother(tx, owner, size, md5))
}

/**
 * Stores one chunk: the bytes are checked and on the disk before its row is written and the response is sent. A stored chunk is not written again.
 * Throws 'storage.chunk_mismatch', 'storage.chunk_size', 'storage.chunk_count', for the first chunk 'storage.quota_person' or 'storage.quota_unit',
 * and the errors of names and content; other chunks stay unchanged.
 */
export async function receiveChunk(
  { bytes, mutex }: StorageDeps,
  body: FileBody<ChunkInput>,
  call: StreamCall,
): Promise<ResponseOf<typeof storage.uploadChunk>> {
  const input = body.input()
  const name = checkFileName(input.name)
  const range = locateChunk(input)
  const owner = ownerOf(call)
  const key = [owner.unitId, owner.userId, input.md5, input.fullSize, input.chunks, input.chunk].join(' ')

  await mutex.preempt(key, async (signal) => {
    // A newer attempt to send the chunk takes the place of this one.
    signal.addEventListener('abort', () => body.stop(signal.reason))
    const upload = await findOrPrepareUpload(bytes, input, owner, call)
    // The body is read anyway, so that the sender gets the response.
    if (upload.present) return body.bytes(() => undefined)
    await bytes.writeChunk(upload, { ...range, md5: () => body.input().chunkMd5 }, body.bytes)
    if (input.chunk === 1) await checkUploadContent(bytes, upload, name)
    if (!(await addChunk(call, upload, input.chunk))) throw new PortalError('server.unavailable')
  })
  return { chunk: input.chunk }
}

/** The upload of a chunk, prepared in the store; both are created for the first chunk. */
async function findOrPrepareUpload(
  bytes: ByteStore,
  input: ChunkInput,
  owner: Owner,
  call: StreamCall,
): Promise<OpenedUpload> {
  const identity = { md5: input.md5, uid: input.uid, size: input.fullSize, chunks: input.chunks }
  const chunk = { number: input.chunk, eachSize: input.eachSize }
  const found = await openUpload(call, owner, identity, chunk)
  // The same number of chunks can have different sizes; the first chunk decided.
  if (found.chunkSize !== input.eachSize) throw new PortalError('storage.chunk_size')
  if (await bytes.hasUpload(found)) return found
  if (found.begun) {
    // The bytes of acknowledged chunks are lost: start again under a new id, so that old rows do not count for new bytes.
    await call.inUnit((tx) => dropUpload(tx, found))
    return findOrPrepareUpload(bytes, input, owner, call)
  }
  await bytes.prepareUpload(found)
  return found
}

/** The offset of a chunk's bytes; throws 'storage.chunk_count' or 'storage.chunk_size' when the numbers do not fit together. */
function locateChunk({ fullSize, chunks, chunk, eachSize, size }: ChunkInput): { offset: number; size: number } {
  if (chunks !== Math.max(1, Math.ceil(fullSize / eachSize)) || chunk > chunks) {
    throw new PortalError('storage.chunk_count')
  }
  const offset = (chunk - 1) * eachSize
  if (size !== Math.min(eachSize, fullSize - offset)) throw new PortalError('storage.chunk_size')
  return { offset, size }
}

/** Throws 'storage.chunk_count' when a file of this size cannot have so many chunks of any size. */
export function checkChunkCount({ size, chunks, chunk = 1 }: { size: number; chunks: number; chunk?: number }): void {
  const fewest = Math.max(1, Math.ceil(size / CHUNK_SIZE))
  if (chunks < fewest || chunks > Math.max(1, size) || chunk > chunks) throw new PortalError('storage.chunk_count')
}

/**
 * Files bytes that the caller already has under the given name, so that nothing is sent; null when the caller has none of this MD5. Other users'
 * files do not count, or an MD5 would reveal that they exist, and give them away. Throws 'storage.quota_person' or 'storage.quota_unit' when the
 * quota does not suffice; for bytes yet to be sent only if the client gives their size.
 */
export async function checkSecondUpload(
  input: ParsedRequestOf<typeof storage.secondUploadCheck>,
  call: Call,
): Promise<storage.StoredFile | null> {
  const to = destinationOf(input)
  const owner = ownerOf(call)
  const { md5, size } = input
  const file = await fileOwnBytes(call.tx, owner, { md5, size }, to)
  if (file) return file
  // A started upload has reserved its quota.
  if (size !== undefined && !(await isUploading(call.tx, owner, size, md5))) await checkQuota(call.tx, newBytes(size))
  return null
}
