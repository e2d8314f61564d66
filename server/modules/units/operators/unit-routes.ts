import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { AnyEndpoint, ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import * as units from '../../../../contract/endpoints/units/units.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { lockUntilEnd } from '../../../db/database.ts'
import type { Call } from '../../../http/call.ts'
import { requireVersion } from '../../../http/record-version.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { sendAreaBranding } from '../../branding/area-branding.ts'
import { readLogo } from '../setup/routes.ts'
import { prepareSetup, setUp } from '../setup/set-up.ts'
import { deleteDueUnits } from './delete-units.ts'
import {
  changeHosts,
  changeUnit,
  describeChange,
  listUnits,
  operatorRoute,
  orderDeletion,
  placeSchool,
  readHealth,
  readUnit,
  requireOperator,
  retryJob,
  takeLicence,
} from './units.ts'

/** Hashing a password and writing a unit is much work. */
const CREATED_PER_MINUTE = 10

/** The operators' pages of units and of health, and the job that deletes units. */
export function registerUnits(app: FastifyInstance, passwords: Passwords, bytes: ByteStore | undefined): void {
  const run = (signal: AbortSignal) => deleteDueUnits(app.database, bytes, app.log, { signal, jobs: app.jobs })
  app.jobs.schedule({ name: 'units', everyHours: 1, run })

  operatorRoute(app, units.list, (wanted, { tx }) => listUnits(tx, wanted))
  operatorRoute(app, units.read, ({ unitId }, { tx }) => readUnit(tx, unitId))
  operatorRoute(app, units.health, (_, { tx }) => readHealth(tx))

  change(app, units.suspend, ({ unitId }, { tx }) => changeUnit(tx, sql`portal_operator_suspend(${unitId}::uuid)`))
  change(app, units.archive, ({ unitId }, { tx }) => changeUnit(tx, sql`portal_operator_archive(${unitId}::uuid)`))
  change(app, units.bringBack, ({ unitId }, { tx }) => changeUnit(tx, sql`portal_operator_bring_back(${unitId}::uuid)`))
  change(app, units.keep, ({ unitId }, { tx }) => changeUnit(tx, sql`portal_operator_keep(${unitId}::uuid)`))
  change(app, units.remove, ({ unitId, name }, { tx }) => orderDeletion(tx, unitId, name))
  change(app, units.saveHosts, (given, { tx }) => changeHosts(tx, given))
  change(app, units.saveArea, async (given, { tx }) => {
    await placeSchool(tx, given)
    await sendAreaBranding(app.jobs, tx, [given])
  })
  change(app, units.saveLimits, ({ unitId, peopleLimit, storageLimit }, { tx }) =>
    changeUnit(tx, sql`portal_operator_limits(${unitId}::uuid, ${peopleLimit}::integer, ${storageLimit}::bigint)`),
  )
  change(app, units.saveLicence, ({ unitId, serverId, name, englishName, endsOn }, { tx }) =>
    changeUnit(
      tx,
      sql`portal_operator_licence(${unitId}::uuid, ${serverId}, ${name}, ${englishName}, ${endsOn}::date)`,
    ),
  )
  change(app, units.removeLicence, ({ unitId, serverId }, { tx }) => takeLicence(tx, unitId, serverId))
  operatorRoute(app, units.retryJob, async ({ id }, { tx, record }) => {
    await retryJob(tx, id)
    await record(tx, { target: { kind: 'job', id } })
    return readHealth(tx)
  })
  registerCreate(app, passwords)
}

function registerCreate(app: FastifyInstance, passwords: Passwords): void {
  const limit = createRequestLimit({ name: 'units', perMinute: CREATED_PER_MINUTE })
  streamRoute(app, units.create, async (call) => {
    const { logo, ...plan } = call.parse({})
    await call.inUnit(requireOperator)
    await limit(call.request)
    const picture = logo === undefined ? undefined : await readLogo(logo)
    const prepared = await prepareSetup(passwords, { ...plan, logo: picture })
    const { hosts, type, name } = plan.unit
    // The application's role in the database may not insert units.
    const unitId = await app.database.asOwner(async (tx) => {
      const made = await setUp(tx, app.vault, app.now(), prepared)
      await call.record(tx, { target: { kind: 'unit', id: made.unitId }, changes: { type, name, hosts } })
      return made.unitId
    })
    return call.inUnit((tx) => readUnit(tx, unitId))
  })
}

type UnitChange = AnyEndpoint & { readonly response: typeof units.read.response }

/** Registers a change of one unit, which is written to the operators' trail and returns the unit as it is afterwards. */
function change<R extends UnitChange>(
  app: FastifyInstance,
  endpoint: R,
  work: (given: ParsedRequestOf<R>, call: Call) => Promise<void>,
): void {
  route<UnitChange>(app, endpoint, async (given, call): Promise<ResponseOf<typeof units.read>> => {
    await requireOperator(call.tx)
    const { unitId, version } = Object(given)
    await lockUntilEnd(call.tx, `operator unit ${unitId}`)
    const before = await readUnit(call.tx, unitId)
    if (endpoint.saves) {
      const saving = { ...endpoint, saves: units.read.response }
      await requireVersion(call.tx, saving, { known: version, current: before, target: { kind: 'unit', id: unitId } })
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the request of this endpoint was parsed
    await work(given as ParsedRequestOf<R>, call)
    const after = await readUnit(call.tx, unitId)
    // The name is stored, because reading the operators' trail cannot join a row of another unit.
    const changes = { name: after.name, ...describeChange(before, after) }
    await call.record(call.tx, { target: { kind: 'unit', id: unitId }, changes })
    return after
  })
}
