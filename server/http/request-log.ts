import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response's code, for the log: most failures have HTTP status 200. */
    outcome: string
  }
}

/** Writes one line per answered request, without the query, which may hold credentials. */
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
        linkedFrom: request.callContext?.linkedFrom ?? undefined,
        device: headerOf(request, 'x-portal-device'),
        app: headerOf(request, 'x-portal-app'),
      },
      'request',
    )
  })
}

/** A header of calls, where it has the form of a code. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined
}

export function pathOf(request: FastifyRequest): string {
  const { url } = request
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Whether a path belongs to a call, which is always answered by an envelope. */
export function isCallPath(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/zuul/')
}
