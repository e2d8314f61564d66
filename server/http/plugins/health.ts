import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Logged at debug level only: asked every few seconds by whatever watches the portal. */
    readonly quiet?: boolean
  }
}

/** `GET /healthz` answers 200 when the portal can serve, and 503 while the database is away. */
export function answerHealth(app: FastifyInstance): void {
  app.get('/healthz', { config: { quiet: true, rateLimit: false } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    try {
      await app.database.ping()
      return 'ok'
    } catch {
      return reply.code(503).send('the database does not answer')
    }
  })
}
