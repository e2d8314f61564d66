import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInResult } from './sign-in.ts'
import type { Session } from '../../http/call.ts'

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

/** Seconds for which an access token is good. */
export const ACCESS_SECONDS = 15 * 60
/** Seconds after the last refresh for which a session can still be refreshed. */
export const REFRESH_SECONDS = 30 * 24 * 3600
/** Seconds after sign-in at which a session is over, however often it is refreshed. */
const SESSION_SECONDS = 90 * 24 * 3600

/** What the database stores of a new session: hashes of its tokens, and for how many seconds each is good. */
export function describeSession(tokens: Tokens) {
  return {
    family: hashToken(splitRefresh(tokens.refresh)?.family ?? ''),
    access: hashToken(tokens.access),
    refresh: hashToken(tokens.refresh),
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    sessionSeconds: SESSION_SECONDS,
  }
}

const ACCESS = 'portal_access'
const REFRESH = 'portal_refresh'
const DEVICE = 'portal_device'
/** Logging out needs the refresh token too: by then the access token may be gone, and the session must end all the same. */
const SIGN_IN_PATH = '/api/uaa/oauth'
/** 400 days, the most that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600

/** The access token that a request carries. */
export function readAccessToken(request: FastifyRequest): string | undefined {
  return request.cookies[ACCESS]
}

/** The refresh token that a request carries; only the calls of sign-in get it. */
export function readRefreshToken(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH]
}

/** The secret by which a device is recognised at sign-in. */
export function readDeviceToken(request: FastifyRequest): string | undefined {
  return request.cookies[DEVICE]
}

/** Gives the browser a session's tokens. */
export function setSessionCookies(reply: FastifyReply, tokens: Tokens): void {
  void reply.setCookie(ACCESS, tokens.access, { ...accessOptions(reply), maxAge: ACCESS_SECONDS })
  void reply.setCookie(REFRESH, tokens.refresh, { ...signInOptions(reply), maxAge: REFRESH_SECONDS })
}

/** Gives the browser what a sign-in brings: the session's tokens and, where the call could see it, the secret of the device. */
export function setSignInCookies(reply: FastifyReply, { tokens, device }: Omit<SignInResult, 'session'>): void {
  setSessionCookies(reply, tokens)
  if (device !== null) setDeviceCookie(reply, device)
}

/** Takes a session's tokens from the browser. */
export function clearSessionCookies(reply: FastifyReply): void {
  void reply.clearCookie(ACCESS, accessOptions(reply))
  void reply.clearCookie(REFRESH, signInOptions(reply))
}

/** Lets the browser prove later that somebody signed in on this device. It opens nothing by itself. */
function setDeviceCookie(reply: FastifyReply, token: string): void {
  void reply.setCookie(DEVICE, token, { ...signInOptions(reply), maxAge: DEVICE_SECONDS })
}

/** Lax, so that a link from a message or another site arrives signed in; calls that change something check where they come from as well. */
function accessOptions(reply: FastifyReply): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: reply.request.protocol === 'https' }
}

function signInOptions(reply: FastifyReply): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'strict', path: SIGN_IN_PATH, secure: reply.request.protocol === 'https' }
}

/** What every sign-in answers of its session. */
export function toLoginData({
  unitType,
  unitId,
  userType,
}: Session): Pick<Session, 'unitType' | 'unitId' | 'userType'> {
  return { unitType, unitId, userType }
}
