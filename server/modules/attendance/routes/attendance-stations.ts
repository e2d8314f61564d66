import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as rows from '../../../../contract/endpoints/attendance-station.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { deliverCapture } from '../deliver-capture.ts'
import { greetStation } from '../greet-station.ts'
import { listStations, registerStation, revokeStation, saveStation } from '../stations.ts'
import type { FaceParts } from '../../faces/face-parts.ts'
import { createKeyedMutex } from '../../../blobs/keyed-mutex.ts'
import { logAdminChange } from '../../../http/call.ts'
import { createStationLimits, type StationLimits } from '../station-limits.ts'

/** Registers what administrators do with stations, and what stations call. */
export function registerStations(app: FastifyInstance, faces: FaceParts): void {
  registerStationAdmin(app)
  const limits = createStationLimits(app)
  const parts = { ...faces, turns: createKeyedMutex(), now: app.now }

  // Neither is `route`: no transaction may wait for the seal or for the picture.
  streamRoute(app, rows.hello, async (call) => {
    const { unit, request } = call
    const given = call.parse({})
    return refuseMisuse(limits, request, given.stationId, () => greetStation(app, unit.unitId, given))
  })
  streamRoute(app, rows.deliver, async (call) => {
    const { unit, request } = call
    const given = call.parse({})
    const countPicture = () => limits.picture(request, given.stationId)
    return refuseMisuse(limits, request, given.stationId, () =>
      deliverCapture(parts, { unit, address: request.ip, countPicture }, given),
    )
  })
}

function registerStationAdmin(app: FastifyInstance): void {
  // Not `route`: the line in the log is written once the change is committed.
  streamRoute(app, rows.register, async (call) => {
    const given = call.parse({})
    const made = await call.inUnit((tx) => registerStation(tx, app.vault, call.session, given, app.now()))
    logAdminChange(call, rows.register, { stationId: made.stationId, ...given }, 'stations')
    return made
  })
  route(app, rows.list, (_, { tx }) => listStations(tx))
  route(app, rows.save, (given, { tx }) => saveStation(tx, given))
  streamRoute(app, rows.revoke, async (call) => {
    const { stationId } = call.parse({})
    const revoked = await call.inUnit((tx) => revokeStation(tx, stationId))
    logAdminChange(call, rows.revoke, { stationId, name: revoked.name }, 'stations')
    return revoked
  })
}

/** Counts what no station of ours has sealed against its sender; whoever holds a key is never held up by others. */
async function refuseMisuse<T>(
  limits: StationLimits,
  request: FastifyRequest,
  stationId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'attendance.seal' || error.code === 'attendance.station_gone'))
      await limits.misuse(request, stationId)
    throw error
  }
}
