import type { FastifyInstance } from 'fastify'
import * as rows from '../../../../contract/endpoints/second-factor.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { beginSetup, confirmSetup, readSecondStep, turnOffSecondStep } from '../second-step/second-step-setup.ts'
import { enqueueNotice } from '../account-notices.ts'
import { originOf } from '../sign-in-events.ts'

/** Only reading is a `route`: no transaction may wait for hashing. */
export function registerSecondStepRoutes(app: FastifyInstance, passwords: Passwords): void {
  const { database, vault } = app
  const keys = { passwords, vault }

  route(app, rows.secondStep, (_, { tx, session }) => readSecondStep(tx, session))
  streamRoute(app, rows.beginSecondStep, (call) =>
    beginSetup(database, keys, call.session, call.parse({}), originOf(call.request)),
  )
  streamRoute(app, rows.confirmSecondStep, async (call) => {
    const { session, request } = call
    const { recoveryCodes, replaced } = await confirmSetup(
      database,
      keys,
      session,
      call.parse({}).code,
      originOf(request),
    )
    enqueueNotice(call, session, replaced ? 'second-step-replaced' : 'second-step-on')
    return { recoveryCodes }
  })
  streamRoute(app, rows.turnOffSecondStep, async (call) => {
    await turnOffSecondStep(database, keys, call.session, call.parse({}), originOf(call.request))
    enqueueNotice(call, call.session, 'second-step-off')
    return 'success' as const
  })
}
