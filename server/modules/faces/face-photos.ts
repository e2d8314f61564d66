import { desc, eq } from 'drizzle-orm'
import type * as face from '../../../contract/endpoints/faces/face.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { facePhoto } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'
import { type FaceRight, findFacePerson } from './face-person.ts'
import { recordCallersUse, type FaceCall } from './face-audit.ts'
import { pictureLabel } from './seal-face.ts'

export function countPhotos(tx: Tx, userId: string): Promise<number> {
  return tx.$count(facePhoto, eq(facePhoto.userId, userId))
}

/** A person's newest photo as base64, nulls without one; viewing is recorded. Throws 'access.denied'. */
export async function showFace(
  tx: Tx,
  vault: Vault,
  call: FaceCall,
  givenId: string,
  right: FaceRight,
): Promise<ResponseOf<typeof face.details>> {
  const { userId } = await findFacePerson(tx, call.session, givenId, right)
  const [newest] = await tx
    .select()
    .from(facePhoto)
    .where(eq(facePhoto.userId, userId))
    .orderBy(desc(facePhoto.registeredAt), desc(facePhoto.photoId))
    .limit(1)
  if (!newest) return { userId, faceImage: null, registerTime: null, photos: 0 }
  await recordCallersUse(tx, call, { userId, kind: 'shown' })
  return {
    userId,
    faceImage: vault.openBytes(newest.sealedPicture, pictureLabel(newest.photoId)).toString('base64'),
    registerTime: newest.registeredAt.toISOString(),
    photos: await countPhotos(tx, userId),
  }
}

/** Deletes all photos of a person. Returns their number. Throws 'access.denied'. */
export async function removeFaces(tx: Tx, call: FaceCall, givenId: string, right: FaceRight): Promise<number> {
  const { userId } = await findFacePerson(tx, call.session, givenId, right)
  const { rowCount } = await tx.delete(facePhoto).where(eq(facePhoto.userId, userId))
  if (rowCount) await recordCallersUse(tx, call, { userId, kind: 'deleted', detail: String(rowCount) })
  return rowCount ?? 0
}
