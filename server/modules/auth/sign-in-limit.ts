import type { ReadStart } from './session-tokens.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Passwords } from './passwords/passwords.ts'

/** Of one address. A whole school within ten minutes needs half of it. */
const SIGN_INS_PER_MINUTE = 600

/** Throws 'request.rate_limited' with the seconds to wait. */
export type SignInLimit = (request: FastifyRequest) => Promise<void>

/** Shared by all sign-in methods. */
export function createSignInLimit(app: FastifyInstance): SignInLimit {
  const limit = app.createRateLimit({ max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 })
  return async (request) => {
    const rate = await limit(request)
    if (!rate.isAllowed && rate.isExceeded)
      throw new PortalError('request.rate_limited', { retryAfter: rate.ttlInSeconds })
  }
}

export interface SignInDeps {
  readonly passwords: Passwords
  readonly limit: SignInLimit
  readonly readStart: ReadStart
}
