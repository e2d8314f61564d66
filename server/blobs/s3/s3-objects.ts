import { type Readable, PassThrough, pipeline } from 'node:stream'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ObjectName } from '../byte-store.ts'
import {
  type S3Bucket,
  type S3Condition,
  type S3Head,
  type S3Range,
  isRefusal,
  type S3Multipart,
  toS3Failure,
} from './s3-client.ts'
import {
  bytesKey,
  keptKey,
  objectKey,
  type UploadName,
  type S3UploadRegistry,
  chunkKey,
  chunksPrefix,
  readChunkKey,
  type ByteSpan,
  type Part,
  type S3Upload,
} from './s3-uploads.ts'

/** The metadata of an object that points to the bytes of an upload: the upload's id. Other objects hold their bytes themselves. */
const POINTS_TO = 'bytes'
const REMEMBERED = 10_000
/** Other processes may write the same object at the same time. */
const TRIES = 5

type ObjectSource =
  | { readonly kind: 'upload'; readonly upload: UploadName }
  | { readonly kind: 'content'; readonly read: () => Promise<Uint8Array> }

export type S3Objects = ReturnType<typeof createS3Objects>

/** The objects in a bucket: finished bytes by their SHA-256. */
export function createS3Objects(bucket: S3Bucket, registry: Pick<S3UploadRegistry, 'exists'>) {
  /** The keys of bytes by the keys of objects; they are looked up again when the bytes are not there. */
  const known = new LRUCache<string, string>({ max: REMEMBERED })

  /** The key of an object's bytes; undefined when there is no object. */
  async function locate(name: ObjectName): Promise<string | undefined> {
    const key = objectKey(name)
    const found = await bucket.head(key)
    if (!found) return undefined
    const bytes = keyOfBytes(name, found)
    known.set(key, bytes)
    return bytes
  }

  async function isSound(name: ObjectName, found: S3Head, size: number): Promise<boolean> {
    const key = keyOfBytes(name, found)
    const bytes = key === objectKey(name) ? found : await bucket.head(key)
    return bytes?.size === size
  }

  async function removeBytes(upload: UploadName, { sha256 }: ObjectName): Promise<void> {
    await bucket.remove(bytesKey(upload))
    await bucket.remove(keptKey(upload, sha256))
  }

  async function write(name: ObjectName, source: ObjectSource, only: S3Condition): Promise<void> {
    const key = objectKey(name)
    if (source.kind === 'content') {
      await bucket.put(key, await source.read(), { only })
      known.set(key, key)
      return
    }
    // First the note, then the check of the record; discarding marks the record before it reads the notes. So one of the two sees the other.
    await bucket.put(keptKey(source.upload, name.sha256), new Uint8Array())
    if (!(await registry.exists(source.upload))) throw new PortalError('server.unavailable')
    await bucket.put(key, new Uint8Array(), { metadata: { [POINTS_TO]: source.upload.uploadId }, only })
    known.set(key, bytesKey(source.upload))
  }

  return {
    /** Makes the object unless it exists; one whose bytes are lost or have another size is replaced. */
    async keep(name: ObjectName, size: number, source: ObjectSource): Promise<void> {
      for (let left = TRIES; ; left -= 1) {
        const found = await bucket.head(objectKey(name))
        if (found && (await isSound(name, found, size))) return
        // The upload itself was discarded meanwhile.
        if (found && source.kind === 'upload' && found.metadata[POINTS_TO] === source.upload.uploadId) {
          throw new PortalError('server.unavailable')
        }
        try {
          return await write(name, source, found ? { etag: found.etag } : { absent: true })
        } catch (error) {
          const changed = isRefusal(error, 'PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey')
          if (!changed || left === 1) throw error
        }
      }
    },

    /** Throws 'files.not_found'. */
    async open(name: ObjectName, range?: S3Range): Promise<Readable> {
      const key = objectKey(name)
      const before = known.get(key)
      const stream = before && (await readObject(bucket, before, range))
      if (stream) return stream
      known.delete(key)
      const bytes = await locate(name)
      const found = bytes && (await readObject(bucket, bytes, range))
      if (!found) throw new PortalError('files.not_found')
      return found
    },

    async remove(name: ObjectName): Promise<void> {
      const key = objectKey(name)
      known.delete(key)
      const found = await bucket.head(key)
      const uploadId = found?.metadata[POINTS_TO]
      if (uploadId === undefined) return bucket.remove(key)
      const upload = { unitId: name.unitId, uploadId }
      // The pointer goes last, so that the object stays listed if the process ends before. An upload with a record still needs its bytes.
      const needed = await registry.exists(upload)
      if (!needed) await removeBytes(upload, name)
      await bucket.remove(key)
      // Discarding the upload marks its record before it looks for the pointer. So one of the two sees the other.
      if (needed && !(await registry.exists(upload))) await removeBytes(upload, name)
    },

    /** Whether the object points to the bytes of this upload. */
    async pointsTo(name: ObjectName, uploadId: string): Promise<boolean> {
      return (await bucket.head(objectKey(name)))?.metadata[POINTS_TO] === uploadId
    },
  }
}

