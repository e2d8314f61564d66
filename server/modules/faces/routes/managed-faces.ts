import type { FastifyInstance } from 'fastify'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import * as faceAdmin from '../../../../contract/endpoints/faces/face-admin.ts'
import type { Tx } from '../../../db/database.ts'
import type { StreamCall } from '../../../http/call.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { RequestLimit } from '../../../http/request-limit.ts'
import { readConsents, withdrawConsent } from '../face-consents.ts'
import type { FaceDeps } from '../face-deps.ts'
import { enrolFace } from '../face-enrolment.ts'
import type { FaceRight } from '../face-person.ts'
import { removeFaces, showFace } from '../face-photos.ts'

/** The calls by each right: for the own face and those of children, and of administrators for those of others. */
const CALLS = {
  family: face,
  administrator: {
    enrol: faceAdmin.enrolPerson,
    details: faceAdmin.personDetails,
    consents: faceAdmin.personConsents,
    withdrawConsent: faceAdmin.withdrawPersonConsent,
    removeFaces: faceAdmin.removePersonFaces,
  },
} as const

type Removal<T> = (tx: Tx, call: StreamCall, userId: string, right: FaceRight) => Promise<T>

/** Registers what is done with a face by this right. `pictures`: the limit that both share. */
export function registerManagedFaces(
  app: FastifyInstance,
  deps: FaceDeps,
  pictures: RequestLimit,
  right: FaceRight,
): void {
  const calls = CALLS[right]
  // `streamRoute`, because no transaction may wait for the detection.
  streamRoute(app, calls.enrol, async (call) => {
    const given = call.parse({})
    await pictures(call.request)
    return enrolFace(deps, call, given, right)
  })
  route(app, calls.details, ({ userId }, call) => showFace(call.tx, deps.vault, call, userId, right))
  route(app, calls.consents, ({ userId }, { tx, session }) => readConsents(tx, session, userId, right))

  /** Other processes are notified by the commit, and this one answers after its own index is updated. */
  const remove = async <T>(call: StreamCall, userId: string, work: Removal<T>) => {
    const done = await call.inUnit(async (tx) => {
      if (right === 'administrator') await call.record(tx, { target: { kind: 'person', id: userId } })
      return work(tx, call, userId, right)
    })
    await deps.indexes.refresh(call.session.unitId, userId)
    return done
  }
  streamRoute(app, calls.removeFaces, async (call) => ({
    removed: await remove(call, call.parse({}).userId, removeFaces),
  }))
  streamRoute(app, calls.withdrawConsent, (call) => remove(call, call.parse({}).userId, withdrawConsent))
}
