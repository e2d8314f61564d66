import * as z from 'zod/mini'
import SparkMD5 from 'spark-md5'

export interface SavedMd5 {
  update(bytes: Uint8Array): void
  /** 32 hexadecimal digits in lower case; ends the hashing. */
  digest(): string
  /** The state to continue from. Only at the end of a block of 64 bytes. */
  save(): string
}

const savedState = z.object({ length: z.number(), hash: z.array(z.number()) })
/** States are saved at the end of a block. */
const NO_REST = new Uint8Array(0)

/** MD5 in JavaScript, from the start or from a saved state: five times slower than WebAssembly, but allowed everywhere. */
export function createSparkMd5(saved?: string): SavedMd5 {
  const hasher = new SparkMD5.ArrayBuffer()
  if (saved !== undefined) hasher.setState({ ...savedState.parse(JSON.parse(saved)), buff: NO_REST })
  return {
    update(bytes) {
      // `append` accepts only whole buffers, and the piece may be a view of a larger one.
      hasher.append(bytes.slice().buffer)
    },
    digest: () => hasher.end(),
    save() {
      const { length, hash } = hasher.getState()
      return JSON.stringify({ length, hash })
    },
  }
}
