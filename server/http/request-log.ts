import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the answer, for the log: most failures travel with HTTP 200. */
    outcome: string
  }
}

/** Writes one line per request when it is answered: who, what, how long. Never the query, which may hold credentials. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('outcome', 'ok')
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log[request.routeOptions.config.quiet ? 'debug' : 'info'](
      {
        method: request.method,
        path: pathOf(request),
        host: request.host,
        address: request.ip,
        status: reply.statusCode,
        code: request.outcome,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        unit: request.callContext?.unit.unitId,
        user: request.callContext?.session?.userId,
      },
      'request',
    )
  })
}

/** A request's path without its query. */
export function pathOf(request: FastifyRequest): string {
  const { url } = request
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Whether a request is a call of the table, and so answered by an envelope whatever happens. */
export function isCallPath(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/zuul/')
}
