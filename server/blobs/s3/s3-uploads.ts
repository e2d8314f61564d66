import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Digest, type UploadRef, type ObjectName, checkedStoreName, isStoreName } from '../byte-store.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { type S3Bucket, type S3Multipart, isRefusal } from './s3-client.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'

/** What is known of a place may be so old, in milliseconds, before the bucket is asked again: another process may have thrown it away. */
const CACHE_TIME = 10_000
const UPLOADS_MAX = 1000

/** An upload that this process has to do with, and what it knows of it. */
export interface S3Upload extends UploadRef {
  /** Where its parts go; undefined for an upload without bytes, which has none. */
  readonly multipart: S3Multipart | undefined
  readonly parts: readonly Part[]
  /** What the hash thread calls it. */
  readonly hashName: string
  /** The ETags of parts, by number, that were made here of bytes that were checked and digested here. */
  readonly partEtags: Map<number, string>
  /** The same of chunks on their own, by offset. */
  readonly chunkEtags: Map<number, string>
  /** How often each chunk began to arrive here, by offset. */
  readonly attempts: Map<number, number>
  /** How many first bytes of the complete upload are certainly those that were digested here; undefined until it is complete. */
  trusted: number | undefined
  digest: Digest | undefined
  /** When the bucket said last that the place is there. */
  checkedAt: number
}

/** The places of uploads: small objects that every process finds. */
export interface S3UploadRegistry {
  /** The upload, if its place is there and is that of as many bytes. */
  find(ref: UploadRef): Promise<S3Upload | undefined>
  /** The same for an upload that must be there; throws 'server.unavailable' when it is not, since its sender has to begin again. */
  require(ref: UploadRef): Promise<S3Upload>
  prepare(ref: UploadRef): Promise<void>
  /** Whether the place is there at this moment. */
  exists(name: UploadName): Promise<boolean>
  /** Gives the place up for every process. Something of it stays listed, to be removed last. */
  markAbandoned(name: UploadName): Promise<void>
  /** Forgets what is known here, and returns it. */
  forget(name: UploadName): S3Upload | undefined
}

/** What a place says: how many bytes come and where their parts go; or nothing any more, when it was given up. */
const record = z.object({ size: z.optional(z.number()), multipart: z.optional(z.string()) })

