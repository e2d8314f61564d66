import * as z from 'zod/mini'
import SparkMD5 from 'spark-md5'

/** An incremental MD5. */
export interface Md5 {
  update(bytes: Uint8Array): void
  /** 32 hexadecimal digits in lower case; ends the hashing. */
  digest(): string
}

/** An MD5 whose state can be saved. */
export interface SavedMd5 extends Md5 {
  /** The state to continue from. Only at the end of a block of 64 bytes. */
  save(): string
}

const savedState = z.object({ length: z.number(), hash: z.array(z.number()) })
/** No incomplete block: states are saved at the end of one. */
const NO_REST = new Uint8Array(0)

/** MD5 in JavaScript, from the start or from what `save` gave: five times slower than WebAssembly, but allowed everywhere. */
export function createSparkMd5(saved?: string): SavedMd5 {
  const hasher = new SparkMD5.ArrayBuffer()
  if (saved !== undefined) hasher.setState({ ...savedState.parse(JSON.parse(saved)), buff: NO_REST })
  return {
    update(bytes) {
      // It takes whole buffers only, and the piece may be a view of a larger one; append copies what it keeps.
      hasher.append(bytes.slice().buffer)
    },
    digest: () => hasher.end(),
    save() {
      const { length, hash } = hasher.getState()
      return JSON.stringify({ length, hash })
    },
  }
}
