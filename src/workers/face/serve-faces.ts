import type { Box, Size } from '../../../contract/rules/faces/face-guide.ts'
import { coverCrop, aroundSquare } from './crop.ts'
import type { FaceApi, Frame, Detection } from './face-api.ts'
import { createFaceFinder, SEEN, type FindFaces, type FoundFace } from './face-finder.ts'

/** The finder is loaded once, and again after a failure. */
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

/** Frames hold memory of the camera, which stops when too many frames are open. */
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

function describe(picture: ImageData, face: FoundFace, place: Box, scale: number): Detection['face'] {
  return {
    x: (face.x - place.x) * scale,
    y: (face.y - place.y) * scale,
    width: face.width * scale,
    height: face.height * scale,
    turn: face.turn,
    light: judgeLight(picture, face),
  }
}

/** Luminance of 255 below which the eyes merge with the shadow, and above which a face is burnt out. */
const DARK = 50
const BRIGHT = 232
/** One half of the face this much brighter than the other: a window at the side. */
const ONE_SIDED = 2.4

type Light = NonNullable<Detection['face']>['light']

function judgeLight({ data, width, height }: ImageData, face: Box): Light {
  const [left, right] = [0, 0.5].map((from) => {
    let sum = 0
    let count = 0
    const x0 = Math.max(0, Math.floor(face.x + face.width * from))
    const x1 = Math.min(width, Math.ceil(face.x + face.width * (from + 0.5)))
    for (let y = Math.max(0, Math.floor(face.y)); y < Math.min(height, face.y + face.height); y += 2) {
      for (let x = x0; x < x1; x += 2) {
        const at = 4 * (y * width + x)
        // Rec. 601, in 256ths.
        sum += (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8
        count += 1
      }
    }
    return count === 0 ? 128 : sum / count
  })
  const mean = ((left ?? 0) + (right ?? 0)) / 2
  if (mean < DARK) return 'dark'
  if (mean > BRIGHT) return 'bright'
  const [dim, lit] = [Math.min(left ?? 0, right ?? 0), Math.max(left ?? 0, right ?? 0)]
  return lit > ONE_SIDED * Math.max(dim, 1) ? 'one-sided' : 'enough'
}
