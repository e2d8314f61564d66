import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../db/database.ts'
import type { StartData } from '../../../contract/endpoints/session.ts'
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

/** A completed sign-in. */
export interface SignInResult {
  readonly session: Session
  readonly tokens: Tokens
  /** The device's secret; null when it was not registered. */
  readonly device: string | null
}

/** Reads what the first screen after a sign-in shows. */
export type ReadStart = (tx: Tx, session: Session) => Promise<StartData>

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
/** Signing out gets the refresh token too: the access token may have expired, and the session must end all the same. */
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

/** The secret that proves an earlier sign-in on this device; it opens nothing by itself. */
export function readDeviceToken(request: FastifyRequest): string | undefined {
  return request.cookies[DEVICE]
}

/** Sets the cookies of a session's tokens. */
export function setSessionCookies(reply: FastifyReply, tokens: Tokens): void {
  void reply.setCookie(ACCESS, tokens.access, { ...accessOptions(reply), maxAge: ACCESS_SECONDS })
  void reply.setCookie(REFRESH, tokens.refresh, { ...signInOptions(reply), maxAge: REFRESH_SECONDS })
}

/**
 * Answers a call that signed a person in: sets the cookies of session and device, and returns what the call answers of the session, with what
 * `readStart` reads for the first screen.
 */
export async function answerSignIn(
  reply: FastifyReply,
  { session, tokens, device }: SignInResult,
  readStart?: ReadStart | false,
): Promise<Pick<Session, 'unitType' | 'unitId' | 'userType'> & { start?: StartData }> {
  const { unitId, unitType, userId, userType } = session
  const start = readStart && (await reply.server.database.inUnit({ unitId, userId }, (tx) => readStart(tx, session)))
  setSessionCookies(reply, tokens)
  if (device !== null) void reply.setCookie(DEVICE, device, { ...signInOptions(reply), maxAge: DEVICE_SECONDS })
  return { unitType, unitId, userType, ...(start && { start }) }
}

/** Deletes the cookies of a session's tokens. */
export function clearSessionCookies(reply: FastifyReply): void {
  void reply.clearCookie(ACCESS, accessOptions(reply))
  void reply.clearCookie(REFRESH, signInOptions(reply))
}

/** Lax, so that a link from a message or another site arrives signed in; calls that change something check their origin as well. */
function accessOptions(reply: FastifyReply): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: reply.request.protocol === 'https' }
}

function signInOptions(reply: FastifyReply): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'strict', path: SIGN_IN_PATH, secure: reply.request.protocol === 'https' }
}
