import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../db/database.ts'
import type { StartData } from '../../../contract/endpoints/sign-in/session.ts'
import { OPERATOR_COOKIES, SESSION_MARK_VALUE, sessionMarkName } from '../../../contract/session-mark.ts'
import { isOperatorCall } from '../../http/call-host.ts'
import type { Session } from '../../http/call.ts'
import type { Vault } from '../../runtime/vault.ts'

const SECRET_BYTES = 32
const FAMILY_BYTES = 16
const REFRESH_FORM = /^([\w-]{22})\.([\w-]{43})$/

/** The server keeps only their hashes. */
export interface Tokens {
  readonly access: string
  /** `family.secret`; the family survives rotation, so that an old token is still recognised as this session's. */
  readonly refresh: string
}

export interface SignInResult {
  readonly session: Session
  readonly tokens: Tokens
  /** The secret for its cookie. Null when the device was not registered. */
  readonly device: string | null
}

/** Reads what the first screen after a sign-in shows. */
export type ReadStart = (tx: Tx, session: Session) => Promise<StartData | null>

/** 256 random bits. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

export function createTokens(): Tokens {
  return { access: createSecret(), refresh: `${randomBytes(FAMILY_BYTES).toString('base64url')}.${createSecret()}` }
}

export function createSalt(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** Derived from token and salt, not drawn, so that tabs with the same token get the same successors. The database has the salt but not the token. */
export function deriveSuccessors(refresh: string, salt: Buffer): Tokens {
  const parts = splitRefresh(refresh)
  if (!parts) throw new TypeError('not a refresh token')
  const derive = (purpose: string) =>
    createHmac('sha256', salt).update(`${purpose}:${parts.secret}`).digest('base64url')
  return { access: derive('access'), refresh: `${parts.family}.${derive('refresh')}` }
}

export function splitRefresh(refresh: string): { family: string; secret: string } | undefined {
  const [, family, secret] = REFRESH_FORM.exec(refresh) ?? []
  return family && secret ? { family, secret } : undefined
}

/** SHA-256 is enough for tokens of 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const ACCESS_SECONDS = 15 * 60
/** After the last refresh. */
export const REFRESH_SECONDS = 30 * 24 * 3600
/** After the sign-in, however often it is refreshed. */
const SESSION_SECONDS = 90 * 24 * 3600

/** What `portal_admit` is told of a new session. */
export function describeSession(tokens: Tokens) {
  return {
    family: hashToken(splitRefresh(tokens.refresh)?.family ?? ''),
    access: hashToken(tokens.access),
    refresh: hashToken(tokens.refresh),
    access_seconds: ACCESS_SECONDS,
    refresh_seconds: REFRESH_SECONDS,
    session_seconds: SESSION_SECONDS,
  }
}

const ACCESS = 'portal_access'
const REFRESH = 'portal_refresh'
const DEVICE = 'portal_device'
/** Sign-out gets the refresh token too: the access token may have expired, and the session must end all the same. */
const SIGN_IN_PATH = '/api/uaa/oauth'
/** The most that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600

/** The hash of the access token; null without one. */
export function readAccessHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[nameOf(request, ACCESS)]
  return token === undefined ? null : hashToken(token)
}

export function hasSessionMark(request: FastifyRequest): boolean {
  return request.cookies[sessionMarkName(isOperatorCall(request))] !== undefined
}

/** Operators and people of a school may use one browser at one host. */
function nameOf(request: FastifyRequest, cookie: string): string {
  return isOperatorCall(request) ? cookie + OPERATOR_COOKIES : cookie
}

/** Only the calls of sign-in get it. */
export function readRefreshToken(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request, REFRESH)]
}

/** `secret.signature` */
const DEVICE_FORM = /^([\w-]{43})\.([\w-]{43})$/

/**
 * The secret of the device's cookie, which proves an earlier sign-in at this unit on this device and opens nothing by itself. Undefined for one that
 * this server did not sign for the unit: limits count by it, and clients could invent any number.
 */
export function readDeviceToken(request: FastifyRequest): string | undefined {
  const { cookies, callContext, server } = request
  const [, secret, signature] = DEVICE_FORM.exec(cookies[nameOf(request, DEVICE)] ?? '') ?? []
  if (!callContext || secret === undefined || signature === undefined) return undefined
  const expected = signDevice(server.vault, callContext.unit.unitId, secret)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? secret : undefined
}

function signDevice(vault: Vault, unitId: string, secret: string): string {
  return vault.mark(secret, `device ${unitId}`).toString('base64url')
}

export function setSessionCookies(reply: FastifyReply, tokens: Tokens): void {
  const { access, refresh, mark } = cookiesOf(reply.request)
  void reply.setCookie(access.name, tokens.access, access.options)
  void reply.setCookie(refresh.name, tokens.refresh, refresh.options)
  void reply.setCookie(mark.name, SESSION_MARK_VALUE, mark.options)
}

/** Sets the cookies of session and device. Returns what the call answers of the session, with what `readStart` reads. */
export async function answerSignIn(
  reply: FastifyReply,
  { session, tokens, device }: SignInResult,
  readStart?: ReadStart | false,
): Promise<Pick<Session, 'unitType' | 'unitId' | 'userType'> & { start?: StartData }> {
  const { unitId, unitType, userId, userType } = session
  const start = readStart && (await reply.server.database.inUnit({ unitId, userId }, (tx) => readStart(tx, session)))
  setSessionCookies(reply, tokens)
  if (device !== null) {
    const { name, options } = cookiesOf(reply.request).device
    void reply.setCookie(name, `${device}.${signDevice(reply.server.vault, unitId, device)}`, options)
  }
  return { unitType, unitId, userType, ...(start && { start }) }
}

export function clearSessionCookies(reply: FastifyReply): void {
  const { access, refresh, mark } = cookiesOf(reply.request)
  for (const { name, options } of [access, refresh, mark]) void reply.clearCookie(name, options)
}

/**
 * That of the access token is lax, so that a link from another site arrives signed in; calls that change something check their origin as well. The page reads the
 * mark, which holds no secret.
 */
function cookiesOf(request: FastifyRequest) {
  const secure = request.protocol === 'https'
  const common = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: REFRESH_SECONDS } as const
  const signIn = { ...common, sameSite: 'strict', path: SIGN_IN_PATH } as const
  return {
    access: { name: nameOf(request, ACCESS), options: { ...common, maxAge: ACCESS_SECONDS } },
    refresh: { name: nameOf(request, REFRESH), options: signIn },
    mark: { name: sessionMarkName(isOperatorCall(request)), options: { ...common, httpOnly: false } },
    device: { name: nameOf(request, DEVICE), options: { ...signIn, maxAge: DEVICE_SECONDS } },
  }
}
