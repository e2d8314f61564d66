import type { FastifyInstance } from 'fastify'
import { linkedAccounts } from '../../../../contract/endpoints/family.ts'
import { switchLogin } from '../../../../contract/endpoints/session.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import { answerSignIn } from '../../auth/session-tokens.ts'
import type { SignInLimit } from '../../auth/sign-in-limit.ts'
import { readLinkedAccounts, switchAccount } from '../linked-accounts.ts'

export function registerLinkedAccounts(app: FastifyInstance, limit: SignInLimit): void {
  // Not `route`: cookies of a session that could not be committed would sign the person out.
  streamRoute(app, switchLogin, async (call) => {
    const { session, request } = call
    const { userId } = call.parse({})
    await limit(request)
    // The device's cookie is not sent to this path.
    const context = { unit: call.unit, device: null, ...originOf(request) }
    const result = await call.inUnit((tx) => switchAccount(tx, session, userId, context))
    return answerSignIn(call.reply, result)
  })

  route(app, linkedAccounts, (input, { tx, session }) => readLinkedAccounts(tx, session, input))
}
