import type { FastifyRequest } from 'fastify'
import type { Origin } from './sign-in-events.ts'

/** Where a request comes from, as the events of a sign-in tell it. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
