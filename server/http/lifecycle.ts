import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'
import { pause } from '../runtime/clock.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Logged at debug level only: monitoring calls it every few seconds. */
    readonly quiet?: boolean
  }
  interface FastifyInstance {
    readonly drain: (longest: number) => Promise<void>
  }
}

/** `GET /healthz` answers 200 when the portal can serve, and 503 while the database is away. */
export function answerHealth(app: FastifyInstance): void {
  app.get(
    '/healthz',
    { config: { quiet: true, rateLimit: false, pressureHandler: () => undefined } },
    async (_request, reply) => {
      void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      try {
        await app.database.ping()
        return 'ok'
      } catch {
        return reply.code(503).header('retry-after', 2).send('the database does not answer')
      }
    },
  )
}

const DRAIN_INTERVAL = 50
/** So many intervals without a new connection or request, and no web server sends any more. */
const QUIET_INTERVALS = 10

/**
 * Decorates the server with `drain`, to be called before it closes: connections that wait to be accepted when it does are reset, and a web server repeats only
 * what changes nothing. So it is told by such requests: GETs are answered with 502 'server.stopping', which it repeats elsewhere, and all others are
 * served. Resolves when nothing new has come for a while, after `longest` milliseconds in any case.
 */
export function drainBeforeClose(app: FastifyInstance): void {
  let isDraining = false
  let arrived = 0
  app.server.on('connection', () => (arrived += 1))
  app.addHook('onRequest', async ({ method }) => {
    arrived += 1
    if (isDraining && (method === 'GET' || method === 'HEAD')) throw new PortalError('server.stopping')
  })
  app.decorate('drain', async (longest: number) => {
    isDraining = true
    const deadline = performance.now() + longest
    let before = arrived
    // Counted in turns of the event loop: a process that gets no processor time sees nothing arrive.
    for (let quiet = 0; quiet < QUIET_INTERVALS && performance.now() < deadline; quiet += 1) {
      await pause(DRAIN_INTERVAL)
      await nextTurn()
      if (arrived !== before) quiet = -1
      before = arrived
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
