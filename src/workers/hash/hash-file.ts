import { createMD5 } from 'hash-wasm'
import type { Md5 } from './spark-md5.ts'
import { readPieces } from './read-pieces.ts'

/**
 * The MD5 of a file as 32 hexadecimal digits. `onProgress` gets how many bytes are hashed; hashing waits for a returned promise.
 * Throws the signal's reason, or the browser's error when the file cannot be read.
 */
export async function hashFile(
  signal: AbortSignal,
  file: Blob,
  onProgress: (bytes: number) => void | Promise<void>,
): Promise<string> {
  const md5 = await createFastestMd5()
  let hashed = 0
  for await (const piece of readPieces(signal, file)) {
    md5.update(piece)
    hashed += piece.length
    await onProgress(hashed)
  }
  return md5.digest()
}

/** In JavaScript where the browser or the content-security policy forbids WebAssembly. */
async function createFastestMd5(): Promise<Md5> {
  try {
    const hasher = await createMD5()
    hasher.init()
    return { update: (bytes) => void hasher.update(bytes), digest: () => hasher.digest('hex') }
  } catch {
    const { createSparkMd5 } = await import('./spark-md5.ts')
    return createSparkMd5()
  }
}
