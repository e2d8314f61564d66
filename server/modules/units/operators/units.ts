import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import * as units from '../../../../contract/endpoints/units/units.ts'
import {
  DELETION_DAYS,
  type Health,
  type UnitPage,
  UNITS_PAGE_MAX,
} from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryOne } from '../../../db/query.ts'
import { fieldError } from '../../../http/call.ts'
import { versionOf } from '../../../http/record-version.ts'
import { readPackageVersions } from '../../desktop/package-versions.ts'

// The operator's units. The functions of the database see all of them, ask for the operator themselves, and return figures.

const PAGE = 30

/** Of a row of `portal_operator_figures` as `f`. */
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

/** Throws 'access.denied' for others than the operator. */
export async function requireOperator(tx: Tx): Promise<void> {
  const { rows } = await tx.execute(sql`select portal_is_operator() as operator`)
  if (rows[0]?.['operator'] !== true) throw new PortalError('access.denied')
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

/** Throws 'units.gone'. */
export async function readUnit(tx: Tx, unitId: string): Promise<UnitPage> {
  const { rows } = isRowId(unitId)
    ? await tx.execute(
        sql`select ${figures} as unit, portal_operator_unit(f.unit_id) as more from portal_operator_figures(${unitId}::uuid, '', null) f`,
      )
    : { rows: [] }
  const [found] = rows
  if (!found) throw new PortalError('units.gone')
  const unit = { ...Object(found['unit']), ...Object(found['more']) }
  // The contract is checked where the answer is sent.
  return { ...unit, version: versionOf(z.parse(savedFields, unit)) }
}

/** What the operator writes of a unit that is there. */
const savedFields = z.pick(units.read.response, { hosts: true, licences: true, peopleLimit: true, storageLimit: true })

/** What differs, before and after. */
export function describeChange(before: UnitPage, after: UnitPage) {
  const keys = (['state', 'deleteAfter', 'hosts', 'licences', 'peopleLimit', 'storageLimit', 'areaId'] as const).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const shown = (unit: UnitPage) => Object.fromEntries(keys.map((key) => [key, unit[key]]))
  return { before: shown(before), after: shown(after) }
}

type Change = 'suspend' | 'archive' | 'bring_back' | 'keep'

/** Throws 'units.gone'. */
export async function changeState(tx: Tx, change: Change, unitId: string): Promise<void> {
  await run(tx, unitId, sql`${sql.raw(`portal_operator_${change}`)}(${unitId}::uuid)`)
}

/** Orders the deletion. Throws 'units.gone', and 'units.name_differs' at the field. */
export async function orderDeletion(tx: Tx, unitId: string, typedName: string): Promise<void> {
  const before = await readUnit(tx, unitId)
  if (typedName !== before.name && typedName !== before.englishName) throw fieldError('name', 'units.name_differs')
  await run(tx, unitId, sql`portal_operator_delete(${unitId}::uuid, ${DELETION_DAYS})`)
}

/** Throws 'units.gone', 'setup.host_taken', and 'units.host_twice'. */
export async function changeHosts(tx: Tx, { unitId, hosts }: ParsedRequestOf<typeof units.saveHosts>): Promise<void> {
  await readUnit(tx, unitId)
  const twice = hosts.findIndex((host, at) => hosts.indexOf(host) !== at)
  if (twice >= 0) throw fieldError(`hosts.${twice}`, 'units.host_twice')
  const { rows } = await tx.execute(
    sql`select portal_operator_hosts(${unitId}::uuid, ${sql.param(hosts)}::text[]) as taken`,
  )
  const [taken] = z.parse(z.array(z.string()), rows[0]?.['taken'])
  if (taken !== undefined) throw fieldError(`hosts.${hosts.indexOf(taken)}`, 'setup.host_taken')
}

/** Throws 'units.gone'. */
export async function limitUnit(
  tx: Tx,
  { unitId, peopleLimit, storageLimit }: ParsedRequestOf<typeof units.saveLimits>,
): Promise<void> {
  await run(tx, unitId, sql`portal_operator_limits(${unitId}::uuid, ${peopleLimit}::integer, ${storageLimit}::bigint)`)
}

/** Throws 'units.area' where one is no school or the other no education office. */
export async function placeSchool(tx: Tx, { unitId, areaId }: ParsedRequestOf<typeof units.saveArea>): Promise<void> {
  const { rows } =
    areaId === null || isRowId(areaId)
      ? await tx.execute(sql`select portal_operator_area(${unitId}::uuid, ${areaId}::uuid) as placed`)
      : { rows: [] }
  if (rows[0]?.['placed'] !== true) throw new PortalError('units.area')
}

/** Throws 'units.gone'. */
export async function giveLicence(tx: Tx, given: ParsedRequestOf<typeof units.saveLicence>): Promise<void> {
  const { unitId, serverId, name, englishName, endsOn } = given
  await run(
    tx,
    unitId,
    sql`portal_operator_licence(${unitId}::uuid, ${serverId}, ${name}, ${englishName}, ${endsOn}::date)`,
  )
}

/** Throws 'units.gone', and 'units.licence_base' for what everything needs. */
export async function takeLicence(tx: Tx, unitId: string, serverId: string): Promise<void> {
  if (serverId === 'base') throw new PortalError('units.licence_base')
  await run(tx, unitId, sql`portal_operator_licence(${unitId}::uuid, ${serverId}, null, null, null)`)
}

/** Calls a function that returns whether there is such a unit. */
async function run(tx: Tx, unitId: string, call: ReturnType<typeof sql>): Promise<void> {
  const { rows } = isRowId(unitId) ? await tx.execute(sql`select ${call} as found`) : { rows: [] }
  if (rows[0]?.['found'] !== true) throw new PortalError('units.gone')
}

export async function readHealth(tx: Tx): Promise<Health> {
  const { rows } = await tx.execute(sql`select portal_operator_health() as health`)
  const { serverVersion } = readPackageVersions('base')
  return z.parse(units.health.response, { ...Object(rows[0]?.['health']), version: serverVersion })
}

/** Throws 'units.job_gone'. */
export async function retryJob(tx: Tx, jobId: string): Promise<void> {
  const { rows } = isRowId(jobId)
    ? await tx.execute(sql`select portal_operator_retry(${jobId}::uuid) as found`)
    : { rows: [] }
  if (rows[0]?.['found'] !== true) throw new PortalError('units.job_gone')
}

const exportRow = z.object({ exports: units.listExports.response.shape.exports })

export async function listExports(tx: Tx, unitId: string): Promise<ResponseOf<typeof units.listExports>> {
  return queryOne(tx, exportRow)`
    select portal_operator_exports(${isRowId(unitId) ? unitId : null}::uuid) as exports`
}

/** The identifier of a new export. Throws 'units.export_running'. */
export async function startExport(tx: Tx, unitId: string, withFiles: boolean): Promise<string> {
  const { rows } = await tx.execute(sql`select portal_operator_export(${unitId}::uuid, ${withFiles}) as id`)
  const exportId = z.parse(z.nullable(z.string()), rows[0]?.['id'])
  if (exportId === null) throw new PortalError('units.export_running')
  return exportId
}

/** Hours for which an opened export can be downloaded, also after an interruption. */
const OPEN_HOURS = 12

/** Lets the session download it; returns the unit. Throws 'units.export_gone'. */
export async function openExport(tx: Tx, exportId: string, sessionId: string): Promise<string> {
  const { rows } = isRowId(exportId)
    ? await tx.execute(
        sql`select portal_operator_export_open(${exportId}::uuid, ${sessionId}::uuid, ${OPEN_HOURS}) as unit`,
      )
    : { rows: [] }
  const unitId = z.parse(z.nullish(z.string()), rows[0]?.['unit'])
  if (unitId == null) throw new PortalError('units.export_gone')
  return unitId
}

const exportFiles = z.array(
  z.object({ unitId: z.string(), englishName: z.string(), sha256: z.string(), size: z.number(), finished: z.string() }),
)

/** The ZIP of an export that the session has opened. Throws 'files.not_found'. */
export async function findExport(tx: Tx, exportId: string, sessionId: string) {
  const { rows } = isRowId(exportId)
    ? await tx.execute(sql`
        select unit_id as "unitId", english_name as "englishName", sha256, size, portal_moment(finished_at) as finished
        from portal_operator_export_file(${exportId}::uuid, ${sessionId}::uuid)`)
    : { rows: [] }
  const [found] = z.parse(exportFiles, rows)
  if (!found) throw new PortalError('files.not_found')
  const { unitId, englishName, sha256, size, finished } = found
  return { unitId, sha256, size, createdAt: new Date(finished), name: `${englishName} ${finished.slice(0, 10)}.zip` }
}
