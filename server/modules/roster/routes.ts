import type { FastifyInstance } from 'fastify'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import { route, streamRoute } from '../../http/route.ts'
import { heldPermissions } from '../auth/held-permissions.ts'
import { readClasses, readClassList, readContacts, saveColumns } from './roster.ts'

/** Registers class lists. What carries the data of a whole class out of the portal is logged after it was read. */
export function registerRosterRoutes(app: FastifyInstance): void {
  route(app, roster.classes, (_, { tx, session }) => readClasses(tx, session))
  route(app, roster.classList, ({ classId }, { tx, session }) => readClassList(tx, session, classId))
  route(app, roster.saveColumns, ({ columns }, { tx, session }) => saveColumns(tx, session, columns))

  streamRoute(app, roster.contacts, async (call) => {
    const { classId } = call.parse({})
    const found = await call.inUnit((tx) => readContacts(tx, call.session, classId, { withPhones: true }))
    logRead(call, roster.contacts, { classId, contacts: true })
    return found
  })
  streamRoute(app, roster.exportClass, async (call) => {
    const { classId, contacts = false } = call.parse({})
    const found = await call.inUnit(async (tx) => {
      const held = contacts ? await heldPermissions(tx, call.session, ['roster_contacts']) : new Set()
      return readContacts(tx, call.session, classId, { withPhones: held.has('roster_contacts') })
    })
    logRead(call, roster.exportClass, { classId, contacts })
    return found
  })
}

function logRead({ session, request }: StreamCall, { name: action }: AnyEndpoint, what: object): void {
  const { userId: actor, unitId } = session
  request.log.info({ actor, unitId, action, address: request.ip, ...what }, 'class list')
}
