import { challenge } from '../../../../contract/endpoints/face.ts'
import { call } from '../../core/api/call.ts'
import type { Side } from './camera/track-face.ts'
import { toBase64 } from './camera/photo-file.ts'

/** What goes to the server with every face that is to be recognised. */
export interface FaceProof {
  readonly faceImage: string
  readonly challenge?: string
  readonly turnedImage?: string
  readonly noIntercept: true
}

/** One try: the side to which the head is to be turned, if any, and what makes the proof of the photos. */
export interface FaceTry {
  readonly turn: Side | null
  prove(photo: Blob, turned: Blob | null): Promise<FaceProof>
}

/** Begins a try; with a challenge where the unit asks for one, which is good for one answer. Rejects with CallError. */
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
