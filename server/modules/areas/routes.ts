import type { FastifyInstance } from 'fastify'
import { readTimeZone } from '../units/unit-time-zone.ts'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import { route } from '../../http/route.ts'
import { grantAccess, readOfficeAccess, readWatching, revokeAccess } from './access.ts'
import { countInSchools, listAreaMessages, readAreaMessage, recallFromSchools, sendToSchools } from './messages.ts'
import { listSchoolClasses, listSchoolPeople, listSchools, readSchool } from './schools.ts'

/** Registers an education office's pages of its schools, and a school's page of the access that its office has. */
export function registerAreas(app: FastifyInstance): void {
  route(app, areas.schools, (_, { tx }) => listSchools(tx))
  route(app, areas.show, ({ unitId }, { tx }) => readSchool(tx, unitId))
  route(app, areas.people, (wanted, call) => listSchoolPeople(wanted, call))
  route(app, areas.classes, ({ unitId }, call) => listSchoolClasses(unitId, call))

  route(app, areas.given, (_, { tx }) => readOfficeAccess(tx))
  route(app, areas.watching, (_, { tx }) => readWatching(tx))
  route(app, areas.grant, async (given, { tx, session, record }) => {
    await record(tx, { changes: await grantAccess(tx, session, given) })
    return readOfficeAccess(tx)
  })
  route(app, areas.revoke, async ({ accessId }, { tx, record }) => {
    await record(tx, { changes: await revokeAccess(tx, accessId) })
    return readOfficeAccess(tx)
  })

  route(app, areas.options, async (_, { tx }) => ({ timeZone: await readTimeZone(tx) }))
  route(app, areas.count, (given, { tx, session }) => countInSchools(tx, session, given))
  route(app, areas.messages, ({ page }, { tx }) => listAreaMessages(tx, page))
  route(app, areas.showMessage, ({ areaPublicationId }, { tx }) => readAreaMessage(tx, areaPublicationId))
  route(app, areas.sendMessage, async (given, { tx, session, record }) => {
    const { sent, isRepeated } = await sendToSchools(tx, app.jobs, session, given)
    if (isRepeated) return sent
    const { kind, title, importance, userTypes, unitIds, dueOn, sendAt } = given
    const message = { kind, title, importance, userTypes, sendAt, ...(kind === 'todo' && { dueOn }) }
    await record(tx, { changes: { ...message, schools: unitIds.length, recipients: sent.recipients } })
    return sent
  })
  route(app, areas.recallMessage, async ({ areaPublicationId }, { tx, session, record }) => {
    const { title } = await readAreaMessage(tx, areaPublicationId)
    const recalled = await recallFromSchools(tx, session, areaPublicationId)
    await record(tx, { changes: { title, recalled } })
    return { recalled }
  })
}
