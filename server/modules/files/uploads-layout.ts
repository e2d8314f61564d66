import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'

/** What a sender says about the chunk that it sends. */
export interface ChunkClaim {
  readonly fullSize: number
  readonly chunks: number
  /** 1-based. */
  readonly chunk: number
  /** Bytes of every chunk but the last. */
  readonly eachSize: number
  /** Bytes of this chunk. */
  readonly size: number
}

/** Where a chunk's bytes lie; throws 'storage.chunk_count' or 'storage.chunk_size' when the numbers do not fit together. */
export function locateChunk({ fullSize, chunks, chunk, eachSize, size }: ChunkClaim): { offset: number; size: number } {
  if (chunks !== Math.max(1, Math.ceil(fullSize / eachSize)) || chunk > chunks) {
    throw new PortalError('storage.chunk_count')
  }
  const offset = (chunk - 1) * eachSize
  if (size !== Math.min(eachSize, fullSize - offset)) throw new PortalError('storage.chunk_size')
  return { offset, size }
}

/** Throws 'storage.chunk_count' when a file of this size cannot have so many chunks, whatever size they were cut to. */
export function checkChunkCount({ size, chunks, chunk = 1 }: { size: number; chunks: number; chunk?: number }): void {
  const fewest = Math.max(1, Math.ceil(size / CHUNK_SIZE))
  if (chunks < fewest || chunks > Math.max(1, size) || chunk > chunks) throw new PortalError('storage.chunk_count')
}