function keyOfBytes(name: ObjectName, { metadata }: S3Head): string {
  const uploadId = metadata[POINTS_TO]
  return uploadId === undefined ? objectKey(name) : bytesKey({ unitId: name.unitId, uploadId })
}

/** Parts that are joined from chunks in memory at once. */
const AT_ONCE = 3
/** Another process may do the same at the same time and replace a part that was just listed. */
const COMPLETION_TRIES = 5

/**
 * Completes an upload: sends the parts whose chunks were sent singly, then has the storage join all parts, which copies nothing. Idempotent.
 * Throws 'storage.chunks_missing'.
 */
export async function completeUpload(bucket: S3Bucket, upload: S3Upload): Promise<void> {
  if (upload.trusted !== undefined) return
  const { multipart } = upload
  if (!multipart) {
    await bucket.put(bytesKey(upload), new Uint8Array())
    upload.trusted = 0
    return
  }
  for (let left = COMPLETION_TRIES; upload.trusted === undefined; left -= 1) {
    try {
      const etags = ownEtags(upload) ?? (await collectParts(bucket, upload, multipart))
      await bucket.completeMultipart(multipart, etags)
      upload.trusted = countTrustedBytes(upload, etags)
    } catch (error) {
      if (isRefusal(error, 'NoSuchUpload')) await acceptComplete(bucket, upload)
      else if (left === 1 || !isRefusal(error, 'InvalidPart', 'InvalidPartOrder')) throw error
      // Another process sent a part again.
      else upload.partEtags.clear()
    }
  }
}

/** All ETags, if this process sent every part. */
function ownEtags({ parts, partEtags }: S3Upload): string[] | undefined {
  const etags = parts.flatMap(({ number }) => partEtags.get(number) ?? [])
  return etags.length === parts.length ? etags : undefined
}

/** How many first bytes of the complete object are parts from this process. */
function countTrustedBytes({ parts, partEtags, size }: S3Upload, etags: readonly string[]): number {
  const other = parts.find(({ number }) => partEtags.get(number) !== etags[number - 1])
  return other?.offset ?? size
}

/** The multipart upload is gone: it was completed, by another process or by a request whose answer was lost; or it was aborted. */
async function acceptComplete(bucket: S3Bucket, upload: S3Upload): Promise<void> {
  const found = await bucket.head(bytesKey(upload))
  if (found?.size !== upload.size) throw new PortalError('storage.chunks_missing')
  upload.trusted = 0
}

/** The ETags of all parts, including those joined from single chunks. */
async function collectParts(bucket: S3Bucket, upload: S3Upload, multipart: S3Multipart): Promise<string[]> {
  const there = await bucket.listParts(multipart)
  const isThere = ({ number, size }: Part) => there.get(number)?.size === size
  const alone = upload.parts.every(isThere) ? [] : await listChunks(bucket, upload)
  const limit = pLimit(AT_ONCE)
  return Promise.all(
    upload.parts.map(async (part) => {
      const known = there.get(part.number)
      if (known && isThere(part)) return known.etag
      return limit(() => sendPartOf(bucket, upload, multipart, part, alone))
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
    here &&= upload.chunkEtags.get(chunk.offset) === found.etag
    position += found.bytes.copy(bytes, position - part.offset, position - chunk.offset)
  }
  if (position < end) throw new PortalError('storage.chunks_missing')
  const etag = await bucket.putPart(multipart, part.number, bytes)
  if (here) upload.partEtags.set(part.number, etag)
  return etag
}

/** How often in a row a broken connection is opened again without receiving a byte. */
const RESUMPTIONS = 3
/** In memory for a slow reader. */
const READ_AHEAD = 256 * 1024

/**
 * Opens an object, or a part of it, for reading; undefined when it does not exist. The reader sets the pace; a broken connection is opened again
 * where it broke, because storage does not wait through the pauses of a long download. The request ends when the stream is closed.
 */
export async function readObject(bucket: S3Bucket, key: string, range?: S3Range): Promise<Readable | undefined> {
  const first = await bucket.open(key, range && { range })
  if (!first) return undefined
  const start = range?.start ?? 0
  const end = start + first.size

  async function* pieces(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let at = start
    let failures = 0
    let body = first?.body
    for (;;) {
      try {
        body ??= (await bucket.open(key, { range: { start: at, end: end - 1 }, etag: first?.etag ?? '' }))?.body
        if (!body) throw new Error('the object changed while it was read')
        const reading = body
        signal.addEventListener('abort', () => reading.destroy(), { once: true })
        for await (const piece of reading as AsyncIterable<Uint8Array>) {
          at += piece.length
          failures = 0
          yield piece
        }
        if (at === end) return
        throw new Error('the object storage sent less than it said')
      } catch (error) {
        failures += 1
        if (signal.aborted || failures > RESUMPTIONS) throw toS3Failure(error)
        body = undefined
      }
    }
  }

  const through = new PassThrough({ highWaterMark: READ_AHEAD })
  const gone = new AbortController()
  through.once('close', () => gone.abort())
  // The stream itself reports a failure.
  return pipeline(pieces(gone.signal), through, () => undefined)
}
