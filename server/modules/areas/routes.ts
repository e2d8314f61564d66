import type { FastifyInstance } from 'fastify'
import { readTimeZone } from '../units/unit-time-zone.ts'
import * as endpoints from '../../../contract/endpoints/units/areas.ts'
import { route } from '../../http/route.ts'
import { grantAccess, readOfficeAccess, readWatching, revokeAccess } from './access.ts'
import { countInSchools, listAreaMessages, readAreaMessage, recallFromSchools, sendToSchools } from './messages.ts'
import { listSchoolClasses, listSchoolPeople, listSchools, readSchool } from './schools.ts'

/** An education office's section of schools, and what a school lets its office see. */
export function registerAreas(app: FastifyInstance): void {
  route(app, endpoints.schools, (_, { tx }) => listSchools(tx))
  route(app, endpoints.show, ({ unitId }, { tx }) => readSchool(tx, unitId))
  route(app, endpoints.people, (wanted, call) => listSchoolPeople(wanted, call))
  route(app, endpoints.classes, ({ unitId }, call) => listSchoolClasses(unitId, call))

  route(app, endpoints.given, (_, { tx }) => readOfficeAccess(tx))
  route(app, endpoints.watching, (_, { tx }) => readWatching(tx))
  route(app, endpoints.grant, async (given, { tx, session, record }) => {
    await record(tx, { changes: await grantAccess(tx, session, given) })
    return readOfficeAccess(tx)
  })
  route(app, endpoints.revoke, async ({ accessId }, { tx, record }) => {
    await record(tx, { changes: await revokeAccess(tx, accessId) })
    return readOfficeAccess(tx)
  })

  route(app, endpoints.options, async (_, { tx }) => ({ timeZone: await readTimeZone(tx) }))
  route(app, endpoints.count, (given, { tx, session }) => countInSchools(tx, session, given))
  route(app, endpoints.messages, ({ page }, { tx }) => listAreaMessages(tx, page))
  route(app, endpoints.showMessage, ({ areaPublicationId }, { tx }) => readAreaMessage(tx, areaPublicationId))
  route(app, endpoints.sendMessage, async (given, { tx, session, record }) => {
    const { sent, isRepeated } = await sendToSchools(tx, app.jobs, session, given)
    if (isRepeated) return sent
    const { kind, title, importance, userTypes, unitIds, dueOn, sendAt } = given
    await record(tx, {
      changes: {
        kind,
        title,
        importance,
        userTypes,
        schools: unitIds.length,
        recipients: sent.recipients,
        sendAt,
        ...(kind === 'todo' && { dueOn }),
      },
    })
    return sent
  })
  route(app, endpoints.recallMessage, async ({ areaPublicationId }, { tx, session, record }) => {
    const { title } = await readAreaMessage(tx, areaPublicationId)
    const recalled = await recallFromSchools(tx, session, areaPublicationId)
    await record(tx, { changes: { title, recalled } })
    return { recalled }
  })
}
