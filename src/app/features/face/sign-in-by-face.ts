import { asks, challenge, login } from '../../../../contract/calls/face.ts'
import type { AnswerOf } from '../../../../contract/row.ts'
import { call } from '../../api/call.ts'
import type { Side } from './judge-sighting.ts'
import { toBase64 } from './photo-file.ts'

/** What the unit asks for beside a face. */
export type FaceAsks = AnswerOf<typeof asks>

/** What the unit asks for. Rejects with CallError. */
export function readAsks(signal: AbortSignal): Promise<FaceAsks> {
  return call(asks, {}, { signal })
}

/** One try to sign in: the side to which the head is to be turned, and what sends the photos. */
export interface FaceAttempt {
  readonly turn: Side | null
  /** Rejects with CallError. */
  send(photo: Blob, turned: Blob | null): Promise<AnswerOf<typeof login>>
}

/** Begins a try; with a challenge where the unit asks for one, which is good for one answer. Rejects with CallError. */
export async function beginAttempt(
  signal: AbortSignal,
  { headTurn }: FaceAsks,
  { pin, shared }: { readonly pin: string; readonly shared: boolean },
): Promise<FaceAttempt> {
  const asked = headTurn ? await call(challenge, {}, { signal }) : null
  return {
    turn: asked?.turn ?? null,
    async send(photo, turned) {
      return call(login, {
        faceImage: await toBase64(photo),
        ...(asked && { challenge: asked.challenge }),
        ...(turned && { turnedImage: await toBase64(turned) }),
        ...(pin !== '' && { pin }),
        ...(shared && { shared: true }),
        noIntercept: true,
        withStart: true,
      })
    },
  }
}
