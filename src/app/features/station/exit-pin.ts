/** Digits. */
export const EXIT_PIN = { least: 6, most: 12 } as const

const ROUNDS = 210_000
const BITS = 256

/** A salted hash of a PIN: PBKDF2 with HMAC-SHA-512 (RFC 8018), with the rounds that OWASP recommends. */
export async function hashPin(pin: string, salt = crypto.getRandomValues(new Uint8Array(16))) {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: ROUNDS }
  return { salt, hash: new Uint8Array(await crypto.subtle.deriveBits(derivation, secret, BITS)) }
}

export async function isPin(
  pin: string,
  known: { readonly salt: Uint8Array; readonly hash: Uint8Array },
): Promise<boolean> {
  const { hash } = await hashPin(pin, Uint8Array.from(known.salt))
  return hash.length === known.hash.length && hash.every((byte, at) => byte === known.hash[at])
}

export function isPinForm(pin: string): boolean {
  return /^\d+$/.test(pin) && pin.length >= EXIT_PIN.least && pin.length <= EXIT_PIN.most
}
