import type { FastifyRequest } from 'fastify'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { unitType, userType } from '../../contract/fields.ts'
import { DURING_FIRST_PASSWORD } from '../../contract/first-password.ts'
import { LINKED_ACCOUNT_HEADER } from '../../contract/linked-account.ts'
import { ADMIN_PERMISSIONS } from '../../contract/permissions.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { needsFresh, type AnyEndpoint } from '../../contract/endpoint.ts'
import { isRowId, type Tx } from '../db/database.ts'
import type { CallContext } from './call.ts'
import { callHost } from './call-host.ts'
import { plainAddress } from './network-address.ts'

// Who makes a call, and whether they may.

/** How long a second factor counts as fresh. */
const FACTOR_FRESH_SECONDS = 15 * 60

/** What a call asks `portal_begin` about. */
type Needed = Partial<Pick<AnyEndpoint, 'access' | 'permission' | 'licence' | 'method' | 'scoped' | 'risk'>>

const begun = z.object({
  unit_id: z.string(),
  unit_type: unitType,
  session_id: z.nullable(z.string()),
  user_id: z.nullable(z.string()),
  user_type: z.nullable(userType),
  admin: z.boolean(),
  permitted: z.boolean(),
  licensed: z.boolean(),
  factor_due: z.boolean(),
  outside: z.boolean(),
  factor_stale: z.boolean(),
  in_part: z.boolean(),
  scope: z.nullable(z.array(z.string())),
  first_password: z.boolean(),
  linked_from: z.nullable(z.string()),
  link_problem: z.nullable(z.literal(['gone', 'suspended', 'second_step', 'first_password'])),
})

/** The arguments of `portal_begin`. `account`: the linked account on whose behalf the call is made. */
function beginValues(
  request: FastifyRequest,
  { access, permission = null, licence, method = 'GET', scoped, risk }: Needed,
  token: Buffer | null = null,
  account: string | null = null,
) {
  const administers = access === 'admin' || ADMIN_PERMISSIONS.some((code) => code === permission)
  const freshSeconds = needsFresh({ risk }) ? FACTOR_FRESH_SECONDS : null
  const asked = [permission, licence ?? null, method === 'GET', administers]
  return [callHost(request), token, ...asked, plainAddress(request.ip), scoped === true, freshSeconds, account]
}

/** The context of a call, from the rows of `portal_begin`. Throws 'tenant.unknown_host'. */
export function openContext(request: FastifyRequest, [found]: readonly unknown[]): CallContext {
  if (found === undefined) throw new PortalError('tenant.unknown_host')
  const row = z.parse(begun, found)
  const { session_id: sessionId, user_id: userId, user_type, admin, link_problem } = row
  const unit = { unitId: row.unit_id, unitType: row.unit_type }
  const isSignedIn = sessionId !== null && userId !== null && user_type !== null
  request.callContext = {
    unit,
    session: isSignedIn ? { ...unit, sessionId, userId, userType: user_type, admin } : null,
    permitted: row.permitted,
    inPart: row.in_part,
    scope: row.scope,
    licensed: row.licensed,
    adminRefusal: row.outside
      ? 'admin.network'
      : row.factor_due
        ? 'admin.second_factor'
        : row.factor_stale
          ? 'admin.factor_stale'
          : null,
    firstPassword: row.first_password,
    linkedFrom: row.linked_from,
    linkProblem: link_problem && `link.${link_problem}`,
  }
  return request.callContext
}

/** Limits a transaction to the host's unit, without a session. Throws 'tenant.unknown_host'. */
export async function beginUnit(tx: Tx, request: FastifyRequest, needed: Needed = {}): Promise<CallContext> {
  const { rows } = await tx.execute(sql`select * from portal_begin${beginValues(request, needed)}`)
  return openContext(request, rows)
}

/**
 * Limits a transaction to the host's unit and the token's person, in one round trip; another unit's token counts as none. Throws 'tenant.unknown_host' and what
 * `checkAccess` throws.
 */
export async function beginIn(tx: Tx, endpoint: AnyEndpoint, request: FastifyRequest): Promise<CallContext> {
  const token = request.server.readTokenHash(request)
  const values = beginValues(request, endpoint, token, linkedAccountOf(request))
  const { rows } = await tx.execute(sql`select * from portal_begin${values}`)
  return checkAccess(endpoint, openContext(request, rows), token)
}

/** As `beginIn`, without a transaction that lasts. */
export async function beginOnce(endpoint: AnyEndpoint, request: FastifyRequest): Promise<CallContext> {
  const { database, readTokenHash } = request.server
  const token = readTokenHash(request)
  const values = beginValues(request, endpoint, token, linkedAccountOf(request))
  return checkAccess(endpoint, openContext(request, await database.readFunction('portal_begin', values)), token)
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
export function checkAccess(endpoint: AnyEndpoint, context: CallContext, token: Buffer | null): CallContext {
  if (endpoint.access === 'public') return context
  if (!context.session) throw new PortalError(token === null ? 'session.required' : 'session.expired')
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
