import type { FastifyInstance } from 'fastify'
import type { AnyEndpoint, ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import * as unitsEndpoints from '../../../../contract/endpoints/units/units.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { lockUntilEnd } from '../../../db/database.ts'
import type { Call } from '../../../http/call.ts'
import { requireVersion } from '../../../http/record-version.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { sendAreaBranding } from '../../branding/branding.ts'
import { readLogo } from '../setup/routes.ts'
import { prepareSetup, setUp } from '../setup/set-up.ts'
import { deleteDueUnits } from './delete-units.ts'
import { handleExports, sendExport } from '../export/export-unit.ts'
import { sendFound } from '../../files/download.ts'
import * as units from './units.ts'

/** Hashing a password and writing a unit is much work. */
const CREATED_PER_MINUTE = 10

/** The operator's section of units and health, and the jobs that delete and export units. */
export function registerUnits(app: FastifyInstance, passwords: Passwords, bytes: ByteStore | undefined): void {
  const run = (signal: AbortSignal) => deleteDueUnits(app.database, bytes, app.log, { signal, jobs: app.jobs })
  app.jobs.schedule({ name: 'units', everyHours: 1, run })

  route(app, unitsEndpoints.list, async (wanted, { tx }) => {
    await units.requireOperator(tx)
    return units.listUnits(tx, wanted)
  })
  route(app, unitsEndpoints.read, async ({ unitId }, { tx }) => {
    await units.requireOperator(tx)
    return units.readUnit(tx, unitId)
  })
  route(app, unitsEndpoints.health, async (_, { tx }) => {
    await units.requireOperator(tx)
    return units.readHealth(tx)
  })

  change(app, unitsEndpoints.suspend, ({ unitId }, { tx }) => units.changeState(tx, 'suspend', unitId))
  change(app, unitsEndpoints.archive, ({ unitId }, { tx }) => units.changeState(tx, 'archive', unitId))
  change(app, unitsEndpoints.bringBack, ({ unitId }, { tx }) => units.changeState(tx, 'bring_back', unitId))
  change(app, unitsEndpoints.keep, ({ unitId }, { tx }) => units.changeState(tx, 'keep', unitId))
  change(app, unitsEndpoints.remove, ({ unitId, name }, { tx }) => units.orderDeletion(tx, unitId, name))
  change(app, unitsEndpoints.saveHosts, (given, { tx }) => units.changeHosts(tx, given))
  change(app, unitsEndpoints.saveArea, async (given, { tx }) => {
    await units.placeSchool(tx, given)
    await sendAreaBranding(app.jobs, tx, [given.unitId])
  })
  change(app, unitsEndpoints.saveLimits, (given, { tx }) => units.limitUnit(tx, given))
  change(app, unitsEndpoints.saveLicence, (given, { tx }) => units.giveLicence(tx, given))
  change(app, unitsEndpoints.removeLicence, ({ unitId, serverId }, { tx }) => units.takeLicence(tx, unitId, serverId))
  route(app, unitsEndpoints.retryJob, async ({ id }, { tx, record }) => {
    await units.requireOperator(tx)
    await units.retryJob(tx, id)
    await record(tx, { target: { kind: 'job', id } })
    return units.readHealth(tx)
  })
  registerCreate(app, passwords)
  registerExports(app, bytes)
}

function registerExports(app: FastifyInstance, bytes: ByteStore | undefined): void {
  if (bytes) handleExports(app.database, app.jobs, bytes)
  route(app, unitsEndpoints.listExports, async ({ unitId }, { tx }) => {
    await units.requireOperator(tx)
    return units.listExports(tx, unitId)
  })
  route(app, unitsEndpoints.startExport, async ({ unitId, withFiles }, { tx, record }) => {
    await units.requireOperator(tx)
    if (!bytes) throw new PortalError('server.unavailable')
    const { name } = await units.readUnit(tx, unitId)
    const exportId = await units.startExport(tx, unitId, withFiles)
    await sendExport(app.jobs, tx, unitId, exportId)
    await record(tx, { target: { kind: 'unit', id: unitId }, changes: { name, withFiles } })
    return units.listExports(tx, unitId)
  })
  route(app, unitsEndpoints.openExport, async ({ exportId }, { tx, session, record }) => {
    await units.requireOperator(tx)
    const unitId = await units.openExport(tx, exportId, session.sessionId)
    const { name } = await units.readUnit(tx, unitId)
    await record(tx, { target: { kind: 'unit', id: unitId }, changes: { name } })
  })
  streamRoute(app, unitsEndpoints.downloadExport, async (call) => {
    // `openExport` asked: a long download goes on, and is taken up again, when that is no longer fresh.
    call.requireFresh(false)
    const { exportId } = call.parse({})
    await call.inUnit(units.requireOperator)
    if (!bytes) throw new PortalError('server.unavailable')
    return sendFound(bytes, (tx) => units.findExport(tx, exportId, call.session.sessionId), call)
  })
}

function registerCreate(app: FastifyInstance, passwords: Passwords): void {
  const limit = createRequestLimit({ name: 'units', perMinute: CREATED_PER_MINUTE })
  streamRoute(app, unitsEndpoints.create, async (call) => {
    const { logo, ...plan } = call.parse({})
    await call.inUnit(units.requireOperator)
    await limit(call.request)
    const picture = logo === undefined ? undefined : await readLogo(logo)
    const prepared = await prepareSetup(passwords, { ...plan, logo: picture })
    const { hosts, type, name } = plan.unit
    // The application's role can make no units.
    const unitId = await app.database.asOwner(async (tx) => {
      const made = await setUp(tx, app.vault, app.now(), prepared)
      await call.record(tx, { target: { kind: 'unit', id: made.unitId }, changes: { type, name, hosts } })
      return made.unitId
    })
    return call.inUnit((tx) => units.readUnit(tx, unitId))
  })
}

type UnitChange = AnyEndpoint & { readonly response: typeof unitsEndpoints.read.response }

/** A change of one unit, with its event in the operator's trail; answers with the unit after it. */
function change<R extends UnitChange>(
  app: FastifyInstance,
  endpoint: R,
  work: (given: ParsedRequestOf<R>, call: Call) => Promise<void>,
): void {
  route<UnitChange>(app, endpoint, async (given, call): Promise<ResponseOf<typeof unitsEndpoints.read>> => {
    await units.requireOperator(call.tx)
    const { unitId, version } = Object(given)
    await lockUntilEnd(call.tx, `operator unit ${unitId}`)
    const before = await units.readUnit(call.tx, unitId)
    if (endpoint.saves) {
      const saving = { ...endpoint, saves: unitsEndpoints.read.response }
      await requireVersion(call.tx, saving, { known: version, current: before, target: { kind: 'unit', id: unitId } })
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the request of this endpoint was parsed
    await work(given as ParsedRequestOf<R>, call)
    const after = await units.readUnit(call.tx, unitId)
    // The trail cannot join the name of another unit.
    const changes = { name: after.name, ...units.describeChange(before, after) }
    await call.record(call.tx, { target: { kind: 'unit', id: unitId }, changes })
    return after
  })
}
