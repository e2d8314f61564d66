import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'

/** Pictures of one address in a minute: the detection handles some five a second in all. */
const PICTURES_PER_MINUTE = 120

/** Counts a picture against its address. Throws 'request.rate_limited' with the seconds to wait. */
export type PictureLimit = (request: FastifyRequest) => Promise<void>

export function createPictureLimit(app: FastifyInstance): PictureLimit {
  const limit = app.createRateLimit({ max: PICTURES_PER_MINUTE, timeWindow: 60_000 })
  return async (request) => {
    const rate = await limit(request)
    if (!rate.isAllowed && rate.isExceeded)
      throw new PortalError('request.rate_limited', { retryAfter: rate.ttlInSeconds })
  }
}
