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

const SWEEP_INTERVAL = 100
/** What is in flight gets this long to finish; then only clients are left that send or read nothing any more. */
const CLOSE_GRACE = 20_000

/**
 * Lets close() finish: a connection that is kept alive and busy when closing begins would become idle later and then be waited for until it
 * times out. Cutting it off instead would lose the answer that is on its way; that happens only after the grace, in milliseconds.
 */
export function sweepIdleConnections(app: FastifyInstance, grace = CLOSE_GRACE): void {
  let sweep: NodeJS.Timeout | undefined
  let cutOff: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL)
    cutOff = setTimeout(() => app.server.closeAllConnections(), grace)
  })
  app.addHook('onClose', async () => {
    clearInterval(sweep)
    clearTimeout(cutOff)
  })
}
