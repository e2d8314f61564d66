import { createHash, createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const FAMILY_BYTES = 16
const REFRESH_FORM = /^([\w-]{22})\.([\w-]{43})$/

/** What a browser is given: neither token is kept by the server, only their hashes. */
export interface Tokens {
  readonly access: string
  /** `family.secret`: the family stays the same through all rotations, so that an old token is still recognised as this session's. */
  readonly refresh: string
}

/** 256 random bits as text that a cookie can carry. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** The tokens of a new session. */
export function createTokens(): Tokens {
  return { access: createSecret(), refresh: `${randomBytes(FAMILY_BYTES).toString('base64url')}.${createSecret()}` }
}

/** A fresh salt for the next rotation. */
export function createSalt(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/**
 * The tokens that follow a refresh token: derived from it and the rotation's salt instead of drawn, so that two tabs which present the same
 * token at the same moment get the same successors in whatever order the answers arrive. The database knows the salt but not the token, so
 * its contents alone yield nothing.
 */
export function deriveSuccessors(refresh: string, salt: Buffer): Tokens {
  const parts = splitRefresh(refresh)
  if (!parts) throw new TypeError('not a refresh token')
  const derive = (purpose: string) =>
    createHmac('sha256', salt).update(`${purpose}:${parts.secret}`).digest('base64url')
  return { access: derive('access'), refresh: `${parts.family}.${derive('refresh')}` }
}

/** Splits a refresh token; undefined when the text cannot be one. */
export function splitRefresh(refresh: string): { family: string; secret: string } | undefined {
  const [, family, secret] = REFRESH_FORM.exec(refresh) ?? []
  return family && secret ? { family, secret } : undefined
}

/** SHA-256, the only form in which a token is stored. Tokens have 256 random bits, so nothing slower is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
