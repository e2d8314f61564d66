import { PortalError } from '../../../contract/portal-error.ts'
import { createLane } from '../../runtime/lane.ts'
import type { S3Bucket, S3Multipart } from './s3-bucket.ts'
import { isRefusal } from './s3-failure.ts'
import { bytesKey, chunkKey, chunksPrefix, readChunkKey, type ByteSpan } from './s3-keys.ts'
import type { Part } from './s3-parts.ts'
import type { S3Upload } from './s3-places.ts'

/** Parts put together from chunks at once; each is in memory meanwhile. */
const AT_ONCE = 3
/** Another process may do the same at the same time, and each may replace a part that the other has just seen. */
const TRIES = 5

/**
 * Makes an upload complete: sends the parts whose chunks went alone, then has the storage put all of them together, which copies nothing. Harmless
 * when it is complete already. Throws 'storage.chunks_missing' when bytes are not there.
 */
export async function completeUpload(bucket: S3Bucket, upload: S3Upload): Promise<void> {
  if (upload.trusted !== undefined) return
  const { multipart } = upload
  if (!multipart) {
    await bucket.put(bytesKey(upload), new Uint8Array())
    upload.trusted = 0
    return
  }
  for (let left = TRIES; upload.trusted === undefined; left -= 1) {
    try {
      const etags = madeHere(upload) ?? (await collectParts(bucket, upload, multipart))
      await bucket.completeMultipart(multipart, etags)
      upload.trusted = trustedHere(upload, etags)
    } catch (error) {
      if (isRefusal(error, 'NoSuchUpload')) await acceptComplete(bucket, upload)
      else if (left === 1 || !isRefusal(error, 'InvalidPart', 'InvalidPartOrder')) throw error
      // What was known of the parts is no longer so: another process sent one again.
      else upload.made.clear()
    }
  }
}

/** All ETags, when every part was made here: then nothing needs to be asked. */
function madeHere({ parts, made }: S3Upload): string[] | undefined {
  const etags = parts.flatMap(({ number }) => made.get(number) ?? [])
  return etags.length === parts.length ? etags : undefined
}

/** How far the complete object consists of parts that were made here. */
function trustedHere({ parts, made, size }: S3Upload, etags: readonly string[]): number {
  const other = parts.find(({ number }) => made.get(number) !== etags[number - 1])
  return other?.offset ?? size
}

/** There is no multipart upload any more: it was completed, by another process or by a request whose answer was lost; or it was given up. */
async function acceptComplete(bucket: S3Bucket, upload: S3Upload): Promise<void> {
  const found = await bucket.head(bytesKey(upload))
  if (found?.size !== upload.size) throw new PortalError('storage.chunks_missing')
  upload.trusted = 0
}

/** The ETags of all parts, those of chunks that went alone among them. */
async function collectParts(bucket: S3Bucket, upload: S3Upload, multipart: S3Multipart): Promise<string[]> {
  const there = await bucket.listParts(multipart)
  const isThere = ({ number, size }: Part) => there.get(number)?.size === size
  const alone = upload.parts.every(isThere) ? [] : await listChunks(bucket, upload)
  const lane = createLane(AT_ONCE)
  return Promise.all(
    upload.parts.map(async (part) => {
      const known = there.get(part.number)
      if (known && isThere(part)) return known.etag
      return lane(() => sendPartOf(bucket, upload, multipart, part, alone))
    }),
  )
}

async function listChunks(bucket: S3Bucket, upload: S3Upload): Promise<ByteSpan[]> {
  const chunks: ByteSpan[] = []
  for await (const { key } of bucket.list(chunksPrefix(upload)))
    chunks.push(readChunkKey(key) ?? { offset: 0, size: 0 })
  return chunks.sort((a, b) => a.offset - b.offset)
}

/** Reads the chunks of a part back and sends them as one. */
async function sendPartOf(
  bucket: S3Bucket,
  upload: S3Upload,
  multipart: S3Multipart,
  part: Part,
  chunks: readonly ByteSpan[],
): Promise<string> {
  const bytes = Buffer.allocUnsafe(part.size)
  const end = part.offset + part.size
  let position = part.offset
  let here = true
  for (const chunk of chunks) {
    if (chunk.offset > position || chunk.offset + chunk.size <= position || position === end) continue
    const found = await bucket.read(chunkKey(upload, chunk))
    if (found?.bytes.length !== chunk.size) throw new PortalError('storage.chunks_missing')
    here &&= upload.alone.get(chunk.offset) === found.etag
    position += found.bytes.copy(bytes, position - part.offset, position - chunk.offset)
  }
  if (position < end) throw new PortalError('storage.chunks_missing')
  const etag = await bucket.putPart(multipart, part.number, bytes)
  if (here) upload.made.set(part.number, etag)
  return etag
}
