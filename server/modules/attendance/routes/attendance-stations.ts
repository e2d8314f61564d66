import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as endpoints from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { createKeyedMutex } from '../../../blobs/keyed-mutex.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { FaceDeps } from '../../faces/face-deps.ts'
import { logAdminChange } from '../../../http/call.ts'
import { deliverCapture } from '../deliver-capture.ts'
import { greetStation, listStations, registerStation, revokeStation, saveStation } from '../stations.ts'

export function registerStations(app: FastifyInstance, faces: FaceDeps): void {
  registerStationAdmin(app)
  const limits = createStationLimits(app)
  const deps = { ...faces, mutex: createKeyedMutex(), now: app.now }

  // Neither is `route`: no transaction may wait for the decryption or for the picture.
  streamRoute(app, endpoints.hello, async (call) => {
    const { unit, request } = call
    const given = call.parse({})
    return refuseMisuse(limits, request, given.stationId, () => greetStation(app, unit.unitId, given))
  })
  streamRoute(app, endpoints.deliver, async (call) => {
    const { unit, request } = call
    const given = call.parse({})
    const countPicture = () => limits.picture(request)
    return refuseMisuse(limits, request, given.stationId, () =>
      deliverCapture(deps, { unit, address: request.ip, countPicture }, given),
    )
  })
}

function registerStationAdmin(app: FastifyInstance): void {
  // Not `route`: the log line is written after the commit.
  streamRoute(app, endpoints.register, async (call) => {
    const given = call.parse({})
    const made = await call.inUnit((tx) => registerStation(tx, app.vault, call.session, given, app.now()))
    logAdminChange(call, endpoints.register, { stationId: made.stationId, ...given }, 'stations')
    return made
  })
  route(app, endpoints.list, (_, { tx }) => listStations(tx))
  route(app, endpoints.save, (given, { tx }) => saveStation(tx, given))
  streamRoute(app, endpoints.revoke, async (call) => {
    const { stationId } = call.parse({})
    const revoked = await call.inUnit((tx) => revokeStation(tx, stationId))
    logAdminChange(call, endpoints.revoke, { stationId, name: revoked.name }, 'stations')
    return revoked
  })
}

/** Counts contents that no station encrypted against their sender, so that they do not delay real stations. */
async function refuseMisuse<T>(
  limits: ReturnType<typeof createStationLimits>,
  request: FastifyRequest,
  stationId: string,
  work: () => Promise<T>,
): Promise<T> {
  limits.assign(request, stationId)
  try {
    return await work()
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'attendance.seal' || error.code === 'attendance.station_gone'))
      await limits.misuse(request)
    throw error
  }
}

/** More than the people who pass a door; offline captures may come as fast as they are analysed. */
const PICTURES_PER_MINUTE = 240
/** A station with a wrong key tries rarely. */
const MISUSES_PER_MINUTE = 20

/** The limits throw 'request.rate_limited' with the seconds to wait. */
function createStationLimits(app: FastifyInstance) {
  const stations = new WeakMap<FastifyRequest, string>()
  return {
    /** Says whose requests are counted. */
    assign: (request: FastifyRequest, stationId: string) => void stations.set(request, stationId),
    /** Counts a picture of a station that has proved its key, independent of its address. */
    picture: createRequestLimit(app, PICTURES_PER_MINUTE, (request) => `station ${stations.get(request)}`),
    /** Counts contents not encrypted with the station's key, by address and station. */
    misuse: createRequestLimit(app, MISUSES_PER_MINUTE, (request) => `misuse ${request.ip} ${stations.get(request)}`),
  }
}
