import * as z from 'zod/mini'
import SparkMD5 from 'spark-md5'

/** An MD5 that is fed piece by piece. */
export interface Md5 {
  update(bytes: Uint8Array): void
  /** 32 hexadecimal digits in lower case; ends the hashing. */
  digest(): string
}

/** One that can be written down and taken up again. */
export interface SavedMd5 extends Md5 {
  /** What `create` takes to go on from here. Only at the end of a block of 64 bytes. */
  save(): string
}

const savedState = z.object({ length: z.number(), hash: z.array(z.number()) })
/** What waits for the rest of its block: nothing, at the end of one. */
const NO_REST = new Uint8Array(0)

/** MD5 in JavaScript, from the start or from what `save` gave: five times slower than WebAssembly, but allowed everywhere. */
export function createSparkMd5(saved?: string): SavedMd5 {
  const hasher = new SparkMD5.ArrayBuffer()
  if (saved !== undefined) hasher.setState({ ...savedState.parse(JSON.parse(saved)), buff: NO_REST })
  return {
    update(bytes) {
      // It takes whole buffers only, and must not see what lies around the piece; append copies what it keeps.
      hasher.append(bytes.slice().buffer)
    },
    digest: () => hasher.end(),
    save() {
      const { length, hash } = hasher.getState()
      return JSON.stringify({ length, hash })
    },
  }
}
