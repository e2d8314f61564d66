import type { FastifyInstance } from 'fastify'
import * as faceAdmin from '../../../../contract/endpoints/faces/face-admin.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { RequestLimit } from '../../../http/request-limit.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import { readConsents, withdrawConsent } from '../face-consents.ts'
import type { FaceDeps } from '../face-deps.ts'
import { enrolFace } from '../face-enrolment.ts'
import { removeFaces, showFace } from '../face-photos.ts'

/** Registers what administrators do with the faces of others. `pictures`: the limit that those of people themselves share. */
export function registerFacesOfOthers(app: FastifyInstance, deps: FaceDeps, pictures: RequestLimit): void {
  // Not `route`: no transaction may wait for the detection.
  streamRoute(app, faceAdmin.enrolPerson, async (call) => {
    const given = call.parse({})
    await pictures(call.request)
    return enrolFace(deps, call, given, 'administrator', originOf(call.request))
  })
  route(app, faceAdmin.personDetails, ({ userId }, { tx, session, request }) =>
    showFace(tx, deps.vault, session, userId, 'administrator', originOf(request)),
  )
  route(app, faceAdmin.personConsents, ({ userId }, { tx, session }) =>
    readConsents(tx, session, userId, 'administrator'),
  )
  // Not `route`: other processes are notified of the commit, and this one answers after its own index is updated.
  streamRoute(app, faceAdmin.removePersonFaces, async (call) => {
    const { userId } = call.parse({})
    const removed = await call.inUnit(async (tx) => {
      const count = await removeFaces(tx, call.session, userId, 'administrator', originOf(call.request))
      await call.record(tx, { target: { kind: 'person', id: userId } })
      return count
    })
    await deps.indexes.refresh(call.session.unitId, userId)
    return { removed }
  })
  streamRoute(app, faceAdmin.withdrawPersonConsent, async (call) => {
    const { userId } = call.parse({})
    const now = await call.inUnit(async (tx) => {
      const state = await withdrawConsent(tx, call.session, userId, 'administrator', originOf(call.request))
      await call.record(tx, { target: { kind: 'person', id: userId } })
      return state
    })
    await deps.indexes.refresh(call.session.unitId, userId)
    return now
  })
}
