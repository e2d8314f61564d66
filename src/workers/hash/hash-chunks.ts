import { CHUNK_SIZE, MD5_SLICE } from '../../../contract/limits.ts'
import {
  type ChunkHasher,
  createPairHasher,
  type FileHashes,
  type HasherOptions,
  type HashState,
} from './chunk-hasher.ts'
import type { SavedMd5 } from './spark-md5.ts'
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
export async function hashFile(
  signal: AbortSignal,
  file: Blob,
  onProgress: HashOptions['onProgress'],
): Promise<string> {
  return (await hashChunks(signal, file, CHUNK_SIZE, { onProgress })).md5
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
    const { createSparkMd5 } = await import('./spark-md5.ts')
    const hasher = joinHashers(chunkSize, createSparkMd5, { ...options, from: usable('spark') })
    return { hasher, begin: usable('spark')?.bytes ?? 0 }
  }
}

/** Hashes every byte twice, for the whole and for its chunk. */
function joinHashers(
  chunkSize: number,
  create: (state?: string) => SavedMd5,
  { from, onChunk, stateEvery = Infinity, onState }: HasherOptions,
): ChunkHasher {
  const whole = create(from?.whole)
  const chunkMd5s = [...(from?.chunkMd5s ?? [])]
  let chunk = create()
  let inChunk = 0
  let total = from?.bytes ?? 0
  function endChunk(): void {
    const chunkMd5 = chunk.digest()
    chunkMd5s.push(chunkMd5)
    onChunk?.(chunkMd5s.length, chunkMd5)
    chunk = create()
    inChunk = 0
    if (total % stateEvery !== 0) return
    onState?.({ by: 'spark', bytes: total, whole: whole.save(), chunkMd5s: [...chunkMd5s] })
  }
  return {
    update(piece) {
      for (let at = 0; at < piece.length;) {
        const part = piece.subarray(at, at + chunkSize - inChunk)
        whole.update(part)
        chunk.update(part)
        total += part.length
        at += part.length
        inChunk += part.length
        if (inChunk === chunkSize) endChunk()
      }
    },
    digest() {
      if (inChunk > 0) endChunk()
      return { md5: whole.digest(), chunkMd5s }
    },
  }
}
