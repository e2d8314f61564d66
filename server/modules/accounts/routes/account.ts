import type { FastifyInstance } from 'fastify'
import * as rows from '../../../../contract/endpoints/account.ts'
import { route } from '../../../http/route.ts'
import { readOwnApplications, revokeOwnApplication } from '../../desktop/own-applications.ts'
import { endOtherSessions, endOwnSession, readOwnSessions } from '../../auth/own-sessions.ts'
import { readSignInEvents } from '../../auth/sign-in-events.ts'

/** No call takes a person's id: the session says whose sign-ins they are. */
export function registerAccountRoutes(app: FastifyInstance): void {
  route(app, rows.ownSessions, (_, { tx, session }) => readOwnSessions(tx, session))
  route(app, rows.endOwnSession, async ({ sessionId }, { tx, session, request }) => {
    await endOwnSession(tx, session, sessionId, request.ip)
    return 'success' as const
  })
  route(app, rows.endOtherSessions, async (_, { tx, session, request }) => ({
    ended: await endOtherSessions(tx, session, request.ip),
  }))
  route(app, rows.ownApplications, (_, { tx, session }) => readOwnApplications(tx, session))
  route(app, rows.revokeApplication, async (which, { tx, session }) => {
    await revokeOwnApplication(tx, session, which)
    return 'success' as const
  })
  route(app, rows.ownSignInEvents, (_, { tx, session }) => readSignInEvents(tx, session.userId))
}
