import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as attendanceStation from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { STATION_PROOF } from '../../../../contract/attendance-capture.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { createKeyedMutex } from '../../../blobs/keyed-mutex.ts'
import { addressKey } from '../../../http/network-address.ts'
import { countRequest, rateKey, refuseOverRate } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { FaceDeps } from '../../faces/face-deps.ts'
import { deliverCapture } from '../deliver-capture.ts'
import { checkProof, type KnownStation, readKnownStation, readProof } from '../known-station.ts'
import { greetStation, listStations, registerStation, revokeStation, saveStation } from '../stations.ts'

export function registerStations(app: FastifyInstance, faces: FaceDeps): void {
  route(app, attendanceStation.register, registerStation)
  route(app, attendanceStation.list, listStations)
  route(app, attendanceStation.save, saveStation)
  route(app, attendanceStation.revoke, revokeStation)
  const deps = { ...faces, mutex: createKeyedMutex(), now: app.now }

  // Neither is `route`: no transaction may wait for the decryption or for the picture.
  streamRoute(app, attendanceStation.hello, async (call) => {
    const { unit, request } = call
    const given = call.parse({})
    return countMisuse(request, given.stationId, () => greetStation(app, unit.unitId, given))
  })
  const proved = new WeakMap<FastifyRequest, KnownStation>()
  streamRoute(
    app,
    attendanceStation.deliver,
    async (call) => {
      const { unit, request } = call
      const given = call.parse({})
      const caller = { unit, address: request.ip, known: proved.get(request) }
      return countMisuse(request, given.stationId, () => deliverCapture(deps, caller, given))
    },
    {
      proof: STATION_PROOF,
      async admit(request, { unit }) {
        const proof = readProof(request.headers[STATION_PROOF])
        if (!proof) return undefined
        return countMisuse(request, proof.stationId, async () => {
          const known = await readKnownStation(app.database, unit.unitId, proof.stationId)
          checkProof(app.vault, known, proof)
          proved.set(request, known)
          return known.stationId
        })
      },
    },
  )
}

/** A station with a wrong key tries rarely. */
const MISUSES_PER_MINUTE = 20

/**
 * Counts contents that no station encrypted against their sender, so that they do not delay real stations. Throws 'request.rate_limited' with the
 * seconds to wait.
 */
async function countMisuse<T>(request: FastifyRequest, stationId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (
      error instanceof PortalError &&
      (error.code === 'attendance.seal' || error.code === 'attendance.station_gone')
    ) {
      const key = rateKey('station misuse', addressKey(request.ip), stationId)
      refuseOverRate(await countRequest(request, { key, perMinute: MISUSES_PER_MINUTE, ownNetworkAddress: null }))
    }
    throw error
  }
}
