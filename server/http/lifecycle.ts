import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Logged at debug level only: monitoring calls it every few seconds. */
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
/** Milliseconds that calls in flight get to finish; then all connections are cut. */
const CLOSE_GRACE = 20_000

/** Closes connections that become idle while the server closes: otherwise close() would wait for their time-out. After `grace` ms cuts all of them. */
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
