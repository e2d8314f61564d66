import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { and, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { ONE_ROSTER_PATH, ROSTER_SCOPES, type RosterScope } from '../../../contract/rules/one-roster.ts'
import { countRequest, rateKey, refuseOverRate } from '../../http/request-limit.ts'
import { beginUnit } from '../../http/begin-call.ts'
import { JSON_COMPRESSION } from '../../http/route.ts'
import type { Tx } from '../../db/database.ts'
import { queryAny, queryRows, queryValue } from '../../db/query.ts'
import { findOwnCaller, type OwnCaller } from '../oauth/own-tokens.ts'
import { portalOrigin } from '../oauth/routes/issuer.ts'
import { describeRosterFailure, RosterFailure } from './failures.ts'
import { readRosterQuery, type RosterQuery } from './read-query.ts'
import { readAgents } from './records.ts'
import {
  type Around,
  columnsOf,
  describeRecord,
  fieldRow,
  RECORD_TYPES,
  type RecordKind,
  ROSTER_ROUTES,
  type RosterRoute,
} from './resources.ts'

/** Of one client: 50,000 people are 50 pages of 1000, or 500 of the usual size. */
const READS_PER_MINUTE = 1200

const [CORE, ROSTER, DEMOGRAPHICS] = ROSTER_SCOPES
/** As the specification says: what belongs to a class, a school or a person needs more than the core. */
const SCOPES: Readonly<Record<RosterRoute['scopes'], readonly RosterScope[]>> = {
  core: [CORE, ROSTER],
  roster: [ROSTER],
  demographics: [DEMOGRAPHICS],
}

const parameters = z.object({ id: z.optional(z.string()), class: z.optional(z.string()) })

/** Registers OneRoster 1.2 (rostering, read only) for third parties with tokens in their own name. */
export function registerOneRoster(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerFault(error, request, reply))
    for (const route of ROSTER_ROUTES) {
      scope.get(
        `${ONE_ROSTER_PATH}/${route.path}`,
        { config: { serverToServer: true }, compress: JSON_COMPRESSION },
        (request, reply) => answer(route, request, reply),
      )
    }
    scope.get(`${ONE_ROSTER_PATH}/*`, { config: { serverToServer: true } }, async (request) => {
      await authenticate(request)
      throw new RosterFailure(404, 'unknownobject', 'The service has nothing at this address.')
    })
  })
}

async function answer(route: RosterRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { unitId, caller } = await authenticate(request)
  if (!SCOPES[route.scopes].some((scope) => caller.scopes.has(scope)))
    throw new RosterFailure(403, 'forbidden', `The token needs the scope ${SCOPES[route.scopes].join(' or ')}.`)
  const type = RECORD_TYPES[route.kind]
  const query = readRosterQuery(z.parse(z.looseObject({}), request.query), type.fields)
  const { id = '', class: classId = '' } = z.parse(parameters, request.params)
  const origin = portalOrigin(request)
  const around = {
    unitId,
    refer: (kind: RecordKind, sourcedId: string) => ({
      href: `${origin}${ONE_ROSTER_PATH}/${RECORD_TYPES[kind].plural}/${encodeURIComponent(sourcedId)}`,
      sourcedId,
      type: kind,
    }),
  }
  const { total, records } = await request.server.database.inUnit(
    { unitId, userId: null },
    async (tx) => {
      await requireNamed(tx, route, [id, classId])
      const wanted = and(
        route.only,
        route.isOne ? sql`sourced_id = ${requireId(id)}` : route.within?.(id, classId),
        route.isOne ? undefined : sql`(${query.where})`,
      )
      return readRecords(tx, route.kind, wanted ?? sql`true`, query, around)
    },
    'export',
  )
  // Who read what of a school is in the log.
  request.log.info(
    { client: caller.clientId, unit: unitId, path: route.path, records: records.length, address: request.ip },
    'roster read',
  )
  void reply.header('cache-control', 'no-store')
  if (route.isOne) {
    const [record] = records
    if (!record) throw unknown()
    return reply.send({ [route.kind]: record })
  }
  return reply
    .headers({ 'x-total-count': total, link: linksOf(`${origin}${request.url}`, query, total) })
    .send({ [type.plural]: records })
}

