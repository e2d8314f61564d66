import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator supports. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps by which the clock of a phone may differ. */
const WINDOW = 1
/** RFC 4226 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20

/** Each slot's codes begin with its letter, so that no recovery code looks like one of an authenticator. */
const SLOTS = 'abcdefghjk'
/** Without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RANDOM_CHARACTERS = 11

export type TypedCode =
  | { readonly kind: 'authenticator'; readonly code: string }
  | { readonly kind: 'recovery'; readonly slot: number; readonly code: string }
  | { readonly kind: 'neither' }

export function createAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that authenticators scan. */
export function authenticatorUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  // A colon separates the two in the address.
  const plain = (text: string) => text.replaceAll(':', ' ')
  return new TOTP({
    ...SETTINGS,
    issuer: plain(issuer),
    label: plain(label),
    secret: Secret.fromBase32(secret),
  }).toString()
}

/** The code's time step, at most one from now; null for a wrong code. `now` in milliseconds. */
export function findStep(secret: string, code: string, now = Date.now()): number | null {
  const at = { ...SETTINGS, secret: Secret.fromBase32(secret), timestamp: now }
  const delta = TOTP.validate({ ...at, token: code, window: WINDOW })
  return delta === null ? null : TOTP.counter(at) + delta
}

/** Ten codes with 55 random bits each, in the order of their slots: `a3f9-0k2m-77qp`. */
export function createRecoveryCodes(): string[] {
  return Array.from(SLOTS, (first) => {
    const rest = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length)))
    return [first, ...rest].join('').replaceAll(/.{4}(?=.)/g, '$&-')
  })
}

/** Ignores spaces, dashes, case and full-width digits. */
export function readTypedCode(typed: string): TypedCode {
  const code = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'authenticator', code }
  const slot = SLOTS.indexOf(code.charAt(0))
  const isRecovery =
    code.length === RANDOM_CHARACTERS + 1 && slot >= 0 && [...code].every((one) => ALPHABET.includes(one))
  return isRecovery ? { kind: 'recovery', slot, code } : { kind: 'neither' }
}
