import type { FaceUseKind } from '../../../contract/endpoints/face-admin.ts'
import type { Tx } from '../../db/database.ts'
import { faceUse } from '../../db/schema/faces.ts'

/** What happened with whose face. */
export interface FaceUse {
  readonly unitId: string
  readonly kind: FaceUseKind
  /** Whose face; null where nobody was recognised. */
  readonly userId: string | null
  /** Who did it; null for whoever is not signed in. */
  readonly actorId: string | null
  readonly address: string
  /** The code of a refusal, or of how many photos it was. */
  readonly detail?: string
}

/** Writes down what happened with a face. The transaction must be one that commits in this outcome. */
export async function recordFaceUse(tx: Tx, use: FaceUse): Promise<void> {
  await tx.insert(faceUse).values(use)
}
