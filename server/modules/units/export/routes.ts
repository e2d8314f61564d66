import type { FastifyInstance } from 'fastify'
import * as units from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { sendFound } from '../../files/download.ts'
import { readUnit, requireOperator } from '../operators/units.ts'
import { handleExports, sendExport } from './export-unit.ts'
import { findExport, listExports, openExport, startExport } from './exports.ts'

/** The exports of units, for operators, and the jobs that write and remove them. */
export function registerExports(app: FastifyInstance, bytes: ByteStore | undefined): void {
  if (bytes) handleExports(app.database, app.jobs, bytes)
  route(app, units.listExports, async ({ unitId }, { tx }) => {
    await requireOperator(tx)
    return listExports(tx, unitId)
  })
  route(app, units.startExport, async ({ unitId, withFiles }, { tx, record }) => {
    await requireOperator(tx)
    if (!bytes) throw new PortalError('server.unavailable')
    const { name } = await readUnit(tx, unitId)
    const exportId = await startExport(tx, unitId, withFiles)
    await sendExport(app.jobs, tx, unitId, exportId)
    await record(tx, { target: { kind: 'unit', id: unitId }, changes: { name, withFiles } })
    return listExports(tx, unitId)
  })
  route(app, units.openExport, async ({ exportId }, { tx, session, record }) => {
    await requireOperator(tx)
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
