import type { Readable } from 'node:stream'
import type { KeyedMutex } from './keyed-mutex.ts'

/** An upload in progress: `size` bytes that its chunks fill in any order. */
export interface UploadRef {
  readonly unitId: string
  readonly uploadId: string
  readonly size: number
}

/** Finished bytes, named by their own SHA-256 and kept once per unit. */
export interface ObjectName {
  readonly unitId: string
  readonly sha256: string
}

/** Lower-case hexadecimal digits. */
export interface Digest {
  readonly md5: string
  readonly sha256: string
}

export interface ChunkRange {
  readonly offset: number
  readonly size: number
  /** The sender's MD5. Read only after the source has ended: in a multipart body the fields may follow the bytes. */
  readonly md5: () => string | undefined
}

/**
 * Gives arriving bytes piece by piece to `take`, waits when that returns a promise, and resolves after the last piece. Rejects when the sender
 * disconnects or `take` fails. Not a stream, because reading one costs a promise and often a copy per piece.
 */
export type ByteSource = (take: (piece: Uint8Array) => Promise<void> | undefined) => Promise<void>

/** Gives the first `limit` bytes of a source to `keep`, each piece with its offset; returns how many bytes came. Those beyond the limit are dropped. */
export async function receive(
  source: ByteSource,
  limit: number,
  keep: (piece: Uint8Array, offset: number) => Promise<void> | undefined,
): Promise<number> {
  let received = 0
  await source((piece) => {
    const offset = received
    received += piece.length
    const kept = piece.subarray(0, Math.max(0, limit - offset))
    return kept.length > 0 ? keep(kept, offset) : undefined
  })
  return received
}

/** A listed upload or object with the time of its last change, in milliseconds since 1970. */
export type Stored<Name> = Name & { readonly changedAt: number }

/** One for each server process. */
export interface StorageDeps {
  readonly bytes: ByteStore
  /** Serialises work on one upload within this process. */
  readonly mutex: KeyedMutex
}

/**
 * Stores the bytes of files. The effect of a resolved method survives a crash of the process and of the machine; for a file in one piece only that
 * of `keepObject` does. Every method may throw PortalError 'storage.disk_full'. The store does not use the database.
 *
 * Two implementations: `local-byte-store.ts` in a folder of one process, and `s3-byte-store.ts` in a bucket that many processes share.
 */
export interface ByteStore {
  /** Whether the upload was prepared with this size. */
  hasUpload(ref: UploadRef): Promise<boolean>
  /** Reserves space for an upload; idempotent. Throws 'storage.disk_full' when it does not fit. */
  prepareUpload(ref: UploadRef): Promise<void>
  /**
   * Writes one chunk and checks it; throws 'storage.chunk_size' when the source is shorter or longer and 'storage.chunk_mismatch' when it
   * does not match its MD5. The caller prevents concurrent writes of the same chunk, and writes of acknowledged chunks.
   */
  writeChunk(ref: UploadRef, chunk: ChunkRange, source: ByteSource): Promise<void>
  /** Writes an upload in one piece of unknown length and returns its size. Only the same process can continue it. */
  writeWhole(ref: Omit<UploadRef, 'size'>, source: ByteSource): Promise<number>
  readHead(ref: UploadRef, length: number): Promise<Buffer>
  /** Digests a complete upload. Cheap when this process wrote its chunks: most of the work was done as they arrived. */
  digestUpload(ref: UploadRef): Promise<Digest>
  /** Makes the object from a complete upload, unless the unit has it. The upload stays until it is discarded. */
  keepObject(ref: UploadRef, sha256: string): Promise<void>
  /** Makes an object from memory, unless the unit has it. */
  keepBytes(name: ObjectName, bytes: Uint8Array): Promise<void>
  discardUpload(ref: Omit<UploadRef, 'size'>): Promise<void>
  /** `start` and `end` are included. Throws 'files.not_found' when the bytes do not exist. */
  openObject(name: ObjectName, range?: { readonly start: number; readonly end: number }): Promise<Readable>
  removeObject(name: ObjectName): Promise<void>
  listUploads(): AsyncIterable<Stored<Omit<UploadRef, 'size'>>>
  listObjects(): AsyncIterable<Stored<ObjectName>>
  close(): Promise<void>
}

const SAFE_NAME = /^[\da-f][\da-f-]*$/

/** Whether the store could have given this name; foreign files (`lost+found`, `.DS_Store`) are ignored. */
export function isStoreName(name: string): boolean {
  return SAFE_NAME.test(name)
}

/** Throws TypeError for a name that could be a path: names come from the database and from hashes, so this is a defect. */
export function checkedStoreName(name: string): string {
  if (!isStoreName(name)) throw new TypeError(`"${name}" is not a name of the store`)
  return name
}
