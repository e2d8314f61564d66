import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACCESS_SECONDS, REFRESH_SECONDS } from './sessions.ts'
import type { Admitted } from './admit.ts'
import type { Tokens } from './session-tokens.ts'

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
export function setSignInCookies(reply: FastifyReply, { tokens, device }: Omit<Admitted, 'session'>): void {
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
