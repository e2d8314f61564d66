import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Digest, type UploadRef, type ObjectName, checkedStoreName, isStoreName } from '../byte-store.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { type S3Bucket, type S3Multipart, isRefusal } from './s3-client.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'

/** Milliseconds for which a record is believed: another process may discard the upload. */
const CACHE_TIME = 10_000
const UPLOADS_MAX = 1000

/** An upload with its state in this process. */
export interface S3Upload extends UploadRef {
  /** Where its parts go; undefined for an upload without bytes, which has none. */
  readonly multipart: S3Multipart | undefined
  readonly parts: readonly Part[]
  /** Its name in the hash thread. */
  readonly hashName: string
  /** ETags by number of the parts whose bytes were checked and digested by this process. */
  readonly partEtags: Map<number, string>
  /** The same of single chunks, by offset. */
  readonly chunkEtags: Map<number, string>
  /** How often each chunk began to arrive here, by offset. */
  readonly attempts: Map<number, number>
  /** How many first bytes of the complete upload are known to be those that were digested here; undefined until it is complete. */
  trusted: number | undefined
  digest: Digest | undefined
}

/** Empty once the upload is abandoned. */
const record = z.object({ size: z.optional(z.number()), multipart: z.optional(z.string()) })

export type S3UploadRegistry = ReturnType<typeof createS3UploadRegistry>

