import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import * as units from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryOne, queryRows, queryValue } from '../../../db/query.ts'
import { streamRoute } from '../../../http/route.ts'
import { sendFound } from '../../files/download.ts'
import { operatorRoute, readUnit, requireOperator } from '../operators/units.ts'
import { handleExports, sendExport } from './export-unit.ts'

/** The exports of units, for operators, and the jobs that write and remove them. */
export function registerExports(app: FastifyInstance, bytes: ByteStore | undefined): void {
  if (bytes) handleExports(app.database, app.jobs, bytes)
  operatorRoute(app, units.listExports, ({ unitId }, { tx }) => listExports(tx, unitId))
  operatorRoute(app, units.startExport, async ({ unitId, withFiles }, { tx, record }) => {
    if (!bytes) throw new PortalError('server.unavailable')
    const { name } = await readUnit(tx, unitId)
    const exportId = await startExport(tx, unitId, withFiles)
    await sendExport(app.jobs, tx, unitId, exportId)
    await record(tx, { target: { kind: 'unit', id: unitId }, changes: { name, withFiles } })
    return listExports(tx, unitId)
  })
  operatorRoute(app, units.openExport, async ({ exportId }, { tx, session, record }) => {
    const unitId = await openExport(tx, exportId, session.sessionId)
    const { name } = await readUnit(tx, unitId)
    await record(tx, { target: { kind: 'unit', id: unitId }, changes: { name } })
  })
  streamRoute(app, units.downloadExport, async (call) => {
    // `openExport` required a fresh second factor: a long download goes on, and is resumed, when that is no longer fresh.
    call.requireFresh(false)
    const { exportId } = call.parse({})
    await call.inUnit(requireOperator)
    if (!bytes) throw new PortalError('server.unavailable')
    return sendFound(bytes, (tx) => findExport(tx, exportId, call.session.sessionId), call)
  })
}

function listExports(tx: Tx, unitId: string): Promise<ResponseOf<typeof units.listExports>> {
  return queryOne(tx, units.listExports.response)`select portal_operator_exports(${asId(unitId)}) as exports`
}

/** The identifier of a new export. Throws 'units.export_running'. */
async function startExport(tx: Tx, unitId: string, withFiles: boolean): Promise<string> {
  const id = await queryValue(tx, z.nullable(z.string()))`select portal_operator_export(${unitId}::uuid, ${withFiles})`
  if (id === null) throw new PortalError('units.export_running')
  return id
}

/** Hours for which an opened export can be downloaded, also after an interruption. */
const OPEN_HOURS = 12

/** Lets the session download it; returns the unit. Throws 'units.export_gone'. */
async function openExport(tx: Tx, exportId: string, sessionId: string): Promise<string> {
  const id = await queryValue(tx, z.nullable(z.string()))`
    select portal_operator_export_open(${asId(exportId)}, ${sessionId}::uuid, ${OPEN_HOURS})`
  if (id === null) throw new PortalError('units.export_gone')
  return id
}

const exportFile = z.object({
  unitId: z.string(),
  englishName: z.string(),
  sha256: z.string(),
  size: z.number(),
  finished: z.string(),
})

/** The ZIP of an export that the session has opened. Throws 'files.not_found'. */
async function findExport(tx: Tx, exportId: string, sessionId: string) {
  const [found] = await queryRows(tx, exportFile)`
    select unit_id as "unitId", english_name as "englishName", sha256, size, portal_moment(finished_at) as finished
    from portal_operator_export_file(${asId(exportId)}, ${sessionId}::uuid)`
  if (!found) throw new PortalError('files.not_found')
  const { englishName, finished, ...stored } = found
  return { ...stored, createdAt: new Date(finished), name: `${englishName} ${finished.slice(0, 10)}.zip` }
}
