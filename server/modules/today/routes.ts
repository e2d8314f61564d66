import type { FastifyInstance } from 'fastify'
import { today } from '../../../contract/endpoints/today.ts'
import { route } from '../../http/route.ts'
import { createUnitCounts } from './attendance-cards.ts'
import { readToday } from './today.ts'

export function registerToday(app: FastifyInstance): void {
  const unitCounts = createUnitCounts()
  route(app, today, (_, { tx, session }) => readToday(tx, session, app.now(), unitCounts))
}
