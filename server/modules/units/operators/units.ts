import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { AnyEndpoint, ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import * as units from '../../../../contract/endpoints/units/units.ts'
import {
  DELETION_DAYS,
  type Health,
  type UnitPage,
  UNITS_PAGE_MAX,
} from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { asId, queryOne, queryRows, queryValue } from '../../../db/query.ts'
import { fieldError, type Handler } from '../../../http/call.ts'
import { versionOf } from '../../../http/record-version.ts'
import { route } from '../../../http/route.ts'
import { readPackageVersions } from '../../desktop/package-versions.ts'

// The operators' units. The functions `portal_operator_…` of the database see all units, check that an operator calls, and return figures only.

const PAGE = 30

/** SQL: a unit as JSON, of a row `f` of `portal_operator_figures`. */
const figures = sql`json_build_object(
  'unitId', f.unit_id, 'name', f.name, 'englishName', f.english_name, 'unitType', f.unit_type, 'state', f.state,
  'deleteAfter', portal_moment(f.delete_after), 'archivedAt', portal_moment(f.archived_at), 'createdAt', portal_moment(f.created_at), 'hosts', f.hosts, 'people', f.people,
  'peopleLimit', f.people_limit, 'storage', f.storage, 'storageLimit', f.storage_limit, 'lastActivity', portal_moment(f.last_activity))`

const ORDER = {
  name: sql`f.name`,
  people: sql`f.people`,
  storage: sql`f.storage`,
  lastActivity: sql`f.last_activity`,
  createdAt: sql`f.created_at`,
} as const

/** Whether an expression is true; null counts as false. */
const holds = async (tx: Tx, condition: SQL): Promise<boolean> =>
  (await queryValue(tx, z.nullable(z.boolean()))`select ${condition}`) === true

/** Throws 'access.denied' for others than operators. */
export async function requireOperator(tx: Tx): Promise<void> {
  if (!(await holds(tx, sql`portal_is_operator()`))) throw new PortalError('access.denied')
}

/** As `route`, for operators alone. */
export function operatorRoute<R extends AnyEndpoint>(app: FastifyInstance, endpoint: R, handler: Handler<R>): void {
  route(app, endpoint, async (given, call) => {
    await requireOperator(call.tx)
    return handler(given, call)
  })
}

export async function listUnits(
  tx: Tx,
  { query = '', state, sort = 'name', descending = false, page = 1, size = PAGE }: ParsedRequestOf<typeof units.list>,
): Promise<ResponseOf<typeof units.list>> {
  const limit = Math.min(size, UNITS_PAGE_MAX)
  const order = sql`${ORDER[sort]} ${descending ? sql`desc nulls last` : sql`asc nulls first`}, f.name, f.unit_id`
  return queryOne(tx, units.list.response)`
    with found as materialized (
      select * from portal_operator_figures(null, ${query.trim().toLowerCase()}, ${state ?? null}::text)),
    page as (select f.*, row_number() over (order by ${order}) as place from found f order by place limit ${limit} offset ${(page - 1) * limit})
    select (select count(*) from found)::int as total,
      coalesce((select json_agg(${figures} order by f.place) from page f), '[]') as units`
}

const unitRow = z.object({ unit: z.looseObject({}), more: z.looseObject({}) })

/** Throws 'units.gone'. */
export async function readUnit(tx: Tx, unitId: string): Promise<UnitPage> {
  const [found] = await queryRows(tx, unitRow)`
    select ${figures} as unit, portal_operator_unit(f.unit_id) as more
    from portal_operator_figures(${asId(unitId)}, '', null) f where f.unit_id = ${asId(unitId)}`
  if (!found) throw new PortalError('units.gone')
  const unit = { ...Object(found.unit), ...found.more }
  // `route` checks the answer against the contract.
  return { ...unit, version: versionOf(z.parse(savedFields, unit)) }
}

/** What operators change in a unit. */
const savedFields = z.pick(units.read.response, { hosts: true, licences: true, peopleLimit: true, storageLimit: true })

/** The values that differ, before and after. */
export function describeChange(before: UnitPage, after: UnitPage) {
  const keys = (['state', 'deleteAfter', 'hosts', 'licences', 'peopleLimit', 'storageLimit', 'areaId'] as const).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const shown = (unit: UnitPage) => Object.fromEntries(keys.map((key) => [key, unit[key]]))
  return { before: shown(before), after: shown(after) }
}

// The changes below take the id of a unit that `readUnit` has found in the same transaction.

/** Runs a function that returns false when the unit was deleted meanwhile. Throws 'units.gone' then. */
export async function changeUnit(tx: Tx, call: SQL): Promise<void> {
  if (!(await holds(tx, call))) throw new PortalError('units.gone')
}

/** Orders the deletion. Throws 'units.gone', and 'units.name_differs' at the field. */
export async function orderDeletion(tx: Tx, unitId: string, typedName: string): Promise<void> {
  const before = await readUnit(tx, unitId)
  if (typedName !== before.name && typedName !== before.englishName) throw fieldError('name', 'units.name_differs')
  await changeUnit(tx, sql`portal_operator_delete(${unitId}::uuid, ${DELETION_DAYS})`)
}

/** Throws 'setup.host_taken' and 'units.host_twice' at the field. */
export async function changeHosts(tx: Tx, { unitId, hosts }: ParsedRequestOf<typeof units.saveHosts>): Promise<void> {
  const twice = hosts.findIndex((host, at) => hosts.indexOf(host) !== at)
  if (twice >= 0) throw fieldError(`hosts.${twice}`, 'units.host_twice')
  const [taken] = await queryValue(tx, z.array(z.string()))`
    select portal_operator_hosts(${unitId}::uuid, ${sql.param(hosts)}::text[])`
  if (taken !== undefined) throw fieldError(`hosts.${hosts.indexOf(taken)}`, 'setup.host_taken')
}

/** Throws 'units.area' where one is no school or the other no education office. */
export async function placeSchool(tx: Tx, { unitId, areaId }: ParsedRequestOf<typeof units.saveArea>): Promise<void> {
  const isPlaced =
    (areaId === null || isRowId(areaId)) &&
    (await holds(tx, sql`portal_operator_area(${unitId}::uuid, ${areaId}::uuid)`))
  if (!isPlaced) throw new PortalError('units.area')
}

/** Throws 'units.gone', and 'units.licence_base' for the licence that all others need. */
export async function takeLicence(tx: Tx, unitId: string, serverId: string): Promise<void> {
  if (serverId === 'base') throw new PortalError('units.licence_base')
  await changeUnit(tx, sql`portal_operator_licence(${unitId}::uuid, ${serverId}, null, null, null)`)
}

export async function readHealth(tx: Tx): Promise<Health> {
  const health = await queryValue(tx, z.looseObject({}))`select portal_operator_health()`
  return z.parse(units.health.response, { ...health, version: readPackageVersions('base').serverVersion })
}

/** Throws 'units.job_gone'. */
export async function retryJob(tx: Tx, jobId: string): Promise<void> {
  if (!(await holds(tx, sql`portal_operator_retry(${asId(jobId)})`))) throw new PortalError('units.job_gone')
}
