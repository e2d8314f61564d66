import { createMD5 } from 'hash-wasm'

/** An MD5 that is fed piece by piece. */
export interface Md5 {
  update(bytes: Uint8Array): void
  /** 32 hexadecimal digits in lower case; ends the hashing. */
  digest(): string
}

/** The fastest MD5 that this browser allows: WebAssembly, else JavaScript, which is fetched only then. */
export async function createMd5(): Promise<Md5> {
  try {
    return await createWasmMd5()
  } catch {
    const { createSparkMd5 } = await import('./spark-md5.ts')
    return createSparkMd5()
  }
}

/** MD5 in WebAssembly; rejects where the browser or the content-security policy does not allow it. */
export async function createWasmMd5(): Promise<Md5> {
  const hasher = await createMD5()
  hasher.init()
  return {
    update: (bytes) => void hasher.update(bytes),
    digest: () => hasher.digest('hex'),
  }
}
