import type { FastifyInstance } from 'fastify'
import * as rows from '../../../../contract/endpoints/attendance/attendance-admin.ts'
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
  route(app, rows.settings, async (_, call) => readAttendanceSettings(await admit(call)))
  route(app, rows.saveSettings, async (given, call) => saveAttendanceSettings(await admit(call), call.session, given))
}

function registerRules(app: FastifyInstance): void {
  route(app, rows.rules, async (_, call) => listRules(await admit(call), app.now()))
  route(app, rows.saveRule, async (given, call) => setRule(await admit(call), call.session, given, app.now()))
  route(app, rows.deleteRule, async ({ ruleId }, call) => endRule(await admit(call), ruleId, app.now()))
}

function registerCalendar(app: FastifyInstance): void {
  route(app, rows.calendar, async ({ year }, call) => listMarkedDays(await admit(call), year))
  route(app, rows.saveDays, async ({ days }, call) => markDays(await admit(call), call.session, days))
  route(app, rows.deleteDays, async ({ dates }, call) => unmarkDays(await admit(call), dates))
}

function registerCards(app: FastifyInstance): void {
  const { vault } = app
  route(app, rows.cards, async (input, call) => listCards(await admit(call), vault, input))
  route(app, rows.setCard, async (given, call) => giveCard(await admit(call), vault, call.session, given))
  route(app, rows.removeCard, async (given, call) => takeCard(await admit(call), vault, given))
}

/** The transaction, for callers with the right to change settings. Throws 'access.denied'. */
async function admit({ tx, session }: Call): Promise<Tx> {
  if (!(await readRights(tx, session)).administer) throw new PortalError('access.denied')
  return tx
}
