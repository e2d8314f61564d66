import type { FastifyInstance } from 'fastify'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import { requireName } from '../../http/call.ts'
import { streamRoute } from '../../http/route.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { originOf } from '../auth/sign-in-events.ts'
import type { SignInDeps } from '../auth/sign-in-limit.ts'
import { resetSecondStep, seeContact, signOutPerson } from './admin-help.ts'

/** Registers the help of administrators with accounts. None is a `route`, because no transaction may wait for the hashing of a password. */
export function registerAdminHelp(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  streamRoute(app, adminHelp.endSessions, async (call) => {
    const { session, request } = call
    const loginName = requireName(call.parse({}).username)
    return call.inUnit(async (tx) => {
      const found = await signOutPerson(tx, call, loginName, originOf(request))
      await noticeOf(call)(tx, { ...session, userId: found.userId }, 'signed-out-by-admin')
      await call.record(tx, { target: { kind: 'person', id: found.userId }, changes: { ended: found.ended } })
      return found
    })
  })

  streamRoute(app, adminHelp.contactOf, async (call) => {
    const { request } = call
    const loginName = requireName(call.parse({}).username)
    return call.inUnit(async (tx) => {
      const person = await seeContact(tx, call, loginName, originOf(request))
      await call.record(tx, { target: { kind: 'person', id: person.userId } })
      return person
    })
  })

  streamRoute(app, adminHelp.turnOffSecondStep, async (call) => {
    const { username, ...proof } = call.parse({})
    const loginName = requireName(username)
    await limit(call.request)
    return resetSecondStep(call, passwords, loginName, proof)
  })
}
