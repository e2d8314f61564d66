import { cleanUpAttendance } from '../cleanup.ts'
import type { FastifyInstance } from 'fastify'
import * as attendance from '../../../../contract/endpoints/attendance/attendance.ts'
import { registerAbsences } from './absences.ts'
import { route } from '../../../http/route.ts'
import type { FaceDeps } from '../../faces/face-deps.ts'
import { findOwn } from '../attendance-access.ts'
import { readPersonalCode, renewPersonalCode } from '../attendance-codes.ts'
import { readGroupDay, readGroupExport, readGroupMonth, readGroups, readMonth } from '../attendance-records.ts'
import { askForCorrection, decideAboutCorrection, takeBackCorrection, listCorrections } from '../corrections.ts'
import { decideAboutUncertain, listUncertain, reopenDiscarded } from '../uncertain-times.ts'
import { registerAttendanceAdmin } from './attendance-admin.ts'
import { registerStations } from './attendance-stations.ts'

export function registerAttendanceRoutes(app: FastifyInstance, faces: FaceDeps): void {
  registerRecords(app)
  registerCorrections(app)
  registerUncertain(app)
  registerAbsences(app)
  registerCodes(app)
  registerAttendanceAdmin(app)
  registerStations(app, faces)
  app.jobs.schedule({
    name: 'attendance',
    everyHours: 1,
    run: (signal) => cleanUpAttendance(app.database, app.now(), signal),
  })
}

function registerRecords(app: FastifyInstance): void {
  route(app, attendance.mine, (input, { tx, session }) => readMonth(tx, session, input, app.now()))
  route(app, attendance.groups, (_, { tx, session }) => readGroups(tx, session, app.now()))
  route(app, attendance.day, (input, { tx, session }) => readGroupDay(tx, session, input, app.now()))
  route(app, attendance.month, (input, { tx, session }) => readGroupMonth(tx, session, input, app.now()))
  route(app, attendance.exportMonth, (input, { tx, session }) => readGroupExport(tx, session, input, app.now()))
}

function registerCorrections(app: FastifyInstance): void {
  route(app, attendance.requestCorrection, (given, { tx, session }) => askForCorrection(tx, session, given, app.now()))
  route(app, attendance.corrections, (input, { tx, session }) => listCorrections(tx, session, input))
  route(app, attendance.decideCorrection, async (given, { tx, session, record }) => {
    const { correctionId, ...changes } = given
    await record(tx, { target: { kind: 'correction', id: correctionId }, changes })
    return decideAboutCorrection(tx, session, given)
  })
  route(app, attendance.withdrawCorrection, (given, { tx, session }) =>
    takeBackCorrection(tx, session, given.correctionId),
  )
}

function registerUncertain(app: FastifyInstance): void {
  route(app, attendance.uncertainTimes, (input, { tx, session }) => listUncertain(tx, session, input))
  route(app, attendance.decideUncertain, async (given, { tx, unit, session, record }) => {
    await record(tx, { target: { kind: 'uncertainTime', id: given.uncertainId }, changes: { when: given.when } })
    return decideAboutUncertain(tx, unit, session, given, app.now())
  })
  route(app, attendance.reopenUncertain, async ({ uncertainId }, { tx, session, record }) => {
    await record(tx, { target: { kind: 'uncertainTime', id: uncertainId } })
    return reopenDiscarded(tx, session, uncertainId)
  })
}

function registerCodes(app: FastifyInstance): void {
  const { vault } = app
  route(app, attendance.code, async ({ studentId }, { tx, session }) =>
    readPersonalCode(tx, vault, await findOwn(tx, session, studentId)),
  )
  route(app, attendance.renewCode, async ({ studentId }, { tx, session }) =>
    renewPersonalCode(tx, vault, session.unitId, await findOwn(tx, session, studentId)),
  )
}
