import { CHUNK_SIZE } from '../../../contract/limits.ts'
import type { ByteSpan } from './s3-keys.ts'

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
