import { portalOf } from '../../../http/portal-address.ts'
import type { FastifyInstance } from 'fastify'
import * as passwordsEndpoints from '../../../../contract/endpoints/sign-in/passwords.ts'
import { requireName, requireText } from '../../../http/call.ts'
import { streamRoute } from '../../../http/route.ts'
import { changePassword, replaceFirstPassword } from '../passwords/new-password.ts'
import { prove, type Proof } from '../passwords/password-proofs.ts'
import { countResetQuestion, createResetQuestions, resetPassword } from '../passwords/password-reset.ts'
import { issueCode } from '../passwords/reset-code.ts'
import { clearSessionCookies } from '../session-tokens.ts'
import { originOf } from '../sign-in-events.ts'
import type { SignInDeps } from '../sign-in-limit.ts'

export function registerPasswordRoutes(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  const acceptQuestion = createResetQuestions(app)

  // All use `streamRoute`, because a wrong secret must not roll back its own count, and no transaction may wait for the hashing.
  streamRoute(app, passwordsEndpoints.requestReset, async (call) => {
    const { unit, request } = call
    const loginName = requireName(call.parse({}).username)
    await limit(request)
    await call.inUnit(async (tx) => {
      await countResetQuestion(tx, request.ip)
      await acceptQuestion(tx, unit.unitId, { loginName, portal: portalOf(request), ...originOf(request) })
    })
  })

  streamRoute(app, passwordsEndpoints.checkReset, async (call) => {
    const proof = readProof(call.parse({}))
    await limit(call.request)
    const { loginName } = await prove(call, passwords, proof)
    return { loginName }
  })

  streamRoute(app, passwordsEndpoints.reset, async (call) => {
    const { session, request, reply } = call
    const { newPassword, ...given } = call.parse({})
    const proof = readProof(given)
    await limit(request)
    const { userId, loginName } = await resetPassword(call, passwords, proof, newPassword)
    if (session?.userId === userId) clearSessionCookies(reply)
    return { loginName }
  })

  streamRoute(app, passwordsEndpoints.change, async (call) => {
    const given = call.parse({})
    requireText('password', given.password, 'login.password_empty')
    await limit(call.request)
    await changePassword(call, passwords, given)
  })

  streamRoute(app, passwordsEndpoints.replaceFirst, async (call) => {
    const { newPassword } = call.parse({})
    await limit(call.request)
    await replaceFirstPassword(call, passwords, newPassword)
  })

  streamRoute(app, passwordsEndpoints.issueCode, async (call) => {
    const loginName = requireName(call.parse({}).username)
    await limit(call.request)
    return issueCode(call, passwords, loginName)
  })
}

/** Throws 'request.invalid' without a secret or a name with its code. */
function readProof({
  secret = '',
  username = '',
  code = '',
}: Partial<Record<'secret' | 'username' | 'code', string>>): Proof {
  if (secret !== '') return { kind: 'mail', secret }
  const loginName = requireName(username)
  requireText('code', code)
  return { kind: 'admin', loginName, code }
}
