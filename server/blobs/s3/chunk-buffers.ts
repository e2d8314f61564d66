import { CHUNK_SIZE } from '../../../contract/limits.ts'

/** 32 MB at most, for any number of uploads. */
export const CHUNK_BUFFERS = 16

/** A buffer for one chunk that the hash thread reads without a copy. */
export type ChunkBuffer = Uint8Array<SharedArrayBuffer>

const free: ChunkBuffer[] = []
let made = 0

/** Takes a buffer for a whole chunk, to be released after use; undefined when all are in use or the chunk is larger than CHUNK_SIZE. */
export function takeChunkBuffer(size: number): ChunkBuffer | undefined {
  if (size > CHUNK_SIZE) return undefined
  const unused = free.pop()
  if (unused || made === CHUNK_BUFFERS) return unused
  made += 1
  return new Uint8Array(new SharedArrayBuffer(CHUNK_SIZE))
}

export function releaseChunkBuffer(buffer: ChunkBuffer): void {
  free.push(buffer)
}
