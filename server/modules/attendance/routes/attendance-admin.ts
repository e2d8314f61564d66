import type { FastifyInstance } from 'fastify'
import * as attendanceAdmin from '../../../../contract/endpoints/attendance/attendance-admin.ts'
import { difference, type AdminTarget } from '../../../http/admin-events.ts'
import { beginSettings, withVersion } from '../../../http/record-version.ts'
import type { Tx } from '../../../db/database.ts'
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
  const readSettings = async (tx: Tx) => withVersion(await readAttendanceSettings(tx))
  route(app, attendanceAdmin.settings, (_, { tx }) => readSettings(tx))
  route(app, attendanceAdmin.saveSettings, async ({ version, ...given }, { tx, session, record }) => {
    const { version: _, ...before } = await beginSettings(tx, attendanceAdmin.saveSettings, version, () =>
      readSettings(tx),
    )
    await record(tx, { changes: difference(before, given) })
    return withVersion(await saveAttendanceSettings(tx, session, given))
  })
}

function registerRules(app: FastifyInstance): void {
  route(app, attendanceAdmin.rules, async (_, call) => listRules(call.tx, app.now()))
  route(app, attendanceAdmin.saveRule, async (given, { tx, session, record }) => {
    const before = (await listRules(tx, app.now())).rules.find(({ ruleId }) => ruleId === given.ruleId)
    const rule = await setRule(tx, session, given, app.now())
    await record(tx, {
      target: { kind: 'rule', id: rule.ruleId },
      changes: difference(before ? valuesOf(before) : null, valuesOf(rule)),
    })
    return rule
  })
  route(app, attendanceAdmin.deleteRule, async ({ ruleId }, { tx, record }) => {
    await record(tx, { target: { kind: 'rule', id: ruleId } })
    return endRule(tx, ruleId, app.now())
  })
}

function valuesOf({
  name,
  englishName,
  weekdays,
  appliesTo,
  classIds,
  validFrom,
  ...rule
}: attendanceAdmin.AttendanceRule) {
  const { inBy, inTolerance, outFrom, outTolerance, dayStart } = rule
  const days = { inBy, inTolerance, outFrom, outTolerance, dayStart }
  return { name, englishName, weekdays, ...days, appliesTo, classIds, validFrom }
}

function registerCalendar(app: FastifyInstance): void {
  route(app, attendanceAdmin.calendar, async ({ year }, call) => listMarkedDays(call.tx, year))
  route(app, attendanceAdmin.saveDays, async ({ days }, { tx, session, record }) => {
    await record(tx, { changes: { days } })
    return markDays(tx, session, days)
  })
  route(app, attendanceAdmin.deleteDays, async ({ dates }, { tx, record }) => {
    await record(tx, { changes: { dates } })
    return unmarkDays(tx, dates)
  })
}

function registerCards(app: FastifyInstance): void {
  const { vault } = app
  route(app, attendanceAdmin.cards, async (input, call) => listCards(call.tx, vault, input))
  // The number is as good as a key.
  route(app, attendanceAdmin.setCard, async (given, { tx, session, record }) => {
    await record(tx, { target: cardTarget(given) })
    return giveCard(tx, vault, session, given)
  })
  route(app, attendanceAdmin.removeCard, async (given, { tx, record }) => {
    await record(tx, { target: cardTarget(given) })
    return takeCard(tx, vault, given)
  })
}

function cardTarget({ kind, id }: { kind: 'pupil' | 'staff'; id: string }): AdminTarget {
  return { kind: kind === 'pupil' ? 'pupil' : 'person', id }
}
