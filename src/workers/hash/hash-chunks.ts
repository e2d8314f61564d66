import { CHUNK_SIZE, MD5_SLICE } from '../../../contract/limits.ts'
import {
  type ChunkHasher,
  createPairHasher,
  type FileHashes,
  type HasherOptions,
  type HashState,
} from './chunk-hasher.ts'
import { readPieces } from './read-pieces.ts'

export interface HashOptions extends HasherOptions {
  /** Gets how many bytes of the file are hashed; hashing waits for a returned promise. */
  readonly onProgress: (bytes: number) => void | Promise<void>
}

/**
 * The MD5 of a file and of each of its chunks of `chunkSize` bytes, in one pass, or continued from an earlier one; a file of 0 bytes has no chunks.
 * Throws the signal's reason, or the browser's error when the file cannot be read.
 */
export async function hashChunks(
  signal: AbortSignal,
  file: Blob,
  chunkSize: number,
  { onProgress, ...options }: HashOptions,
): Promise<FileHashes> {
  if (file.size <= MD5_SLICE && !options.from) {
    const hashes = await hashPieces(await readSmall(signal, file), chunkSize, options)
    await onProgress(file.size)
    return hashes
  }
  const { hasher, begin } = await createChunkHasher(chunkSize, options)
  let hashed = begin
  for await (const piece of readPieces(signal, begin === 0 ? file : file.slice(begin))) {
    hasher.update(piece)
    hashed += piece.length
    await onProgress(hashed)
  }
  return hasher.digest()
}

/** The MD5 of a file as 32 hexadecimal digits; the rest is as for hashChunks. */
export async function hashFile(signal: AbortSignal, file: Blob): Promise<string> {
  return (await hashChunks(signal, file, CHUNK_SIZE, { onProgress: () => {} })).md5
}

async function readSmall(signal: AbortSignal, file: Blob): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces(signal, file)) pieces.push(piece)
  return pieces
}

/** Small files are hashed one after the other, so that hundreds of files share one hasher. */
let queue: Promise<unknown> = Promise.resolve()

function hashPieces(pieces: readonly Uint8Array[], chunkSize: number, options: HasherOptions): Promise<FileHashes> {
  const hashing = queue.then(async () => {
    const { hasher } = await createChunkHasher(chunkSize, options)
    for (const piece of pieces) hasher.update(piece)
    return hasher.digest()
  })
  queue = hashing.catch(() => {})
  return hashing
}

/** The fastest hasher, and the byte of the file at which it begins. */
async function createChunkHasher(
  chunkSize: number,
  { from, ...options }: HasherOptions,
): Promise<{ hasher: ChunkHasher; begin: number }> {
  const usable = (by: HashState['by']) => (from?.by === by ? from : undefined)
  try {
    const hasher = await createPairHasher(chunkSize, { ...options, from: usable('pair') })
    return { hasher, begin: usable('pair')?.bytes ?? 0 }
  } catch {
    const { createSparkHasher } = await import('./spark-md5.ts')
    const hasher = createSparkHasher(chunkSize, { ...options, from: usable('spark') })
    return { hasher, begin: usable('spark')?.bytes ?? 0 }
  }
}
