import { and, eq, exists, sql } from 'drizzle-orm'
import type { FaceSettings } from '../../../contract/endpoints/face-admin.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { faceConsent, facePhoto } from '../../db/schema/faces.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { faceDistance } from './engine/face-index.ts'
import { hasTurned, type Turn } from './engine/judge-face.ts'
import { decodeBase64 } from '../../blobs/content-kind.ts'
import { takeTurn } from './face-challenges.ts'
import { checkFaceWait, countFace, type FaceCounter, type FacePlace } from './face-limits.ts'
import type { FaceParts } from './face-parts.ts'
import { recordFaceUse } from './face-uses.ts'

/** What somebody shows, and what ties it to the challenge that they were given. */
export interface ShownFace {
  readonly faceImage: string
  readonly challenge?: string | undefined
  readonly turnedImage?: string | undefined
  /** The secret of the browser's cookie. */
  readonly browser: string
}

/** Somebody who was recognised, and the counter on which their picture stands until they are let in. */
export interface RecognisedPerson {
  readonly userId: string
  readonly userType: UserType
  readonly realName: string
  readonly loginName: string
  readonly counter: FaceCounter
}

/**
 * Finds out whose face it is. Throws what is wrong with the pictures, 'face.challenge_required', 'face.challenge_expired', 'login.slow_down', and of those who
 * showed a face: 'face.not_turned', and 'face.unknown', the same for nobody, for two who look alike, for a closed account and for a second picture of
 * somebody else. No transaction is open while pictures are looked at.
 */
export async function recogniseFace(
  parts: FaceParts,
  unitId: string,
  shown: ShownFace,
  place: FacePlace,
  { headTurn }: Pick<FaceSettings, 'headTurn'>,
): Promise<RecognisedPerson> {
  const { database, engine, indexes, limits } = parts
  const nobody = { unitId, userId: null }
  const counter = await database.inUnit(nobody, (tx) => checkFaceWait(tx, place))
  const turn = headTurn ? await takeAskedTurn(parts, unitId, shown) : undefined
  const face = await engine.see(decodeBase64(shown.faceImage))
  const turned = turn && (await engine.see(decodeBase64(shown.turnedImage ?? '')))
  await database.inUnit(nobody, (tx) => countFace(tx, counter))

  const refuse = async (code: 'face.not_turned' | 'face.unknown') => {
    const { address } = place
    await database.inUnit(nobody, (tx) =>
      recordFaceUse(tx, { unitId, kind: 'refused', userId: null, actorId: null, address, detail: code }),
    )
    return new PortalError(code)
  }
  if (turn && turned) {
    if (!hasTurned(face, turned, turn)) throw await refuse('face.not_turned')
    if (faceDistance(face.descriptor, turned.descriptor) > limits.distance) throw await refuse('face.unknown')
  }
  const userId = await indexes.search(unitId, face.descriptor, limits)
  const person = userId === undefined ? undefined : await database.inUnit(nobody, (tx) => findPerson(tx, userId))
  if (!person) throw await refuse('face.unknown')
  return { ...person, counter }
}

async function takeAskedTurn({ database }: FaceParts, unitId: string, shown: ShownFace): Promise<Turn> {
  const { challenge, turnedImage, browser } = shown
  if (challenge === undefined || turnedImage === undefined) throw new PortalError('face.challenge_required')
  const turn = await database.inUnit({ unitId, userId: null }, (tx) => takeTurn(tx, challenge, browser))
  if (!turn) throw new PortalError('face.challenge_expired')
  return turn
}

/** What memory says is asked of the database once more: whoever has just withdrawn their consent is recognised nowhere. */
async function findPerson(tx: Tx, userId: string) {
  const own = sql`1`
  const [found] = await tx
    .select({
      userId: userAccount.userId,
      userType: userAccount.userType,
      realName: userAccount.realName,
      loginName: userAccount.loginName,
    })
    .from(userAccount)
    .where(
      and(
        eq(userAccount.userId, userId),
        eq(userAccount.status, 1),
        exists(tx.select({ own }).from(facePhoto).where(eq(facePhoto.userId, userAccount.userId))),
        exists(
          tx
            .select({ own })
            .from(faceConsent)
            .where(and(eq(faceConsent.userId, userAccount.userId), sql`${faceConsent.withdrawnAt} is null`)),
        ),
      ),
    )
  return found
}
