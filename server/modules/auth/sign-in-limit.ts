import type { ReadStart } from './session-tokens.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Passwords } from './passwords/passwords.ts'

/** Of one address. Three thousand sign-ins within ten minutes, a whole school, need half of it. */
const SIGN_INS_PER_MINUTE = 600

/** Counts a request against its address. Throws 'request.rate_limited' with the seconds to wait. */
export type SignInLimit = (request: FastifyRequest) => Promise<void>

/** The one limit that all sign-in methods share. */
export function createSignInLimit(app: FastifyInstance): SignInLimit {
  const limit = app.createRateLimit({ max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 })
  return async (request) => {
    const rate = await limit(request)
    if (!rate.isAllowed && rate.isExceeded)
      throw new PortalError('request.rate_limited', { retryAfter: rate.ttlInSeconds })
  }
}

/** What the routes of sign-in methods work with. */
export interface SignInDeps {
  readonly passwords: Passwords
  readonly limit: SignInLimit
  readonly readStart: ReadStart
}
