import type { FastifyInstance } from 'fastify'
import { SHARE_PATH } from '../../../contract/service-worker.ts'
import { PortalError } from '../../../contract/portal-error.ts'

/**
 * What the share sheet of a device sends is taken by the service worker. Where there is none yet, or it has no room, a person reads here what to
 * do; nothing is stored, so that anybody may send it.
 */
export function answerShares(app: FastifyInstance): void {
  app.route({
    method: 'POST',
    url: SHARE_PATH,
    config: { serverToServer: true },
    // Before the body: whatever it is, and however long, nobody reads it.
    onRequest: async () => {
      throw new PortalError('share.not_received')
    },
    handler: async () => undefined,
  })
}
