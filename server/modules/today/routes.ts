import type { FastifyInstance } from 'fastify'
import { saveTodayCard, today } from '../../../contract/endpoints/desktop/today.ts'
import { route } from '../../http/route.ts'
import { deleteEndedCards, saveApplicationCard } from './application-cards.ts'
import { createUnitCounts } from './attendance-cards.ts'
import { readToday } from './today.ts'

export function registerToday(app: FastifyInstance): void {
  const unitCounts = createUnitCounts()
  route(app, today, (_, call) => readToday(call, app.now(), unitCounts))
  route(app, saveTodayCard, (given, { tx, session }) => saveApplicationCard(tx, session, given, app.now()))
  app.jobs.schedule({ name: 'cards of today', everyHours: 24, run: (signal) => deleteEndedCards(app.database, signal) })
}
