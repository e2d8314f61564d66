import { asc, desc, eq } from 'drizzle-orm'
import type * as face from '../../../contract/endpoints/faces/face.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { facePhoto } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'
import type { Origin } from '../auth/sign-in-events.ts'
import { type FaceRight, findFacePerson } from './face-person.ts'
import { recordFaceUse } from './face-audit.ts'
import { openDescriptor, pictureLabel } from './seal-face.ts'

export function countPhotos(tx: Tx, userId: string): Promise<number> {
  return tx.$count(facePhoto, eq(facePhoto.userId, userId))
}

/** The descriptors of a person's photos, oldest first, with the photos' ids. */
export async function readDescriptors(
  tx: Tx,
  vault: Vault,
  userId: string,
): Promise<{ photoId: string; descriptor: Float32Array }[]> {
  const rows = await tx
    .select({ photoId: facePhoto.photoId, sealedDescriptor: facePhoto.sealedDescriptor })
    .from(facePhoto)
    .where(eq(facePhoto.userId, userId))
    .orderBy(asc(facePhoto.registeredAt), asc(facePhoto.photoId))
  return rows.map(({ photoId, sealedDescriptor }) => ({
    photoId,
    descriptor: openDescriptor(vault, photoId, sealedDescriptor),
  }))
}

/** A person's newest photo as base64, nulls without one; viewing is recorded. Throws 'access.denied'. */
export async function showFace(
  tx: Tx,
  vault: Vault,
  session: Session,
  userId: string,
  right: FaceRight,
  { address }: Origin,
): Promise<ResponseOf<typeof face.details>> {
  const person = await findFacePerson(tx, session, userId, right)
  const [newest] = await tx
    .select()
    .from(facePhoto)
    .where(eq(facePhoto.userId, person.userId))
    .orderBy(desc(facePhoto.registeredAt), desc(facePhoto.photoId))
    .limit(1)
  if (!newest) return { userId: person.userId, faceImage: null, registerTime: null, photos: 0 }
  const { unitId, userId: actorId } = session
  await recordFaceUse(tx, { unitId, userId: person.userId, actorId, kind: 'shown', address })
  return {
    userId: person.userId,
    faceImage: vault.openBytes(newest.sealedPicture, pictureLabel(newest.photoId)).toString('base64'),
    registerTime: newest.registeredAt.toISOString(),
    photos: await countPhotos(tx, person.userId),
  }
}

/** Deletes all photos of a person. Returns their number. Throws 'access.denied'. */
export async function removeFaces(
  tx: Tx,
  session: Session,
  givenId: string,
  right: FaceRight,
  { address }: Origin,
): Promise<number> {
  const { userId } = await findFacePerson(tx, session, givenId, right)
  const { unitId, userId: actorId } = session
  const gone = await tx.delete(facePhoto).where(eq(facePhoto.userId, userId)).returning({ photoId: facePhoto.photoId })
  if (gone.length > 0)
    await recordFaceUse(tx, { unitId, userId, actorId, address, kind: 'deleted', detail: String(gone.length) })
  return gone.length
}
