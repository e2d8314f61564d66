import { CAPTURE_INFO, proofData } from '../../../../contract/attendance-capture.ts'
import { toBase64 } from '../../platform/base64.ts'
import type { Sealed } from './station-store.ts'

const NONCE_BYTES = 12
const text = new TextEncoder()

/** A station's encryption key, from the 32 bytes (base64url) of its registration; not extractable. Rejects for anything else. */
export async function importKey(base64: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey(
    'raw',
    fromBase64(base64.replaceAll('-', '+').replaceAll('_', '/')),
    'HKDF',
    false,
    ['deriveKey'],
  )
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: text.encode(CAPTURE_INFO) }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a JSON value, bound to `data`. */
export async function seal(key: CryptoKey, data: string, content: unknown): Promise<Sealed> {
  return encrypt(key, data, text.encode(JSON.stringify(content)))
}

async function encrypt(key: CryptoKey, data: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: text.encode(data) }, key, bytes)
  return { nonce: forAddress(toBase64(iv)), sealed: toBase64(new Uint8Array(sealed)) }
}

/** The header STATION_PROOF of a delivery. */
export async function proveStation(key: CryptoKey, stationId: string, seq: number): Promise<string> {
  const { nonce, sealed } = await encrypt(key, proofData(stationId, seq), new Uint8Array(0))
  return [stationId, seq, nonce, forAddress(sealed)].join('.')
}

/** Base64 as base64url. */
function forAddress(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decrypts what was encrypted for `data`; rejects for anything else. */
export async function unseal(key: CryptoKey, data: string, { nonce, sealed }: Sealed): Promise<unknown> {
  const additionalData = text.encode(data)
  const iv = fromBase64(nonce.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, fromBase64(sealed))
  return JSON.parse(new TextDecoder().decode(bytes))
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}