/** The records of uploads: small objects that all processes share. */
export function createS3UploadRegistry(bucket: S3Bucket) {
  // The state outlives the time: what was digested here still holds when the record is read again and is the same.
  const known = new LRUCache<string, S3Upload>({
    max: UPLOADS_MAX,
    ttl: CACHE_TIME,
    allowStale: true,
    noDeleteOnStaleGet: true,
  })
  const mutex = createKeyedMutex()

  /** The upload, if its record exists and has the same size. */
  async function find(ref: UploadRef): Promise<S3Upload | undefined> {
    const id = uploadPrefix(ref)
    const before = known.get(id)
    if (before?.size === ref.size && known.getRemainingTTL(id) > 0) return before
    const stored = await read(ref)
    if (stored?.size !== ref.size) {
      known.delete(id)
      return undefined
    }
    return remember(ref, stored.multipart)
  }

  async function read(name: UploadName): Promise<z.infer<typeof record> | undefined> {
    const found = await bucket.read(recordKey(name))
    return found && record.parse(JSON.parse(found.bytes.toString()))
  }

  /** All calls of this process share one state for each upload. */
  function remember(ref: UploadRef, multipartId: string | undefined): S3Upload {
    const id = uploadPrefix(ref)
    const before = known.get(id)
    const upload = before?.multipart?.id === multipartId && before ? before : createEntry(ref, multipartId)
    known.set(id, upload)
    return upload
  }

  /** As `find`; throws 'server.unavailable' when there is none, since its sender has to begin again. */
  async function requireUpload(ref: UploadRef): Promise<S3Upload> {
    const upload = await find(ref)
    if (!upload) throw new PortalError('server.unavailable')
    return upload
  }

  return {
    find,
    require: requireUpload,

    // Several first chunks arrive at once: one writes the record, the others find it.
    prepare: async (ref: UploadRef): Promise<void> =>
      mutex.run(uploadPrefix(ref), async () => {
        if (await find(ref)) return
        const multipart = ref.size === 0 ? undefined : await bucket.beginMultipart(bytesKey(ref))
        const stored: z.infer<typeof record> = { size: ref.size, ...(multipart && { multipart: multipart.id }) }
        try {
          await bucket.put(recordKey(ref), Buffer.from(JSON.stringify(stored)), { only: { absent: true } })
          remember(ref, multipart?.id)
        } catch (error) {
          // Whether the record was written is unknown then. The cleanup job finds what has no record.
          if (!isRefusal(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw error
          // Another process was faster; or this one, whose first answer was lost.
          const { multipart: used } = await requireUpload(ref)
          if (multipart && used?.id !== multipart.id) await bucket.abortMultipart(multipart)
        }
      }),

    /** Whether the record exists now, without the cache. */
    exists: async (name: UploadName): Promise<boolean> => (await read(name))?.size !== undefined,

    /** Marks the upload as discarded for all processes. The record stays listed, to be removed last. */
    async markAbandoned(name: UploadName): Promise<void> {
      await bucket.put(recordKey(name), Buffer.from('{}'))
    },

    /** Drops the local state and returns it. */
    forget(name: UploadName): S3Upload | undefined {
      const id = uploadPrefix(name)
      const upload = known.get(id)
      known.delete(id)
      return upload
    },
  }
}

function createEntry({ unitId, uploadId, size }: UploadRef, multipartId: string | undefined): S3Upload {
  const name = { unitId, uploadId }
  return {
    ...name,
    size,
    multipart: multipartId === undefined ? undefined : { key: bytesKey(name), id: multipartId },
    parts: partsOf(size),
    hashName: uploadPrefix(name),
    partEtags: new Map(),
    chunkEtags: new Map(),
    attempts: new Map(),
    trusted: undefined,
    digest: undefined,
  }
}

export type UploadName = Omit<UploadRef, 'size'>

/** `s3-byte-store.ts` explains these prefixes. */
export const UPLOADS = 'uploads/'
export const OBJECTS = 'objects/'
export const BYTES = 'bytes/'
const KEPT = 'kept/'

/** For what exists only as long as the upload, except its bytes. */
export function uploadPrefix({ unitId, uploadId }: UploadName): string {
  return `${UPLOADS}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}/`
}

export function recordKey(name: UploadName): string {
  return `${uploadPrefix(name)}place`
}

/** The first bytes of an upload: parts cannot be read before the whole is complete. */
export function headKey(name: UploadName): string {
  return `${uploadPrefix(name)}head`
}

/** For a chunk that was sent singly. */
export function chunkKey(name: UploadName, { offset, size }: ByteSpan): string {
  return `${chunksPrefix(name)}${offset}-${size}`
}

export function chunksPrefix(name: UploadName): string {
  return `${uploadPrefix(name)}chunks/`
}

export interface ByteSpan {
  readonly offset: number
  readonly size: number
}

/** Undefined for a key of another kind. */
export function readChunkKey(key: string): ByteSpan | undefined {
  const [, offset, size] = /\/chunks\/(\d+)-(\d+)$/.exec(key) ?? []
  return offset === undefined ? undefined : { offset: Number(offset), size: Number(size) }
}

/** For the note that the object of this SHA-256 may point to the bytes of an upload: `keptPrefix` and the SHA-256. */
export function keptKey(name: UploadName, sha256: string): string {
  return `${keptPrefix(name)}${checkedStoreName(sha256)}`
}

export function keptPrefix({ unitId, uploadId }: UploadName): string {
  return `${KEPT}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}/`
}

/** For the bytes of an upload that came in chunks, during and after it. */
export function bytesKey({ unitId, uploadId }: UploadName): string {
  return `${BYTES}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}`
}

export function objectKey({ unitId, sha256 }: ObjectName): string {
  return `${OBJECTS}${checkedStoreName(unitId)}/${checkedStoreName(sha256)}`
}

/** The two names after the prefix of a key; undefined for a foreign object. */
export function readNames(key: string): readonly [string, string] | undefined {
  const [, first = '', second = ''] = key.split('/')
  return isStoreName(first) && isStoreName(second) ? [first, second] : undefined
}

/** S3 accepts only parts of at least 5 MiB, except the last one. */
const CHUNKS_LEAST = 3
const PARTS_MOST = 10_000

export interface Part extends ByteSpan {
  /** 1-based. */
  readonly number: number
}

/** The parts of a file, in order: three usual chunks each, or more where that would be too many parts. */
export function partsOf(fileSize: number): Part[] {
  const size = partSizeOf(fileSize)
  return Array.from({ length: Math.ceil(fileSize / size) }, (_, at) => partAt(fileSize, at * size))
}

/** The part that contains a chunk; undefined for a chunk of unusual size that lies in two parts. */
export function partAround(fileSize: number, { offset, size }: ByteSpan): Part | undefined {
  if (size === 0) return undefined
  const part = partAt(fileSize, offset)
  return offset + size <= part.offset + part.size ? part : undefined
}

/** The numbers of the parts that a chunk touches. */
export function partNumbersOf(fileSize: number, { offset, size }: ByteSpan): number[] {
  const first = partAt(fileSize, offset).number
  const last = partAt(fileSize, offset + Math.max(0, size - 1)).number
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function partAt(fileSize: number, byte: number): Part {
  const size = partSizeOf(fileSize)
  const offset = byte - (byte % size)
  return { number: offset / size + 1, offset, size: Math.min(size, fileSize - offset) }
}

function partSizeOf(fileSize: number): number {
  return CHUNK_SIZE * Math.max(CHUNKS_LEAST, Math.ceil(fileSize / CHUNK_SIZE / PARTS_MOST))
}
