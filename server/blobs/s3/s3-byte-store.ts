import type { FileHandle } from 'node:fs/promises'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ObjectStorageConfig } from '../../runtime/object-storage-config.ts'
import type { ByteStore, Digest } from '../byte-store.ts'
import { withDiskFailures } from '../local/disk-failure.ts'
import { digestStream } from '../hashing/digest-stream.ts'
import { createHashThread } from '../hashing/hash-thread.ts'
import { createKeyedTurns } from '../keyed-turns.ts'
import { writeAt } from '../local/positioned-writer.ts'
import { createS3Bucket, type S3Bucket } from './s3-bucket.ts'
import { createS3Chunks } from './s3-chunks.ts'
import { completeUpload } from './s3-completion.ts'
import { isRefusal } from './s3-failure.ts'
import type { Patience } from './s3-gathering.ts'
import { bytesKey, headKey, uploadPrefix, type UploadName } from './s3-keys.ts'
import { listS3Objects, listS3Uploads } from './s3-listing.ts'
import { createS3Objects } from './s3-objects.ts'
import { createS3Places, type S3Upload } from './s3-places.ts'
import { readObject } from './s3-reading.ts'
import { removeUpload } from './s3-removal.ts'
import { refuseUnusable } from './s3-start.ts'
import { openSpool, readSpool } from '../spool.ts'

/** A sender with one chunk at a time waits so long for nothing; one with four has the others of a part on the way. */
const PATIENCE: Patience = { alone: 100, together: 2000 }

/** The store in a bucket. Throws StartError with a sentence when the bucket cannot be used. */
export async function openS3ByteStore(config: ObjectStorageConfig): Promise<ByteStore> {
  const bucket = createS3Bucket(config)
  try {
    await refuseUnusable(bucket, config)
  } catch (error) {
    bucket.close()
    throw error
  }
  return createS3ByteStore(bucket)
}

/** A file in one piece: short, and here until it is an object or thrown away. */
interface Whole {
  readonly file: FileHandle
  readonly size: number
}

/**
 * A store in a bucket that speaks S3, for as many processes as like. What lies in the bucket:
 *
 * - `objects/{unit}/{sha256}`: an object. It holds the bytes of a file that came in one piece, or has nothing but the name of an upload in its
 *   metadata, whose bytes it points to: S3 wants to know the key of a file before its SHA-256 is known.
 * - `bytes/{unit}/{upload}`: the bytes of an upload in chunks, a multipart upload until they are complete.
 * - `kept/{unit}/{upload}/{sha256}`: the way back, a note that this object may point to those bytes. It is written before the pointer.
 * - `uploads/{unit}/{upload}/…`: what belongs to an upload only as long as it lasts: its `place`, its `head`, and `chunks/` that went alone.
 * - `portal`: a mark from the first start.
 *
 * Where two processes may meet, each first writes what the other looks for, then looks for what the other writes: bytes are removed only by
 * whoever has made sure that no object points to them and none will.
 */
export function createS3ByteStore(bucket: S3Bucket, patience: Patience = PATIENCE): ByteStore {
  const hashes = createHashThread()
  const places = createS3Places(bucket)
  const objects = createS3Objects(bucket, places)
  const chunks = createS3Chunks(bucket, hashes, patience)
  const turns = createKeyedTurns()
  const wholes = new Map<string, Whole>()

  /** Everything that is known here of an upload that is not there any more. */
  function forget(name: UploadName): void {
    const upload = places.forget(name)
    if (upload) chunks.forget(upload)
    hashes.forget(uploadPrefix(name))
  }

  async function discard(name: UploadName): Promise<void> {
    forget(name)
    await removeUpload(bucket, places, objects, name)
  }

  async function digestWhole(name: string, { file, size }: Whole): Promise<Digest> {
    await digestStream(hashes, name, 0, file.createReadStream({ start: 0, autoClose: false }))
    return hashes.digestFile(name, size)
  }

  /** The digest of what the bucket holds: the running one as far as that is certainly the same, and the rest read back. */
  async function digestComplete(upload: S3Upload): Promise<Digest> {
    const { hashName, size, trusted = 0 } = upload
    let position = await hashes.position(hashName)
    if (position > trusted) {
      hashes.forget(hashName)
      position = 0
    }
    if (position < size) {
      const rest = await readObject(bucket, bytesKey(upload), { start: position })
      if (!rest) throw new PortalError('storage.chunks_missing')
      await digestStream(hashes, hashName, position, rest)
    }
    return hashes.digestFile(hashName, size)
  }

  return {
    hasUpload: async (place) => (await places.find(place)) !== undefined,
    prepareUpload: (place) => places.prepare(place),

    writeChunk: (place, chunk, source) =>
      withDiskFailures(async () => {
        try {
          await chunks.write(await places.require(place), chunk, source)
        } catch (error) {
          if (!isRefusal(error, 'NoSuchUpload')) throw error
          // Complete, and this was sent twice; or somebody gave the parts up, and the sender has to begin again.
          if (!(await bucket.head(bytesKey(place)))) await discard(place)
          throw new PortalError('server.unavailable', { cause: error })
        }
      }),

    writeWhole: (place, source) =>
      withDiskFailures(async () => {
        const file = await openSpool()
        try {
          const size = await writeAt(file, 0, Number.MAX_SAFE_INTEGER, source)
          wholes.set(place.uploadId, { file, size })
          return size
        } catch (error) {
          await file.close()
          throw error
        }
      }),

    async readHead(place, length) {
      const whole = wholes.get(place.uploadId)
      if (whole) return readSpool(whole.file, Buffer.alloc(Math.min(length, whole.size)))
      if (place.size === 0) return Buffer.alloc(0)
      const found = await bucket.read(bytesKey(place), { start: 0, end: length - 1 })
      const { bytes } = found ?? (await bucket.read(headKey(place))) ?? { bytes: Buffer.alloc(0) }
      return bytes.subarray(0, length)
    },

    // The same upload twice at once would be read back twice.
    digestUpload: async (place) =>
      turns.wait(uploadPrefix(place), async () => {
        const whole = wholes.get(place.uploadId)
        if (whole) return digestWhole(uploadPrefix(place), whole)
        const upload = await places.require(place)
        try {
          await completeUpload(bucket, upload)
          upload.digest ??= await digestComplete(upload)
          return upload.digest
        } catch (error) {
          if (error instanceof PortalError && error.code === 'storage.chunks_missing') await discard(place)
          throw error
        }
      }),

    async keepObject({ unitId, uploadId, size }, sha256) {
      const whole = wholes.get(uploadId)
      await objects.keep(
        { unitId, sha256 },
        size,
        whole
          ? { kind: 'content', read: () => readSpool(whole.file, Buffer.alloc(whole.size)) }
          : { kind: 'upload', upload: { unitId, uploadId } },
      )
    },

    keepBytes: (name, bytes) => objects.keep(name, bytes.length, { kind: 'content', read: async () => bytes }),

    async discardUpload(name) {
      const whole = wholes.get(name.uploadId)
      if (!whole) return discard(name)
      wholes.delete(name.uploadId)
      hashes.forget(uploadPrefix(name))
      await whole.file.close()
    },

    openObject: (name, range) => objects.open(name, range),
    removeObject: (name) => objects.remove(name),
    listUploads: () => listS3Uploads(bucket),
    listObjects: () => listS3Objects(bucket),

    async close() {
      for (const { file } of wholes.values()) await file.close()
      await hashes.close()
      bucket.close()
    },
  }
}
