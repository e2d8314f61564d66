import type { FileHandle } from 'node:fs/promises'
import pLimit from 'p-limit'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ObjectStorageConfig } from '../../runtime/config.ts'
import type { ByteStore, Digest, Stored, ObjectName } from '../byte-store.ts'
import { withDiskFailures, writeAt } from '../local/durable-files.ts'
import { digestStream, createHashThread } from '../hashing/hash-thread.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { createS3Bucket, type S3Bucket, isRefusal } from './s3-client.ts'
import { createS3Chunks, openSpool, readSpool } from './s3-chunks.ts'
import { completeUpload, createS3Objects, readObject, type S3Objects } from './s3-objects.ts'
import type { AssemblyTimeouts } from './s3-part-assembler.ts'
import {
  bytesKey,
  headKey,
  uploadPrefix,
  type UploadName,
  createS3UploadRegistry,
  type S3Upload,
  BYTES,
  OBJECTS,
  readNames,
  UPLOADS,
  keptPrefix,
  recordKey,
} from './s3-uploads.ts'
import { refuseUnusable } from './s3-start.ts'

/** A sender with one chunk at a time waits `alone` in vain; one with four has the other chunks of a part on the way. */
const TIMEOUTS: AssemblyTimeouts = { alone: 100, arriving: 2000 }

/** Throws StartError when the bucket cannot be used. */
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

/** A file in one piece: short, and on this machine until it is an object or discarded. */
interface Whole {
  readonly file: FileHandle
  readonly size: number
}

/**
 * A store in a bucket that speaks S3, for any number of processes. The keys in the bucket:
 *
 * - `objects/{unit}/{sha256}`: an object. It holds the bytes of a file that came in one piece, or only metadata that points to the bytes of an
 *   upload: S3 needs the key of a file before its SHA-256 is known.
 * - `bytes/{unit}/{upload}`: the bytes of an upload in chunks, a multipart upload until they are complete.
 * - `kept/{unit}/{upload}/{sha256}`: a note that this object may point to those bytes, written before the pointer.
 * - `uploads/{unit}/{upload}/…`: what exists only as long as the upload: its record `place`, its `head`, and `chunks/` that were sent singly.
 * - `portal`: a mark from the first start.
 *
 * Where two processes may race, each writes its own mark before it reads the other's: bytes are removed only after a check that no object points
 * to them or will.
 */
