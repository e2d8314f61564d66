import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'

/** Counts a request. Throws 'request.rate_limited' with the seconds to wait. */
export type RequestLimit = (request: FastifyRequest) => Promise<void>

/** Allows so many requests in a minute of one address, or of one `keyOf`. */
export function createRequestLimit(
  app: FastifyInstance,
  perMinute: number,
  keyOf?: (request: FastifyRequest) => string,
): RequestLimit {
  const limit = app.createRateLimit({ max: perMinute, timeWindow: 60_000, ...(keyOf && { keyGenerator: keyOf }) })
  return async (request) => {
    const rate = await limit(request)
    if (!rate.isAllowed && rate.isExceeded)
      throw new PortalError('request.rate_limited', { retryAfter: rate.ttlInSeconds })
  }
}