/** Throws 'tenant.unknown_host', 'licence.expired', 'request.rate_limited', and RosterFailure 401. */
async function authenticate(request: FastifyRequest): Promise<{ unitId: string; caller: OwnCaller }> {
  const [, token] = /^Bearer ([\w.~+/-]{1,200}=*)$/i.exec(request.headers.authorization ?? '') ?? []
  const { context, caller } = await request.server.database.transaction(async (tx) => {
    const begun = await beginUnit(tx, request, { licence: 'base' })
    return { context: begun, caller: token === undefined ? undefined : await findOwnCaller(tx, token) }
  })
  if (!caller) throw new RosterFailure(401, 'unauthorisedrequest', 'An access token of this school is needed.')
  if (!context.licensed) throw new PortalError('licence.expired')
  const key = rateKey('one-roster', caller.clientId)
  refuseOverRate(await countRequest(request, { key, perMinute: READS_PER_MINUTE, ownNetworkAddress: null }))
  return { unitId: context.unit.unitId, caller }
}

/** Throws RosterFailure 404 unless the records that the path names exist. */
async function requireNamed(tx: Tx, { named = [] }: RosterRoute, ids: readonly string[]): Promise<void> {
  for (const [at, { kind, only }] of named.entries()) {
    const found = and(only, sql`sourced_id = ${requireId(ids[at] ?? '')}`)
    if (!(await queryAny(tx)`select from (${RECORD_TYPES[kind].records}) x where ${found}`)) throw unknown()
  }
}

async function readRecords(
  tx: Tx,
  kind: RecordKind,
  wanted: SQL,
  { limit, offset, order, fields }: RosterQuery,
  given: Omit<Around, 'agents'>,
): Promise<{ total: number; records: Record<string, unknown>[] }> {
  const from = sql`(${RECORD_TYPES[kind].records}) x where ${wanted}`
  const total = await queryValue(tx, z.number())`select count(*)::int from ${from}`
  const rows = await queryRows(tx, fieldRow)`
    select ${columnsOf(RECORD_TYPES[kind])} from ${from} order by ${order} limit ${limit} offset ${offset}`
  const ids = rows.map(({ sourcedId }) => String(sourcedId))
  const around = { ...given, agents: kind === 'user' ? await readAgents(tx, ids) : new Map() }
  const isWanted = ([name]: readonly [string, unknown]) => fields === null || fields.includes(name)
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(describeRecord(kind, row, around)).filter(isWanted)),
  )
  return { total, records }
}

/** For the header Link (RFC 8288). The limit is the one that was kept to. */
function linksOf(address: string, { limit, offset }: RosterQuery, total: number): string {
  const at = (to: number) => {
    const url = new URL(address)
    url.searchParams.set('limit', String(limit))
    url.searchParams.set('offset', String(to))
    return url.href
  }
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit
  const pages = [
    ...(offset + limit < total ? [['next', offset + limit] as const] : []),
    ...(offset > 0 ? [['prev', Math.max(0, Math.min(offset, total) - limit)] as const] : []),
    ['first', 0] as const,
    ['last', last] as const,
  ]
  return pages.map(([rel, to]) => `<${at(to)}>; rel="${rel}"`).join(', ')
}

const unknown = () => new RosterFailure(404, 'unknownobject', 'There is no such record.')

/** Throws RosterFailure 404 for what can be no identifier, which PostgreSQL may refuse. */
function requireId(id: string): string {
  if (!/^[\w-]{1,128}$/.test(id)) throw unknown()
  return id
}

function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, retryAfter, body } = describeRosterFailure(error)
  request.outcome = code
  if (code === 'server.internal') request.log.error({ err: error }, 'a request failed')
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  if (status === 401) void reply.header('www-authenticate', `Bearer realm="${portalOrigin(request)}"`)
  if (status === 403)
    void reply.header('www-authenticate', `Bearer realm="${portalOrigin(request)}", error="insufficient_scope"`)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
