import { portalOf } from '../../../http/portal-address.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as passwordsEndpoints from '../../../../contract/endpoints/sign-in/passwords.ts'
import { type HostUnit, requireName, requireText } from '../../../http/call.ts'
import { streamRoute } from '../../../http/route.ts'
import { changePassword, replaceFirstPassword } from '../passwords/new-password.ts'
import { prove, type ProofContext, type Proof } from '../passwords/password-proofs.ts'
import { countResetQuestion, createResetQuestions, resetPassword } from '../passwords/password-reset.ts'
import { issueCode } from '../passwords/reset-code.ts'
import { clearSessionCookies, readDeviceToken } from '../session-tokens.ts'
import { noticeOf } from '../account-notices.ts'
import { originOf } from '../sign-in-events.ts'
import type { SignInDeps } from '../sign-in-limit.ts'

export function registerPasswordRoutes(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  const questions = createResetQuestions(app)

  // All use `streamRoute`, because a wrong secret must not roll back its own count, and no transaction may wait for the hashing.
  streamRoute(app, passwordsEndpoints.requestReset, async (call) => {
    const { unit, request } = call
    const loginName = requireName(call.parse({}).username)
    await limit(request)
    await call.inUnit(async (tx) => {
      await countResetQuestion(tx, request.ip)
      await questions.accept(tx, unit.unitId, { loginName, portal: portalOf(request), ...originOf(request) })
    })
  })

  streamRoute(app, passwordsEndpoints.checkReset, async (call) => {
    const { unit, request } = call
    const proof = readProof(call.parse({}))
    await limit(request)
    const { loginName } = await prove(app.database, passwords, proofContextOf(unit, request), proof)
    return { loginName }
  })

  streamRoute(app, passwordsEndpoints.reset, async (call) => {
    const { unit, session, request, reply } = call
    const { newPassword, ...given } = call.parse({})
    const proof = readProof(given)
    await limit(request)
    const context = proofContextOf(unit, request)
    const { userId, loginName } = await resetPassword(
      app.database,
      passwords,
      context,
      proof,
      newPassword,
      noticeOf(call),
    )
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

function proofContextOf(unit: HostUnit, request: FastifyRequest): ProofContext {
  return { unit, device: readDeviceToken(request), ...originOf(request) }
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
