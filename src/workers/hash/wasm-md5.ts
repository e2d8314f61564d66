import { createMD5 } from 'hash-wasm'
import type { Md5 } from './md5.ts'

/** MD5 in WebAssembly; rejects where the browser or the content-security policy does not allow it. */
export async function createWasmMd5(): Promise<Md5> {
  const hasher = await createMD5()
  hasher.init()
  return {
    update: (bytes) => void hasher.update(bytes),
    digest: () => hasher.digest('hex'),
  }
}
