import sse from '@fastify/sse'
import type { FastifyInstance } from 'fastify'
import { events, type LiveEvent } from '../../../contract/endpoints/live.ts'
import { streamRoute } from '../../http/route.ts'
import { createLiveHub } from './live-hub.ts'

/** Milliseconds, below what proxies wait for. */
const HEARTBEAT = 25_000
/** Bytes; beyond it a browser that does not read is disconnected, and reconnects. */
const BACKLOG = 64 * 1024
/** Milliseconds. Random, so that browsers do not all return at once after a restart. */
const COME_BACK = { soonest: 1000, latest: 6000 }

export async function registerLiveRoutes(app: FastifyInstance): Promise<void> {
  await app.register(sse, { heartbeatInterval: HEARTBEAT })
  const hub = createLiveHub(app.database, app.log)
  // A stream never ends by itself, and closing waits for everything in flight.
  app.addHook('preClose', async () => hub.close())

  streamRoute(app, events, async ({ session, reply }) => {
    const { unitId, userId, sessionId } = session
    await hub.checkCapacity(session)
    const { sse: stream, raw } = reply
    reply.hijack()
    stream.keepAlive()
    stream.sendHeaders()
    raw.write(`retry: ${Math.round(COME_BACK.soonest + Math.random() * (COME_BACK.latest - COME_BACK.soonest))}\n\n`)
    const leave = hub.join({
      unitId,
      userId,
      sessionId,
      send(event: LiveEvent) {
        if (!stream.isConnected) return
        raw.write(`data: ${JSON.stringify(event)}\n\n`)
        if (raw.writableLength > BACKLOG) raw.destroy()
      },
      end: () => stream.close(),
    })
    stream.onClose(leave)
    if (!stream.isConnected) leave()
    return reply
  })
}
