import type { Readable } from 'node:stream'
import type { KeyedMutex } from './keyed-mutex.ts'

/** An upload that is still arriving: a place of `size` bytes that its chunks fill in any order. */
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

/** What identifies bytes: both as lower-case hexadecimal digits. */
export interface Digest {
  readonly md5: string
  readonly sha256: string
}

/** What a sender says of a chunk: its own MD5, and that of the file up to its end, which spares a pass over chunks that come in order. */
export interface RangeClaim {
  readonly md5?: string | undefined
  readonly prefixMd5?: string | undefined
}

/** Where a chunk lies in its upload. */
export interface ChunkRange {
  readonly offset: number
  readonly size: number
  /** What the sender says of the bytes; asked only after the source has ended, because the fields may follow them. */
  readonly claim: () => RangeClaim
}

/**
 * Bytes as they arrive: gives piece after piece to `take`, waits whenever that returns a promise, and resolves after the last one. Rejects when
 * the sender goes away or `take` fails. A function instead of a stream to read, because reading costs a promise and often a copy per piece.
 */
export type ByteSource = (take: (piece: Uint8Array) => Promise<void> | undefined) => Promise<void>

/** Something that upkeep found on the store, with the moment at which it last changed, in milliseconds. */
export type Stored<Name> = Name & { readonly changedAt: number }

/** What the handlers of files need; one for each server process. */
export interface StorageDeps {
  readonly bytes: ByteStore
  /** Serialises work on one upload within this process. */
  readonly mutex: KeyedMutex
}

/**
 * Where the bytes of files are. What a method reports as done survives a crash of the process and of the machine; a file in one piece does once
 * it is kept. Every method may throw PortalError 'storage.disk_full'. The callers know the database; the store knows only names and bytes.
 *
 * There are two: `local-byte-store.ts` in a folder of one process, and `s3-byte-store.ts` in a bucket that many processes share.
 * `open-byte-store.ts` chooses by the settings, and nobody else knows which it is. `byte-store-suite.ts` tests what both have to do.
 */
export interface ByteStore {
  /** True when the place of an upload exists. */
  hasUpload(ref: UploadRef): Promise<boolean>
  /** Makes the place of an upload; harmless when it is there. Throws 'storage.disk_full' when so many bytes do not fit. */
  prepareUpload(ref: UploadRef): Promise<void>
  /**
   * Writes one chunk and checks it; throws 'storage.chunk_size' when the source is shorter or longer and 'storage.chunk_mismatch' when it
   * does not match its MD5. The caller makes sure that nobody writes the same chunk meanwhile, nor a chunk that was acknowledged.
   */
  writeChunk(ref: UploadRef, chunk: ChunkRange, source: ByteSource): Promise<void>
  /** Writes an upload that consists of one source of unknown length and returns its size. Only the process that did so can go on with it. */
  writeWhole(ref: Omit<UploadRef, 'size'>, source: ByteSource): Promise<number>
  /** The first bytes of an upload, at most `length`. */
  readHead(ref: UploadRef, length: number): Promise<Buffer>
  /** Digests a complete upload. Cheap when its chunks were written by this process: most of the work was done as they arrived. */
  digestUpload(ref: UploadRef): Promise<Digest>
  /** Makes the object from a complete upload, unless the unit has it already. The upload's place stays until it is discarded. */
  keepObject(ref: UploadRef, sha256: string): Promise<void>
  /** Makes an object of bytes that are in memory, unless the unit has it already. */
  keepBytes(name: ObjectName, bytes: Uint8Array): Promise<void>
  discardUpload(ref: Omit<UploadRef, 'size'>): Promise<void>
  /** Opens an object for reading from `start` to `end`, both included. Throws 'files.not_found' when the bytes are not there. */
  openObject(name: ObjectName, range?: { readonly start: number; readonly end: number }): Promise<Readable>
  removeObject(name: ObjectName): Promise<void>
  /** Every upload that has a place, for upkeep. */
  listUploads(): AsyncIterable<Stored<Omit<UploadRef, 'size'>>>
  /** Every object, for upkeep. */
  listObjects(): AsyncIterable<Stored<ObjectName>>
  close(): Promise<void>
}

const SAFE_NAME = /^[\da-f][\da-f-]*$/

/** True for a name that the store itself gives: what else lies beside its own (`lost+found`, `.DS_Store`) is left alone. */
export function isStoreName(name: string): boolean {
  return SAFE_NAME.test(name)
}

/** Names come from the database and the hash; one that could lead out of its place is a defect, stopped here before it reaches the store. */
export function checkedStoreName(name: string): string {
  if (!isStoreName(name)) throw new TypeError(`"${name}" is not a name of the store`)
  return name
}
