import type { FastifyReply, FastifyRequest } from 'fastify'
import { ATTEMPT_SECONDS } from './attempts.ts'
import { createSecret } from '../auth/session-tokens.ts'

const BROWSER = 'portal_social'
const SECRET = /^[\w-]{43}$/
const PATH = '/api/uaa'

/** The secret of a browser that has begun to sign in elsewhere. */
export function readSocialBrowser(request: FastifyRequest): string | undefined {
  const secret = request.cookies[BROWSER]
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** Gives the browser a secret for ten minutes, the one it has if it has one, since other tabs may be on their way too; returns it. */
export function keepSocialBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const secret = readSocialBrowser(request) ?? createSecret()
  void reply.setCookie(BROWSER, secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: PATH,
    secure: request.protocol === 'https',
    maxAge: ATTEMPT_SECONDS,
  })
  return secret
}
