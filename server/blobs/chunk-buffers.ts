import { CHUNK_SIZE } from '../../contract/limits.ts'
import type { ByteSource } from './byte-store.ts'

/** 32 MB when all are in use, which is why fifty uploads take hardly more than five; untouched ones take no memory. */
export const CHUNK_BUFFERS = 16
const PAGE = 64 * 1024

/** Room for one chunk that begins at a page of memory, and that threads can read without a copy. */
export type ChunkBuffer = Uint8Array<SharedArrayBuffer>

let free: ChunkBuffer[] | undefined

/**
 * Takes room for a whole chunk, to be given back after the disk and the hash thread are done with it; undefined when the sender has to do
 * without, because others hold all of it or the chunk is longer than usual.
 */
export function takeChunkBuffer(size: number): ChunkBuffer | undefined {
  if (size > CHUNK_SIZE) return undefined
  free ??= allocateBuffers()
  return free.pop()
}

export function releaseChunkBuffer(buffer: ChunkBuffer): void {
  free?.push(buffer)
}

/** WebAssembly's memory begins at a page, which no buffer of Node promises and writing past the page cache needs. */
function allocateBuffers(): ChunkBuffer[] {
  const pages = (CHUNK_BUFFERS * CHUNK_SIZE) / PAGE
  const { buffer: memory } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  if (!(memory instanceof SharedArrayBuffer)) return []
  return Array.from({ length: CHUNK_BUFFERS }, (_, at) => new Uint8Array(memory, at * CHUNK_SIZE, CHUNK_SIZE))
}

/** Copies a source into room and returns how many bytes came; those beyond `limit` are counted and thrown away. */
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