export function createS3ByteStore(bucket: S3Bucket, timeouts: AssemblyTimeouts = TIMEOUTS): ByteStore {
  const hashes = createHashThread()
  const registry = createS3UploadRegistry(bucket)
  const objects = createS3Objects(bucket, registry)
  const chunks = createS3Chunks(bucket, hashes, timeouts)
  const mutex = createKeyedMutex()
  const wholes = new Map<string, Whole>()

  function forget(name: UploadName): void {
    const upload = registry.forget(name)
    if (upload) chunks.forget(upload)
    hashes.tell('forget', uploadPrefix(name))
  }

  /**
   * Removes an upload, and its bytes unless an object points to them. Its record goes last, so that after a crash the upload is still listed for
   * the next cleanup.
   */
  async function discard(name: UploadName): Promise<void> {
    forget(name)
    const [keys, parts] = await Promise.all([keysBelow(bucket, uploadPrefix(name)), abortParts(bucket, name)])
    // The upload was removed before, and its bytes belong to an object.
    if (keys.length === 0 && !parts) return
    const record = recordKey(name)
    const others = keys.filter((key) => key !== record)
    await registry.markAbandoned(name)
    await Promise.all([removeBytes(bucket, objects, name), removeAll(bucket, others)])
    await bucket.remove(record)
  }

  async function digestWhole(name: string, { file, size }: Whole): Promise<Digest> {
    await digestStream(hashes, name, 0, file.createReadStream({ start: 0, autoClose: false }))
    return hashes.ask('digest', name, size)
  }

  /** Digests what the bucket holds: uses the running digest as far as the bytes are certainly the same, and reads the rest back. */
  async function digestComplete(upload: S3Upload): Promise<Digest> {
    const { hashName, size, trusted = 0 } = upload
    let position = await hashes.ask('position', hashName)
    if (position > trusted) {
      hashes.tell('forget', hashName)
      position = 0
    }
    if (position < size) {
      const rest = await readObject(bucket, bytesKey(upload), { start: position })
      if (!rest) throw new PortalError('storage.chunks_missing')
      await digestStream(hashes, hashName, position, rest)
    }
    return hashes.ask('digest', hashName, size)
  }

  return {
    hasUpload: async (ref) => (await registry.find(ref)) !== undefined,
    prepareUpload: (ref) => registry.prepare(ref),

    writeChunk: (ref, chunk, source) =>
      withDiskFailures(async () => {
        try {
          await chunks.write(await registry.require(ref), chunk, source)
        } catch (error) {
          if (!isRefusal(error, 'NoSuchUpload')) throw error
          // The upload is complete and this chunk a repetition; or its parts were aborted, and the sender has to begin again.
          if (!(await bucket.head(bytesKey(ref)))) await discard(ref)
          throw new PortalError('server.unavailable', { cause: error })
        }
      }),

    writeWhole: (ref, source) =>
      withDiskFailures(async () => {
        const file = await openSpool()
        try {
          const size = await writeAt(file, 0, Number.MAX_SAFE_INTEGER, source)
          wholes.set(ref.uploadId, { file, size })
          return size
        } catch (error) {
          await file.close()
          throw error
        }
      }),

    async readHead(ref, length) {
      const whole = wholes.get(ref.uploadId)
      if (whole) return readSpool(whole.file, Buffer.alloc(Math.min(length, whole.size)))
      if (ref.size === 0) return Buffer.alloc(0)
      const found = await bucket.read(bytesKey(ref), { start: 0, end: length - 1 })
      const { bytes } = found ?? (await bucket.read(headKey(ref))) ?? { bytes: Buffer.alloc(0) }
      return bytes.subarray(0, length)
    },

    // The same upload twice at once would be read back twice.
    digestUpload: async (ref) =>
      mutex.run(uploadPrefix(ref), async () => {
        const whole = wholes.get(ref.uploadId)
        if (whole) return digestWhole(uploadPrefix(ref), whole)
        const upload = await registry.require(ref)
        try {
          await completeUpload(bucket, upload)
          upload.digest ??= await digestComplete(upload)
          return upload.digest
        } catch (error) {
          if (error instanceof PortalError && error.code === 'storage.chunks_missing') await discard(ref)
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
      hashes.tell('forget', uploadPrefix(name))
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

/** Uploads with anything in the bucket but the bytes of an object, with their latest change. */
async function* listS3Uploads(bucket: S3Bucket): AsyncGenerator<Stored<UploadName>> {
  const seen = new Set<string>()
  let current: Stored<UploadName> | undefined
  // Keys are sorted, so those of one upload follow each other.
  for await (const { key, changedAt } of bucket.list(UPLOADS)) {
    const [unitId, uploadId] = readNames(key) ?? []
    if (unitId === undefined || uploadId === undefined) continue
    if (current?.uploadId === uploadId && current.unitId === unitId) {
      current = { ...current, changedAt: Math.max(current.changedAt, changedAt) }
      continue
    }
    if (current) yield current
    seen.add(uploadId)
    current = { unitId, uploadId, changedAt }
  }
  if (current) yield current
  // A crash may come between the start of a multipart upload and its record.
  for await (const { key, begunAt } of bucket.listMultiparts(BYTES)) {
    const [unitId, uploadId] = readNames(key) ?? []
    if (unitId === undefined || uploadId === undefined || seen.has(uploadId)) continue
    seen.add(uploadId)
    yield { unitId, uploadId, changedAt: begunAt }
  }
}

async function* listS3Objects(bucket: S3Bucket): AsyncGenerator<Stored<ObjectName>> {
  for await (const { key, changedAt } of bucket.list(OBJECTS)) {
    const [unitId, sha256] = readNames(key) ?? []
    if (unitId !== undefined && sha256 !== undefined) yield { unitId, sha256, changedAt }
  }
}

const AT_ONCE = 8

/** Whether there were parts that were never joined. */
async function abortParts(bucket: S3Bucket, name: UploadName): Promise<boolean> {
  const key = bytesKey(name)
  let found = false
  for await (const multipart of bucket.listMultiparts(key)) {
    if (multipart.key !== key) continue
    await bucket.abortMultipart(multipart)
    found = true
  }
  return found
}

async function removeBytes(bucket: S3Bucket, objects: S3Objects, name: UploadName): Promise<void> {
  const prefix = keptPrefix(name)
  const notes = await keysBelow(bucket, prefix)
  const pointers = notes.map((key) => ({ unitId: name.unitId, sha256: key.slice(prefix.length) }))
  const kept = await Promise.all(pointers.map((pointer) => objects.pointsTo(pointer, name.uploadId)))
  if (kept.includes(true)) return
  await bucket.remove(bytesKey(name))
  await removeAll(bucket, notes)
}

async function keysBelow(bucket: S3Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list(prefix)) keys.push(key)
  return keys
}

async function removeAll(bucket: S3Bucket, keys: readonly string[]): Promise<void> {
  await pLimit(AT_ONCE).map(keys, (key) => bucket.remove(key))
}
