import { createPairHasher, type ChunkHasher, type FileHashes } from './chunk-hasher.ts'
import type { Md5 } from './md5.ts'
import { readPieces } from './read-pieces.ts'

/**
 * The MD5 of a file and of each of its chunks of `chunkSize` bytes, from reading it once; a file of 0 bytes has no chunks. `onProgress` hears
 * how many bytes are hashed; when it returns a promise, hashing waits for it. Throws like hashFile.
 */
export async function hashChunks(
  signal: AbortSignal,
  file: Blob,
  chunkSize: number,
  onProgress: (bytes: number) => void | Promise<void>,
): Promise<FileHashes> {
  const hasher = await createChunkHasher(chunkSize)
  let hashed = 0
  for await (const piece of readPieces(signal, file)) {
    hasher.update(piece)
    hashed += piece.length
    await onProgress(hashed)
  }
  return hasher.digest()
}

async function createChunkHasher(chunkSize: number): Promise<ChunkHasher> {
  try {
    return await createPairHasher(chunkSize)
  } catch {
    const { createSparkMd5 } = await import('./spark-md5.ts')
    return joinHashers(chunkSize, createSparkMd5)
  }
}

/** Hashes everything twice, for the whole and for its chunk, with any MD5. */
function joinHashers(chunkSize: number, create: () => Md5): ChunkHasher {
  const whole = create()
  const chunkMd5s: string[] = []
  let chunk = create()
  let inChunk = 0
  function endChunk(): void {
    chunkMd5s.push(chunk.digest())
    chunk = create()
    inChunk = 0
  }
  return {
    update(piece) {
      whole.update(piece)
      for (let at = 0; at < piece.length;) {
        const part = piece.subarray(at, at + chunkSize - inChunk)
        chunk.update(part)
        at += part.length
        inChunk += part.length
        if (inChunk === chunkSize) endChunk()
      }
    },
    digest() {
      if (inChunk > 0) endChunk()
      return { md5: whole.digest(), chunkMd5s, prefixMd5s: [] }
    },
  }
}
