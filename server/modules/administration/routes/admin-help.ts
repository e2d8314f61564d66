import type { FastifyInstance } from 'fastify'
import * as rows from '../../../../contract/endpoints/admin-help.ts'
import { streamRoute } from '../../../http/route.ts'
import { resetSecondStep, signOutPerson } from '../admin-help.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { enqueueNotice } from '../../auth/account-notices.ts'
import { logAdminChange, requireName } from '../../../http/call.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import type { SignInLimit } from '../../auth/sign-in-limit.ts'

/** None is a `route`: the log lines are written once the change is committed, and no transaction may wait for the hashing. */
export function registerAdminHelp(
  app: FastifyInstance,
  { passwords, limit }: { passwords: Passwords; limit: SignInLimit },
): void {
  streamRoute(app, rows.endSessions, async (call) => {
    const { session, request } = call
    const loginName = requireName(call.parse({}).username)
    const person = await call.inUnit((tx) => signOutPerson(tx, session, loginName, originOf(request)))
    logAdminChange(call, rows.endSessions, { target: person.userId, ended: person.ended })
    enqueueNotice(call, { ...session, userId: person.userId }, 'signed-out-by-admin')
    return person
  })

  streamRoute(app, rows.turnOffSecondStep, async (call) => {
    const { session, request } = call
    const { username, ...proof } = call.parse({})
    const loginName = requireName(username)
    await limit(request)
    const keys = { passwords, vault: app.vault }
    const person = await resetSecondStep(app.database, keys, session, loginName, proof, originOf(request))
    logAdminChange(call, rows.turnOffSecondStep, { target: person.userId })
    enqueueNotice(call, { ...session, userId: person.userId }, 'second-step-reset')
    return person
  })
}
