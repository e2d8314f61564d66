import type { FastifyInstance } from 'fastify'
import { adminEventFilters, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import { route } from '../../http/route.ts'
import { deleteOldAdminEvents, listAdminEvents, readEventFilters } from './admin-events.ts'

/** `keptDays`: how long the trail is kept. */
export function registerTrail(app: FastifyInstance, keptDays: number): void {
  route(app, adminEvents, (wanted, { tx }) => listAdminEvents(tx, wanted))
  route(app, adminEventFilters, async (_, { tx }) => ({ ...(await readEventFilters(tx)), keptDays }))
  const run = (signal: AbortSignal) => deleteOldAdminEvents(app.database, keptDays, signal)
  app.jobs.schedule({ name: 'trail', everyHours: 1, run })
}
