import { PortalError } from '../../../../contract/portal-error.ts'
import { cutSquares } from './cut-squares.ts'
import { decodePicture, type DecodedPhoto } from './decode-picture.ts'
import type { FaceThread, FoundFace } from './face-thread.ts'
import { createFaceThreads } from './face-threads.ts'
import { judgeFace } from './judge-face.ts'

/** A picture that shows one face well enough. */
export interface SeenFace extends FoundFace {
  readonly photo: DecodedPhoto
}

/** Detects faces in pictures. */
export interface FaceEngine extends Pick<FaceThread, 'warm' | 'close'> {
  /** The one face of a JPEG or PNG; `undefined` for something else. Throws the codes of `decodePicture` and `judgeFace`. */
  see(bytes: Buffer | undefined): Promise<SeenFace>
}

/** Threads start with the first pictures. */
export function createFaceEngine(): FaceEngine {
  const threads = createFaceThreads()
  return {
    async see(bytes) {
      if (!bytes) throw new PortalError('face.unreadable')
      const photo = await decodePicture(bytes)
      for (const part of cutSquares(photo.picture)) {
        const found = await threads.find(part)
        if (found.length > 0) return { ...judgeFace(part, found), photo }
      }
      return { ...judgeFace(photo.picture, []), photo }
    },
    warm: () => threads.warm(),
    close: () => threads.close(),
  }
}
