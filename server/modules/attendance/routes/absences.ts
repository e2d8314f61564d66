import type { FastifyInstance } from 'fastify'
import * as absences from '../../../../contract/endpoints/attendance/absences.ts'
import { route } from '../../../http/route.ts'
import { decideAboutAbsence, editAbsence, enterAbsence, takeBackAbsence, undecideAbsence } from '../absence-changes.ts'
import { listAbsences } from '../absences.ts'

const PARENT = 3

export function registerAbsences(app: FastifyInstance): void {
  route(app, absences.absences, (input, { tx, session }) => listAbsences(tx, session, input))
  route(app, absences.requestAbsence, async (given, { tx, session, record }) => {
    const notice = await enterAbsence(tx, session, given, app.now())
    // A guardian's notice is a request; one that staff enters is recorded in the trail.
    if (session.userType !== PARENT) {
      const { studentId: _, note: __, ...changes } = given
      await record(tx, { target: { kind: 'pupil', id: notice.person.id }, changes })
    }
    return notice
  })
  route(app, absences.changeAbsence, (given, { tx, session }) => editAbsence(tx, session, given, app.now()))
  route(app, absences.withdrawAbsence, async ({ absenceId }, { tx, session, record }) => {
    const notice = await takeBackAbsence(tx, session, absenceId)
    if (session.userType !== PARENT) await record(tx, { target: { kind: 'absence', id: absenceId } })
    return notice
  })
  route(app, absences.decideAbsence, async (given, { tx, session, record }) => {
    const { absenceId, ...changes } = given
    await record(tx, { target: { kind: 'absence', id: absenceId }, changes })
    return decideAboutAbsence(tx, session, given)
  })
  route(app, absences.reopenAbsence, async ({ absenceId }, { tx, session, record }) => {
    await record(tx, { target: { kind: 'absence', id: absenceId } })
    return undecideAbsence(tx, session, absenceId)
  })
}
