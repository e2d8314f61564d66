import { CHUNK_SIZE } from '../../contract/limits.ts'
import type { ByteSource } from './byte-store.ts'

/** 32 MB at most, for any number of uploads; unused buffers take no memory. */
export const CHUNK_BUFFERS = 16
const PAGE = 64 * 1024

/** A page-aligned buffer for one chunk that threads read without a copy. */
export type ChunkBuffer = Uint8Array<SharedArrayBuffer>

let free: ChunkBuffer[] | undefined

/** Takes a buffer for a whole chunk, to be released after use; undefined when all are in use or the chunk is larger than CHUNK_SIZE. */
export function takeChunkBuffer(size: number): ChunkBuffer | undefined {
  if (size > CHUNK_SIZE) return undefined
  free ??= allocateBuffers()
  return free.pop()
}

export function releaseChunkBuffer(buffer: ChunkBuffer): void {
  free?.push(buffer)
}

/** WebAssembly's memory begins at a page, as direct writes need; Node's buffers may not. */
function allocateBuffers(): ChunkBuffer[] {
  const pages = (CHUNK_BUFFERS * CHUNK_SIZE) / PAGE
  const { buffer: memory } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  if (!(memory instanceof SharedArrayBuffer)) return []
  return Array.from({ length: CHUNK_BUFFERS }, (_, at) => new Uint8Array(memory, at * CHUNK_SIZE, CHUNK_SIZE))
}

/** Copies a source into a buffer and returns how many bytes came; those beyond `limit` are counted and dropped. */
export async function fillBuffer(buffer: ChunkBuffer, limit: number, source: ByteSource): Promise<number> {
  let received = 0
  await source((piece) => {
    const space = Math.max(0, limit - received)
    buffer.set(piece.length > space ? piece.subarray(0, space) : piece, Math.min(received, limit))
    received += piece.length
    return undefined
  })
  return received
}
