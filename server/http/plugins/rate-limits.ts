import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'

/** Limits the requests of one address (of one 64-bit network for IPv6). Too many answer 'request.rate_limited' with Retry-After. */
export async function limitRates(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    ipv6Subnet: 64,
    addHeaders: {
      'retry-after': false,
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) =>
      new PortalError('request.rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  })
}
