import type { clockIn } from '../../../contract/endpoints/face.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { uncountFace, type FacePlace } from './face-limits.ts'
import type { FaceParts } from './face-parts.ts'
import { touchFaces } from './face-photos.ts'
import { readFaceSettings } from './face-settings.ts'
import { recordFaceUse } from './face-uses.ts'
import { recogniseFace, type ShownFace } from './recognise-face.ts'

/** Clocks in whoever's face it is, where the unit allows it. Throws 'face.clock_in_off' and the codes of `recogniseFace`. */
export async function clockInByFace(
  parts: FaceParts,
  unitId: string,
  shown: ShownFace,
  place: FacePlace,
): Promise<ResponseOf<typeof clockIn>> {
  const nobody = { unitId, userId: null }
  const settings = await parts.database.inUnit(nobody, readFaceSettings)
  if (!settings.clockIn) throw new PortalError('face.clock_in_off')
  const { userId, realName, counter } = await recogniseFace(parts, unitId, shown, place, settings)
  await parts.database.inUnit(nobody, async (tx) => {
    await uncountFace(tx, counter)
    await touchFaces(tx, userId)
    await recordFaceUse(tx, { unitId, userId, actorId: userId, kind: 'clocked-in', address: place.address })
  })
  return { userId, realName, at: new Date().toISOString() }
}
