/** Encrypted credentials in the browser's database; the key is not extractable. */
export interface Sealed {
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

const ALGORITHM = { name: 'AES-GCM', length: 256 }
const IV_BYTES = 12

/** Encrypts a text with a fresh, non-extractable key. Rejects where the page has no WebCrypto (plain http on another host). */
export async function seal(text: string): Promise<Sealed> {
  const key = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const data = await crypto.subtle.encrypt({ name: ALGORITHM.name, iv }, key, new TextEncoder().encode(text))
  return { key, iv, data }
}

/** Decrypts the result of `seal`. Rejects for altered data. */
export async function unseal({ key, iv, data }: Sealed): Promise<string> {
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: ALGORITHM.name, iv }, key, data))
}
