import { asc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as faceEndpoints from '../../../contract/endpoints/faces/face.ts'
import { FACE_PHOTOS_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { facePhoto } from '../../db/tables.generated.ts'
import { faceDistance } from './engine/face-index.ts'
import type { SeenFace } from './engine/face-engine.ts'
import { isStraight } from './engine/judge-face.ts'
import { decodeBase64 } from '../../blobs/content-kind.ts'
import { concernsStaff } from '../auth/may-act-for.ts'
import { hasConsent } from './face-consents.ts'
import type { FaceDeps } from './face-deps.ts'
import { type FaceRight, findFacePerson } from './face-person.ts'
import { recordCallersUse, type FaceCall } from './face-audit.ts'
import { openDescriptor, pictureLabel, sealDescriptor } from './seal-face.ts'

/**
 * Stores another photo of a face, replacing the oldest of a full set. Throws 'access.denied', 'admin.factor_stale', 'face.consent_missing', the
 * picture's defects, and 'face.not_same' where it shows another person than the stored photos. No transaction is open during detection.
 */
export async function enrolFace(
  deps: FaceDeps,
  call: StreamCall,
  given: { readonly userId: string; readonly faceImage: string },
  right: FaceRight,
): Promise<ResponseOf<typeof faceEndpoints.enrol>> {
  const { session } = call
  const check = async (tx: Tx) => {
    const { userId } = await findFacePerson(tx, session, given.userId, right)
    if (right === 'administrator') call.requireFresh(await concernsStaff(tx, [userId]))
    if (!(await hasConsent(tx, userId))) throw new PortalError('face.consent_missing')
    return userId
  }
  await call.inUnit(check)
  const face = await deps.engine.see(decodeBase64(given.faceImage))
  if (!isStraight(face)) throw new PortalError('face.not_straight')
  const picture = await face.photo.toJpeg()
  // The consent may have been withdrawn meanwhile; the person's row is locked from here on.
  const kept = await call.inUnit(async (tx) => {
    const userId = await check(tx)
    const photo = await keepPhoto(tx, deps, call, userId, face, picture)
    if (photo && right === 'administrator') await call.record(tx, { target: { kind: 'person', id: userId } })
    return photo
  })
  if (!kept) throw new PortalError('face.not_same')
  await deps.indexes.refresh(session.unitId, given.userId)
  return { userId: given.userId, ...kept }
}

/** Null where the photo shows another person: that is recorded, so the transaction must commit. */
async function keepPhoto(
  tx: Tx,
  { vault, limits }: FaceDeps,
  call: FaceCall,
  userId: string,
  face: SeenFace,
  picture: Buffer,
) {
  const earlier = await tx
    .select({ photoId: facePhoto.photoId, sealedDescriptor: facePhoto.sealedDescriptor })
    .from(facePhoto)
    .where(eq(facePhoto.userId, userId))
    .orderBy(asc(facePhoto.registeredAt), asc(facePhoto.photoId))
  const distances = earlier.map(({ photoId, sealedDescriptor }) =>
    faceDistance(openDescriptor(vault, photoId, sealedDescriptor), face.descriptor),
  )
  const isSame = distances.some((distance) => distance <= limits.distance)
  if (earlier.length > 0 && !isSame) {
    await recordCallersUse(tx, call, { userId, kind: 'refused', detail: 'face.not_same' })
    return null
  }
  const leaving = earlier.slice(0, Math.max(0, earlier.length + 1 - FACE_PHOTOS_MAX))
  if (leaving.length > 0) {
    const photoIds = leaving.map(({ photoId }) => photoId)
    await tx.delete(facePhoto).where(inArray(facePhoto.photoId, photoIds))
    await recordCallersUse(tx, call, { userId, kind: 'replaced', detail: String(leaving.length) })
  }
  // Needed before the row exists, because the encryption is bound to it.
  const photoId = await queryValue(tx, z.string())`select portal_new_id()`
  const registeredAt = new Date()
  await tx.insert(facePhoto).values({
    photoId,
    unitId: call.session.unitId,
    userId,
    sealedDescriptor: sealDescriptor(vault, photoId, face.descriptor),
    sealedPicture: vault.sealBytes(picture, pictureLabel(photoId)),
    registeredAt,
    registeredBy: call.session.userId,
  })
  await recordCallersUse(tx, call, { userId, kind: 'enrolled' })
  return {
    registerTime: registeredAt.toISOString(),
    photos: earlier.length - leaving.length + 1,
    firstSave: earlier.length === 0,
  }
}
