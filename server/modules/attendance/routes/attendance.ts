import { cleanUpAttendance } from '../cleanup.ts'
import type { FastifyInstance } from 'fastify'
import * as absences from '../../../../contract/endpoints/attendance/absences.ts'
import * as attendanceAdmin from '../../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendance from '../../../../contract/endpoints/attendance/attendance.ts'
import { route } from '../../../http/route.ts'
import type { FaceDeps } from '../../faces/face-deps.ts'
import { changeAbsence, decideAbsence, reopenAbsence, requestAbsence, withdrawAbsence } from '../absence-changes.ts'
import { listAbsences } from '../absences.ts'
import { giveCard, listCards, takeCard } from '../attendance-cards.ts'
import { readCode, renewCode } from '../attendance-codes.ts'
import { readGroupDay, readGroupExport, readGroupMonth, readGroups, readMonth } from '../attendance-records.ts'
import { endRule, listRules, setRule } from '../attendance-rules.ts'
import { deleteDays, listDays, readSettings, saveDays, saveSettings } from '../attendance-settings.ts'
import { decideCorrection, listCorrections, requestCorrection, withdrawCorrection } from '../corrections.ts'
import { decideUncertain, listUncertain, reopenUncertain } from '../uncertain-times.ts'
import { registerStations } from './attendance-stations.ts'

export function registerAttendanceRoutes(app: FastifyInstance, faces: FaceDeps): void {
  route(app, attendance.mine, readMonth)
  route(app, attendance.groups, readGroups)
  route(app, attendance.day, readGroupDay)
  route(app, attendance.month, readGroupMonth)
  route(app, attendance.exportMonth, readGroupExport)
  route(app, attendance.requestCorrection, requestCorrection)
  route(app, attendance.corrections, listCorrections)
  route(app, attendance.decideCorrection, decideCorrection)
  route(app, attendance.withdrawCorrection, withdrawCorrection)
  route(app, attendance.uncertainTimes, listUncertain)
  route(app, attendance.decideUncertain, decideUncertain)
  route(app, attendance.reopenUncertain, reopenUncertain)
  route(app, attendance.code, readCode)
  route(app, attendance.renewCode, renewCode)
  route(app, absences.absences, listAbsences)
  route(app, absences.requestAbsence, requestAbsence)
  route(app, absences.changeAbsence, changeAbsence)
  route(app, absences.withdrawAbsence, withdrawAbsence)
  route(app, absences.decideAbsence, decideAbsence)
  route(app, absences.reopenAbsence, reopenAbsence)
  registerAdministration(app)
  registerStations(app, faces)
  app.jobs.schedule({
    name: 'attendance',
    everyHours: 1,
    run: (signal) => cleanUpAttendance(app.database, app.now(), signal),
  })
}

function registerAdministration(app: FastifyInstance): void {
  route(app, attendanceAdmin.rules, listRules)
  route(app, attendanceAdmin.saveRule, setRule)
  route(app, attendanceAdmin.deleteRule, endRule)
  route(app, attendanceAdmin.calendar, listDays)
  route(app, attendanceAdmin.saveDays, saveDays)
  route(app, attendanceAdmin.deleteDays, deleteDays)
  route(app, attendanceAdmin.cards, listCards)
  route(app, attendanceAdmin.setCard, giveCard)
  route(app, attendanceAdmin.removeCard, takeCard)
  route(app, attendanceAdmin.settings, readSettings)
  route(app, attendanceAdmin.saveSettings, saveSettings)
}
