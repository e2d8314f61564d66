import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as operatorsEndpoints from '../../../../contract/endpoints/units/operators.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { fieldError, type StreamCall } from '../../../http/call.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { endAllSessions } from '../../auth/own-sessions.ts'
import { storePassword } from '../../auth/passwords/new-password.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { removeSecondStep } from '../../auth/second-step/second-step-setup.ts'
import { createPassword } from '../../people/record/first-passwords.ts'
import { writeAccount } from '../setup/set-up.ts'
import { operatorRoute, requireOperator } from './units.ts'
import { listOperators, requireOther } from './operators.ts'

/** Hashing a password is much work. */
const PASSWORDS_PER_MINUTE = 10

/** Registers the endpoints with which operators manage the accounts of operators. */
export function registerOperators(app: FastifyInstance, passwords: Passwords): void {
  const limit = createRequestLimit({ name: 'operators', perMinute: PASSWORDS_PER_MINUTE })
  const newPassword = async (call: StreamCall) => {
    await call.inUnit(requireOperator)
    await limit(call.request)
    const password = createPassword()
    return { password, passwordHash: await passwords.hash(password, call.session.unitId) }
  }

  operatorRoute(app, operatorsEndpoints.list, (_, { tx }) => listOperators(tx))

  streamRoute(app, operatorsEndpoints.add, async (call) => {
    const account = call.parse({})
    const { password, passwordHash } = await newPassword(call)
    const operators = await call.inUnit(async (tx) => {
      await requireOperator(tx)
      const { unitId, userId: issuedBy } = call.session
      const id = await writeAccount(tx, unitId, { ...account, passwordHash }, { superman: true, issuedBy })
      if (id === null) throw fieldError('loginName', 'people.login_taken')
      await call.record(tx, { target: { kind: 'person', id }, changes: { loginName: account.loginName } })
      return listOperators(tx)
    })
    return { operators, loginName: account.loginName, password }
  })

  streamRoute(app, operatorsEndpoints.reset, async (call) => {
    const { userId } = call.parse({})
    const { password, passwordHash } = await newPassword(call)
    const { unitId } = call.session
    return call.inUnit(async (tx) => {
      const { loginName, open } = await requireOther(tx, call.session, userId)
      if (!open) throw new PortalError('operators.closed')
      const issuedBy = call.session.userId
      const origin = originOf(call.request)
      await storePassword(tx, { unitId, userId }, { passwordHash, replaces: 'any', issuedBy, origin })
      await removeSecondStep(tx, userId)
      await endAllSessions(tx, { unitId, userId }, call.request.ip)
      await call.record(tx, { target: { kind: 'person', id: userId }, changes: { loginName } })
      return { operators: await listOperators(tx), loginName, password }
    })
  })

  for (const [endpoint, isOpen] of [
    [operatorsEndpoints.close, false],
    [operatorsEndpoints.open, true],
  ] as const)
    route(app, endpoint, async ({ userId }, { tx, session, request, record }) => {
      const { loginName } = await requireOther(tx, session, userId)
      await tx.execute(sql`update user_account set status = ${isOpen ? 1 : 0} where user_id = ${userId}`)
      if (!isOpen) await endAllSessions(tx, { unitId: session.unitId, userId }, request.ip)
      await record(tx, { target: { kind: 'person', id: userId }, changes: { loginName } })
      return listOperators(tx)
    })
}
