import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'

/** One person a second is more than passes a door; what was captured offline may come as fast as it is looked at. */
const PICTURES_PER_MINUTE = 240
/** A station whose key is wrong tries now and then; nobody needs more. */
const MISUSES_PER_MINUTE = 20

/** What stations may send. Both throw 'request.rate_limited' with the seconds to wait. */
export interface StationLimits {
  /** Counts a picture of a station that has proved its key: others at its address do not concern it. */
  picture(request: FastifyRequest, stationId: string): Promise<void>
  /** Counts what was not sealed with the station's key, by address and station. */
  misuse(request: FastifyRequest, stationId: string): Promise<void>
}

/** The limits of all stations. */
export function createStationLimits(app: FastifyInstance): StationLimits {
  const pictures = createLimit(app, PICTURES_PER_MINUTE, (_, stationId) => `station ${stationId}`)
  const misuses = createLimit(app, MISUSES_PER_MINUTE, ({ ip }, stationId) => `misuse ${ip} ${stationId}`)
  return { picture: pictures, misuse: misuses }
}

function createLimit(
  app: FastifyInstance,
  max: number,
  keyOf: (request: FastifyRequest, stationId: string) => string,
): StationLimits['picture'] {
  const keys = new WeakMap<FastifyRequest, string>()
  const limit = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => keys.get(request) ?? request.ip,
  })
  return async (request, stationId) => {
    keys.set(request, keyOf(request, stationId))
    const rate = await limit(request)
    if (!rate.isAllowed && rate.isExceeded)
      throw new PortalError('request.rate_limited', { retryAfter: rate.ttlInSeconds })
  }
}
