import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../../../contract/endpoints/attendance/attendance-admin.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import type { Call } from '../../../http/call.ts'
import { route } from '../../../http/route.ts'
import { readRights } from '../attendance-access.ts'
import { giveCard, listCards, takeCard } from '../attendance-cards.ts'
import { endRule, listRules, setRule } from '../attendance-rules.ts'
import {
  listMarkedDays,
  markDays,
  unmarkDays,
  readAttendanceSettings,
  saveAttendanceSettings,
} from '../attendance-settings.ts'

export function registerAttendanceAdmin(app: FastifyInstance): void {
  registerRules(app)
  registerCalendar(app)
  registerCards(app)
  route(app, endpoints.settings, async (_, call) => readAttendanceSettings(await authorize(call)))
  route(app, endpoints.saveSettings, async (given, call) =>
    saveAttendanceSettings(await authorize(call), call.session, given),
  )
}

function registerRules(app: FastifyInstance): void {
  route(app, endpoints.rules, async (_, call) => listRules(await authorize(call), app.now()))
  route(app, endpoints.saveRule, async (given, call) => setRule(await authorize(call), call.session, given, app.now()))
  route(app, endpoints.deleteRule, async ({ ruleId }, call) => endRule(await authorize(call), ruleId, app.now()))
}

function registerCalendar(app: FastifyInstance): void {
  route(app, endpoints.calendar, async ({ year }, call) => listMarkedDays(await authorize(call), year))
  route(app, endpoints.saveDays, async ({ days }, call) => markDays(await authorize(call), call.session, days))
  route(app, endpoints.deleteDays, async ({ dates }, call) => unmarkDays(await authorize(call), dates))
}

function registerCards(app: FastifyInstance): void {
  const { vault } = app
  route(app, endpoints.cards, async (input, call) => listCards(await authorize(call), vault, input))
  route(app, endpoints.setCard, async (given, call) => giveCard(await authorize(call), vault, call.session, given))
  route(app, endpoints.removeCard, async (given, call) => takeCard(await authorize(call), vault, given))
}

/** The transaction, for callers with the right to change settings. Throws 'access.denied'. */
async function authorize({ tx, session }: Call): Promise<Tx> {
  if (!(await readRights(tx, session)).administer) throw new PortalError('access.denied')
  return tx
}
