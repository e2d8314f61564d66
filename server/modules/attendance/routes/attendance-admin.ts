import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../../../contract/endpoints/attendance/attendance-admin.ts'
import { route } from '../../../http/route.ts'
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
  route(app, endpoints.settings, async (_, call) => readAttendanceSettings(call.tx))
  route(app, endpoints.saveSettings, async (given, call) => saveAttendanceSettings(call.tx, call.session, given))
}

function registerRules(app: FastifyInstance): void {
  route(app, endpoints.rules, async (_, call) => listRules(call.tx, app.now()))
  route(app, endpoints.saveRule, async (given, call) => setRule(call.tx, call.session, given, app.now()))
  route(app, endpoints.deleteRule, async ({ ruleId }, call) => endRule(call.tx, ruleId, app.now()))
}

function registerCalendar(app: FastifyInstance): void {
  route(app, endpoints.calendar, async ({ year }, call) => listMarkedDays(call.tx, year))
  route(app, endpoints.saveDays, async ({ days }, call) => markDays(call.tx, call.session, days))
  route(app, endpoints.deleteDays, async ({ dates }, call) => unmarkDays(call.tx, dates))
}

function registerCards(app: FastifyInstance): void {
  const { vault } = app
  route(app, endpoints.cards, async (input, call) => listCards(call.tx, vault, input))
  route(app, endpoints.setCard, async (given, call) => giveCard(call.tx, vault, call.session, given))
  route(app, endpoints.removeCard, async (given, call) => takeCard(call.tx, vault, given))
}