/** The places in a bucket; what they say is remembered for a moment. */
export function createS3UploadRegistry(bucket: S3Bucket): S3UploadRegistry {
  const known = new Map<string, S3Upload>()
  const mutex = createKeyedMutex()

  async function load(ref: UploadRef): Promise<S3Upload | undefined> {
    const id = uploadPrefix(ref)
    const before = known.get(id)
    if (before && before.size === ref.size && performance.now() - before.checkedAt < CACHE_TIME) return before
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

  /** All who have to do with an upload here share what is known of it. */
  function remember(ref: UploadRef, multipartId: string | undefined): S3Upload {
    const id = uploadPrefix(ref)
    const before = known.get(id)
    const upload = before?.multipart?.id === multipartId && before ? before : createEntry(ref, multipartId)
    upload.checkedAt = performance.now()
    known.delete(id)
    known.set(id, upload)
    const [oldest] = known.keys()
    if (known.size > UPLOADS_MAX && oldest !== undefined) known.delete(oldest)
    return upload
  }

  const self: S3UploadRegistry = {
    find: load,

    async require(ref) {
      const upload = await load(ref)
      if (!upload) throw new PortalError('server.unavailable')
      return upload
    },

    // Several first chunks arrive at once: one makes the place, the others find it.
    prepare: async (ref) =>
      mutex.run(uploadPrefix(ref), async () => {
        if (await load(ref)) return
        const multipart = ref.size === 0 ? undefined : await bucket.beginMultipart(bytesKey(ref))
        const stored: z.infer<typeof record> = { size: ref.size, ...(multipart && { multipart: multipart.id }) }
        try {
          await bucket.put(recordKey(ref), Buffer.from(JSON.stringify(stored)), { only: { absent: true } })
          remember(ref, multipart?.id)
        } catch (error) {
          // Whether anything was written is unknown then. What stays without a place is found by upkeep.
          if (!isRefusal(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw error
          // Another process was faster; or this one, whose first answer was lost.
          const { multipart: used } = await self.require(ref)
          if (multipart && used?.id !== multipart.id) await bucket.abortMultipart(multipart)
        }
      }),

    exists: async (name) => (await read(name))?.size !== undefined,

    async markAbandoned(name) {
      await bucket.put(recordKey(name), Buffer.from('{}'))
    },

    forget(name) {
      const id = uploadPrefix(name)
      const upload = known.get(id)
      known.delete(id)
      return upload
    },
  }
  return self
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
    checkedAt: 0,
  }
}

/** An upload by its name alone. */
export type UploadName = Omit<UploadRef, 'size'>

/** Below these, everything of the portal lies in its bucket; see `s3-byte-store.ts` for what is what. */
export const UPLOADS = 'uploads/'
export const OBJECTS = 'objects/'
export const BYTES = 'bytes/'
const KEPT = 'kept/'

/** Everything of an upload that is only there as long as it lasts, but its bytes. */
export function uploadPrefix({ unitId, uploadId }: UploadName): string {
  return `${UPLOADS}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}/`
}

/** The key that says that an upload has a place, and where its parts go. */
export function recordKey(name: UploadName): string {
  return `${uploadPrefix(name)}place`
}

/** The first bytes of an upload: nobody can read a part before the whole is complete. */
export function headKey(name: UploadName): string {
  return `${uploadPrefix(name)}head`
}

/** A chunk on its own. */
export function chunkKey(name: UploadName, { offset, size }: ByteSpan): string {
  return `${chunksPrefix(name)}${offset}-${size}`
}

export function chunksPrefix(name: UploadName): string {
  return `${uploadPrefix(name)}chunks/`
}

/** Some bytes of a file, by where they lie. */
export interface ByteSpan {
  readonly offset: number
  readonly size: number
}

/** Where a chunk on its own belongs; undefined for the key of something else. */
export function readChunkKey(key: string): ByteSpan | undefined {
  const [, offset, size] = /\/chunks\/(\d+)-(\d+)$/.exec(key) ?? []
  return offset === undefined ? undefined : { offset: Number(offset), size: Number(size) }
}

/** The note that the object of this SHA-256 may point to the bytes of an upload. It lies below `keptPrefix`, and that is its last name. */
export function keptKey(name: UploadName, sha256: string): string {
  return `${keptPrefix(name)}${checkedStoreName(sha256)}`
}

export function keptPrefix({ unitId, uploadId }: UploadName): string {
  return `${KEPT}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}/`
}

/** The bytes of an upload that came in chunks, during and after it. */
export function bytesKey({ unitId, uploadId }: UploadName): string {
  return `${BYTES}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}`
}

export function objectKey({ unitId, sha256 }: ObjectName): string {
  return `${OBJECTS}${checkedStoreName(unitId)}/${checkedStoreName(sha256)}`
}

/** The two names of the store that follow the first part of a key; undefined for what somebody else put there. */
export function readNames(key: string): readonly [string, string] | undefined {
  const [, first = '', second = ''] = key.split('/')
  return isStoreName(first) && isStoreName(second) ? [first, second] : undefined
}

/** S3 takes no part below 5 MiB but the last, and so many parts. */
const CHUNKS_LEAST = 3
const PARTS_MOST = 10_000

/** A part of a file as S3 takes it: bytes that consecutive chunks fill. */
export interface Part extends ByteSpan {
  /** 1-based. */
  readonly number: number
}

/** The parts of a file of so many bytes, in order. Three usual chunks make one; a file for which that were too many has larger parts. */
export function partsOf(fileSize: number): Part[] {
  const size = partSizeOf(fileSize)
  return Array.from({ length: Math.ceil(fileSize / size) }, (_, at) => partAt(fileSize, at * size))
}

/** The part that a chunk lies in; undefined for one that lies in two, because its sender cuts unusually. */
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
