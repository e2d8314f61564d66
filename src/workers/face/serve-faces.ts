import type { Box, Size } from '../../../contract/rules/face-guide.ts'
import { coverCrop, aroundSquare } from './crop.ts'
import type { FaceApi, Frame, Sighting } from './face-api.ts'
import { createFaceFinder, SEEN, type FindFaces } from './face-finder.ts'
import type { FoundFace } from './found-face.ts'
import { judgeLight } from './light.ts'

/** The worker's side: one finder, loaded once; after a failure it is tried anew. */
export function serveFaces(): FaceApi {
  const square = openCanvas({ width: SEEN, height: SEEN }, true)
  let finder: Promise<FindFaces> | undefined

  function load(): Promise<FindFaces> {
    const loading = (finder ??= createFaceFinder())
    loading.catch(() => {
      if (finder === loading) finder = undefined
    })
    return loading
  }

  return {
    async prepare() {
      await load()
    },
    look: (frame, capture) =>
      closing(frame, async () => {
        const find = await load()
        const { scale, ...place } = aroundSquare(capture, SEEN)
        square.clearRect(0, 0, SEEN, SEEN)
        draw(square, frame, capture, place)
        const picture = square.getImageData(0, 0, SEEN, SEEN)
        const found = await find(picture)
        const [largest] = found.toSorted((one, other) => other.width - one.width)
        return { faces: found.length, face: largest ? describe(picture, largest, place, scale) : null }
      }),
    photograph: (frame, capture) =>
      closing(frame, async () => {
        const sheet = openCanvas(capture, false)
        draw(sheet, frame, capture, { x: 0, y: 0, ...capture })
        return sheet.canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
      }),
  }
}

/** Frames hold memory of the camera, which stops when too many are open. */
async function closing<T>(frame: Frame, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    frame.close()
  }
}

function openCanvas({ width, height }: Size, willReadFrequently: boolean): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently })
  if (!context) throw new Error('no canvas')
  return context
}

function draw(context: OffscreenCanvasRenderingContext2D, frame: Frame, capture: Size, place: Box): void {
  const crop = coverCrop(sizeOf(frame), capture)
  context.drawImage(frame, crop.x, crop.y, crop.width, crop.height, place.x, place.y, place.width, place.height)
}

function sizeOf(frame: Frame): Size {
  return 'displayWidth' in frame
    ? { width: frame.displayWidth, height: frame.displayHeight }
    : { width: frame.width, height: frame.height }
}

function describe(picture: ImageData, face: FoundFace, place: Box, scale: number): Sighting['face'] {
  return {
    x: (face.x - place.x) * scale,
    y: (face.y - place.y) * scale,
    width: face.width * scale,
    height: face.height * scale,
    turn: face.turn,
    light: judgeLight(picture, face),
  }
}
