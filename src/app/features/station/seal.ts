import { CAPTURE_INFO } from '../../../../contract/attendance-capture.ts'

/** A sealed JSON value as it is kept and sent: a nonce of twelve bytes as base64url, and ciphertext with its tag as base64. */
export interface Sealed {
  readonly nonce: string
  readonly sealed: string
}

const NONCE_BYTES = 12
const text = new TextEncoder()

/** The key by which a station seals, of the 32 bytes (base64url) that it was told. No script can read it again. Rejects when it is no such key. */
export async function importKey(told: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey(
    'raw',
    fromBase64(told.replaceAll('-', '+').replaceAll('_', '/')),
    'HKDF',
    false,
    ['deriveKey'],
  )
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: text.encode(CAPTURE_INFO) }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Seals a JSON value for what `data` says. */
export async function seal(key: CryptoKey, data: string, content: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const additionalData = text.encode(data)
  const bytes = text.encode(JSON.stringify(content))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes)
  return { nonce: toBase64(iv).replaceAll('+', '-').replaceAll('/', '_'), sealed: toBase64(new Uint8Array(sealed)) }
}

/** Opens what was sealed for what `data` says; rejects for anything else. */
export async function unseal(key: CryptoKey, data: string, { nonce, sealed }: Sealed): Promise<unknown> {
  const additionalData = text.encode(data)
  const iv = fromBase64(nonce.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, fromBase64(sealed))
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** How much of a large picture becomes text at once: a function takes so many arguments and no more. */
const PORTION = 32_768

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PORTION) binary += String.fromCodePoint(...bytes.subarray(at, at + PORTION))
  return btoa(binary)
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}
