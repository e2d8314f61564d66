import type { FastifyInstance } from 'fastify'

const SWEEP_INTERVAL = 100

/**
 * Lets close() finish: a connection that is kept alive and busy when closing begins would become idle later and then be waited for until it
 * times out. Cutting it off instead would lose the answer that is on its way.
 */
export function sweepIdleConnections(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL)
  })
  app.addHook('onClose', async () => clearInterval(sweep))
}
