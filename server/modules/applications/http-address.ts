import type { FastifyRequest } from 'fastify'
import { and, eq, ne } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryValues } from '../../db/query.ts'
import { application } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { normalizeHost } from '../../http/call-host.ts'
import { isForPerson, opensOnPlainHttp } from '../units/offered-applications.ts'
import type { HttpApplications } from '../../runtime/http-applications.ts'

/** The request by whose host the portal is reached, with the operator's rule. */
export type HttpRequest = Pick<FastifyRequest, 'host' | 'server'>

/** Why an application may not be on plain http at an address. */
export type HttpRefusal = 'application.http' | 'application.http_own_host'

/** Null for an address that is not of plain http, and for one that the operator's rule names. `ownHosts`: where people reach the portal, at any of its units. */
export function httpRefusalOf(
  rule: HttpApplications,
  address: string,
  ownHosts: ReadonlySet<string>,
): HttpRefusal | null {
  if (!isPlainHttp(address)) return null
  if (!rule.allows(address)) return 'application.http'
  // Cookies know no ports: the browser would send those of the portal there.
  return ownHosts.has(normalizeHost(new URL(address).host)) ? 'application.http_own_host' : null
}

export function isPlainHttp(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'http:'
}

/** Whether a policy can name an address: it knows no IPv6 literals (CSP 3, host-source). */
export function canBeFramed(address: string): boolean {
  return !new URL(address).host.startsWith('[')
}

/** Where people reach the portal: at the hosts of all units and of the operators, and at the one of this request. */
export async function readOwnHosts(tx: Tx, { host, server }: HttpRequest): Promise<Set<string>> {
  const known = await queryValues(tx, z.string())`select host from portal_known_hosts()`
  return new Set([normalizeHost(host), ...server.operatorAddress.hosts, ...known])
}

/** Origins of the unit's applications on plain http that are switched on and may be opened. */
export async function readHttpOrigins(tx: Tx, request: HttpRequest): Promise<string[]> {
  const rule = request.server.httpApplications
  if (rule.places.length === 0) return []
  const addresses = await queryValues(tx, z.string())`
    select distinct menu_route from application
    where own and update_status <> 0 and client_id is null and removed_at is null and menu_route like 'http://%'`
  if (!addresses.some(isPlainHttp)) return []
  const ownHosts = await readOwnHosts(tx, request)
  const shown = addresses.filter(
    (address) => isPlainHttp(address) && canBeFramed(address) && httpRefusalOf(rule, address, ownHosts) === null,
  )
  return [...new Set(shown.map((address) => new URL(address).origin))].toSorted()
}

/** The address of an application on plain http in the person's menu. Throws what the endpoint says. */
export async function readHttpAddress(tx: Tx, session: Session, code: string, request: HttpRequest): Promise<string> {
  const [found] = await tx
    .select({ address: application.menuRoute })
    .from(application)
    .where(and(eq(application.code, code), ne(application.updateStatus, 0), opensOnPlainHttp, isForPerson(session)))
  if (!found) throw new PortalError('application.gone')
  const refusal = httpRefusalOf(request.server.httpApplications, found.address, await readOwnHosts(tx, request))
  if (refusal !== null) throw new PortalError(refusal)
  return found.address
}
