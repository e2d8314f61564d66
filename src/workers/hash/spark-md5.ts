import * as z from 'zod/mini'
import SparkMD5 from 'spark-md5'
import type { ChunkHasher, HasherOptions } from './chunk-hasher.ts'

const savedState = z.object({ length: z.number(), hash: z.array(z.number()) })
/** States are saved at the end of a block. */
const NO_REST = new Uint8Array(0)

/**
 * The hasher in JavaScript: five times slower than WebAssembly, but allowed everywhere. Hashes every byte twice, for the file and for its chunk.
 */
export function createSparkHasher(
  chunkSize: number,
  { from, onChunk, stateEvery = Infinity, onState }: HasherOptions,
): ChunkHasher {
  const whole = new SparkMD5.ArrayBuffer()
  if (from) whole.setState({ ...savedState.parse(JSON.parse(from.whole)), buff: NO_REST })
  const chunk = new SparkMD5.ArrayBuffer()
  const chunkMd5s = [...(from?.chunkMd5s ?? [])]
  let inChunk = 0
  let total = from?.bytes ?? 0

  function endChunk(): void {
    // Also begins the next one.
    const chunkMd5 = chunk.end()
    chunkMd5s.push(chunkMd5)
    onChunk?.(chunkMd5s.length, chunkMd5)
    inChunk = 0
    if (total % stateEvery !== 0) return
    const { length, hash } = whole.getState()
    onState?.({ by: 'spark', bytes: total, whole: JSON.stringify({ length, hash }), chunkMd5s: [...chunkMd5s] })
  }

  return {
    update(piece) {
      for (let at = 0; at < piece.length;) {
        // `append` accepts only whole buffers, and the piece may be a view of a larger one.
        const { buffer, byteLength } = piece.slice(at, at + chunkSize - inChunk)
        whole.append(buffer)
        chunk.append(buffer)
        total += byteLength
        at += byteLength
        inChunk += byteLength
        if (inChunk === chunkSize) endChunk()
      }
    },
    digest() {
      if (inChunk > 0) endChunk()
      return { md5: whole.end(), chunkMd5s }
    },
  }
}
