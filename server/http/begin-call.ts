import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DURING_FIRST_PASSWORD } from '../../contract/first-password.ts'
import { LINKED_ACCOUNT_HEADER } from '../../contract/linked-account.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { isRowId, type Tx } from '../db/database.ts'
import { neededFor, type CallContext } from './call.ts'
import { callHost } from './call-host.ts'

// Who makes a call, and whether they may.

/** Who makes a call, in its transaction, which is in their unit then. Throws what `checkAccess` throws. */
export async function beginIn(tx: Tx, endpoint: AnyEndpoint, request: FastifyRequest): Promise<CallContext> {
  const { readToken, begin } = request.server.sessionReader
  const token = readToken(request)
  const context = await begin(tx, callHost(request), token, neededFor(endpoint, request.ip, linkedAccountOf(request)))
  request.callContext = context
  return checkAccess(endpoint, context, token)
}

/** The linked account for which a call is made, by its header; null without one. Throws 'link.gone' for what is no identifier. */
function linkedAccountOf({ headers }: FastifyRequest): string | null {
  const account = headers[LINKED_ACCOUNT_HEADER]
  if (account === undefined) return null
  if (typeof account !== 'string' || !isRowId(account)) throw new PortalError('link.gone')
  return account
}

/** Throws 'session.required', 'session.expired', 'password.first_due', 'access.denied', 'access.part', 'admin.network', 'admin.second_factor',
 * 'admin.factor_stale', 'licence.expired' or why a linked account cannot be acted for. */
export function checkAccess(endpoint: AnyEndpoint, context: CallContext, token: string | undefined): CallContext {
  if (endpoint.access === 'public') return context
  if (!context.session) throw new PortalError(token === undefined ? 'session.required' : 'session.expired')
  if (context.firstPassword && !DURING_FIRST_PASSWORD.includes(endpoint)) throw new PortalError('password.first_due')
  if (context.linkProblem) throw new PortalError(context.linkProblem)
  const allowed =
    endpoint.access === 'admin'
      ? context.session.admin
      : endpoint.access === 'session' || endpoint.access.includes(context.session.userType)
  if (allowed && context.inPart) throw new PortalError('access.part')
  if (!allowed || !context.permitted) throw new PortalError('access.denied')
  const leftToHandler = endpoint.riskInPart && context.adminRefusal === 'admin.factor_stale'
  if (context.adminRefusal && !leftToHandler) throw new PortalError(context.adminRefusal)
  if (!context.licensed) throw new PortalError('licence.expired')
  return context
}

/** `requireFresh` of a call, and the check that a handler with `riskInPart` made use of it, since one that forgot would ask no call for a fresh factor. */
export function openFreshness({ name, riskInPart }: AnyEndpoint, { adminRefusal }: CallContext) {
  let decided = false
  const requireFresh = (applies: boolean): void => {
    decided = true
    if (applies && adminRefusal === 'admin.factor_stale') throw new PortalError(adminRefusal)
  }
  const requireDecided = (): void => {
    if (riskInPart && !decided) throw new Error(`${name} did not decide whether the call is of its risk`)
  }
  return { requireFresh, requireDecided }
}

/** As `beginIn`, without a transaction that lasts. */
export async function beginOnce(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): Promise<CallContext> {
  const { readToken, hashToken, readContext } = app.sessionReader
  const token = readToken(request)
  const hash = token === undefined ? null : hashToken(token)
  const context = readContext(
    await app.database.readFunction('portal_begin', [
      callHost(request),
      hash,
      ...neededFor(endpoint, request.ip, linkedAccountOf(request)),
    ]),
  )
  request.callContext = context
  return checkAccess(endpoint, context, token)
}
