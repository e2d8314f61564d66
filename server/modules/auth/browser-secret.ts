import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSecret } from './session-tokens.ts'

const SECRET_FORM = /^[\w-]{43}$/

/** A cookie with a secret that ties what a browser began to this browser. Tabs share it, so that one does not invalidate what another began. */
export function createBrowserSecret(cookie: string, seconds: number, sameSite: 'strict' | 'lax' = 'strict') {
  /** The secret; '' without one. */
  const read = ({ cookies }: FastifyRequest): string => {
    const value = cookies[cookie] ?? ''
    return SECRET_FORM.test(value) ? value : ''
  }
  return {
    read,
    /** The secret, created if there is none, and kept for the seconds from now on. */
    keep(reply: FastifyReply): string {
      const { request } = reply
      const secret = read(request) || createSecret()
      const secure = request.protocol === 'https'
      void reply.setCookie(cookie, secret, { httpOnly: true, sameSite, path: '/api/uaa', secure, maxAge: seconds })
      return secret
    },
  }
}
