import { PortalError } from '../../../../contract/portal-error.ts'
import { createThreads } from '../../../runtime/threads.ts'
import { decodePicture } from './decode-picture.ts'
import type { FaceMethods, Picture } from './face.thread.ts'
import faceThread from './face.thread.ts?thread'
import { judgeFace } from './judge-face.ts'

export type FaceEngine = ReturnType<typeof createFaceEngine>
export type SeenFace = Awaited<ReturnType<FaceEngine['see']>>

/** The threads that find faces. */
export const createFaceThreads = () => createThreads<FaceMethods>('face', faceThread)

/** Detects faces in pictures. Threads start with the first pictures. */
export function createFaceEngine() {
  const threads = createFaceThreads()
  return {
    /** The one face of a JPEG or PNG; `undefined` for something else. Throws the codes of `decodePicture` and `judgeFace`. */
    async see(bytes: Buffer | undefined) {
      if (!bytes) throw new PortalError('face.unreadable')
      const photo = await decodePicture(bytes)
      for (const part of cutSquares(photo.picture)) {
        const found = await threads.ask('find', part)
        if (found.length > 0) return { ...judgeFace(part, found), photo }
      }
      return { ...judgeFace(photo.picture, []), photo }
    },
    /** Loads the networks ahead of the first picture. The next picture gets the error of a failed start. */
    warm: () => void (threads.isRunning || threads.ask('warm').catch(() => undefined)),
    close: threads.close,
  }
}

/** A phone's photo is as high as its screen; cameras have three to two at most. */
const LONG = 1.55

/**
 * The parts of a picture for detection: in one that is much higher than wide first its middle, where the guide is, then its ends. The detector sees a
 * small square, in which a face of a high picture is too small. Wide ones show people side by side, and are used whole.
 */
function* cutSquares(picture: Picture): Generator<Picture> {
  const { width, height } = picture
  if (height >= width * LONG)
    for (const share of [0.5, 0, 1]) yield cutSquare(picture, Math.floor((height - width) * share))
  yield picture
}

/** A square of the picture's width, from a row on. */
function cutSquare({ pixels, width }: Picture, top: number): Picture {
  return { pixels: pixels.slice(top * width * 3, (top + width) * width * 3), width, height: width }
}
