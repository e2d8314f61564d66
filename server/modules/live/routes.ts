import sse from '@fastify/sse'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as live from '../../../contract/endpoints/live.ts'
import { HEARTBEAT_EVERY, type LiveEvent } from '../../../contract/endpoints/live.ts'
import { route, streamRoute } from '../../http/route.ts'
import { createLiveHub } from './live-hub.ts'

/** Bytes; beyond it a browser that does not read is disconnected, and reconnects. */
const BACKLOG = 64 * 1024
/** Milliseconds. Random, so that browsers do not all return at once after a restart. */
const COME_BACK = { soonest: 1000, latest: 6000 }

export async function registerLiveRoutes(app: FastifyInstance): Promise<void> {
  await app.register(sse, { heartbeatInterval: HEARTBEAT_EVERY })
  const hub = createLiveHub(app.database, app.log)
  // A stream never ends by itself, and closing waits for everything in flight.
  app.addHook('preClose', async () => hub.close())

  streamRoute(app, live.events, async ({ session, reply }) => {
    const { unitId, userId, sessionId } = session
    await hub.checkCapacity(session)
    const { sse: stream, raw } = reply
    reply.hijack()
    stream.keepAlive()
    // A proxy that compresses holds bytes back until it has enough of them. The library adds X-Accel-Buffering.
    reply.header('cache-control', 'no-cache, no-transform')
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
  route(app, live.held, async (_, { tx, session }) => {
    await tx.execute(sql`update session set stream_held_at = now() where session_id = ${session.sessionId}::uuid`)
  })
}
