import type { FastifyInstance } from 'fastify'
import { children, currentChild, overview, setCurrentChild } from '../../../../contract/endpoints/family.ts'
import { route } from '../../../http/route.ts'
import { chooseChild, readChildren, readCurrentChild, readOverview } from '../family.ts'
import { requireOwn } from '../../../http/call.ts'

export function registerFamilyRoutes(app: FastifyInstance): void {
  route(app, children, async ({ parentId }, { tx, session }) => {
    requireOwn(session, { userId: parentId })
    return readChildren(tx, session)
  })
  route(app, currentChild, async ({ parentId }, { tx, session }) => {
    requireOwn(session, { userId: parentId })
    return readCurrentChild(tx, session)
  })
  route(app, setCurrentChild, async ({ parentId, id }, { tx, session }) => {
    requireOwn(session, { userId: parentId })
    await chooseChild(tx, session, id)
    return 'success' as const
  })
  route(app, overview, (_, { tx, session }) => readOverview(tx, session))
}
