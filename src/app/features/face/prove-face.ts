import { challenge } from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import type { Side } from './camera/track-face.ts'
import { toBase64 } from './camera/photo-file.ts'

/** Sent with every face to recognise. */
export interface FaceProof {
  readonly faceImage: string
  readonly challenge?: string
  readonly turnedImage?: string
  readonly noIntercept: true
}

export interface FaceTry {
  readonly turn: Side | null
  prove(photo: Blob, turned: Blob | null): Promise<FaceProof>
}

/** Starts a try, with a challenge (valid for one answer) where the unit asks for one. Rejects with CallError. */
export async function beginTry(signal: AbortSignal, { headTurn }: { readonly headTurn: boolean }): Promise<FaceTry> {
  const asked = headTurn ? await call(challenge, {}, { signal }) : null
  return {
    turn: asked?.turn ?? null,
    async prove(photo, turned) {
      return {
        faceImage: await toBase64(photo),
        ...(asked && { challenge: asked.challenge }),
        ...(turned && { turnedImage: await toBase64(turned) }),
        noIntercept: true,
      }
    },
  }
}
