import type { FastifyReply, FastifyRequest } from 'fastify'
import { FACE_CHALLENGE_SECONDS } from './face-challenges.ts'
import { createSecret } from '../auth/session-tokens.ts'

const COOKIE = 'portal_face'
const SECRET_FORM = /^[\w-]{43}$/

/** The secret that ties a challenge to this browser, '' without one. */
export function readFaceCookie(request: FastifyRequest): string {
  const value = request.cookies[COOKIE] ?? ''
  return SECRET_FORM.test(value) ? value : ''
}

/** The same, made when there is none yet, and kept for as long as a new challenge is good. */
export function keepFaceCookie(reply: FastifyReply): string {
  const { request } = reply
  const secret = readFaceCookie(request) || createSecret()
  void reply.setCookie(COOKIE, secret, {
    httpOnly: true,
    sameSite: 'strict',
    // Signing in and clocking in are below it.
    path: '/api/uaa',
    secure: request.protocol === 'https',
    maxAge: FACE_CHALLENGE_SECONDS,
  })
  return secret
}
