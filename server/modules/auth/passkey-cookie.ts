import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHALLENGE_SECONDS } from './passkey-challenges.ts'
import { createSecret } from './session-tokens.ts'

const COOKIE = 'portal_passkey'
const SECRET_FORM = /^[\w-]{43}$/

/** The secret that ties a challenge to this browser, '' without one. */
export function readPasskeyCookie(request: FastifyRequest): string {
  const value = request.cookies[COOKIE] ?? ''
  return SECRET_FORM.test(value) ? value : ''
}

/** The same, made when there is none yet, and kept for as long as a new challenge is good. Tabs share it, so that one does not undo the other's. */
export function keepPasskeyCookie(reply: FastifyReply): string {
  const { request } = reply
  const secret = readPasskeyCookie(request) || createSecret()
  void reply.setCookie(COOKIE, secret, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/uaa',
    secure: request.protocol === 'https',
    maxAge: CHALLENGE_SECONDS,
  })
  return secret
}
