import type { ErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { FoundFace, Picture } from './face.thread.ts'

/** Pixels across the face below which its descriptor is unreliable. */
const WIDTH_MIN = 90
/** Mean brightness of the face, 0 to 255, in which features are visible. Dark skin in good light is above 60. */
const BRIGHTNESS = { least: 38, most: 238 }
/** Variance of the Laplacian of the face at 96 pixels across: several hundreds for sharp faces, a few tens out of focus. */
const SHARPNESS_MIN = 60
const SHARPNESS_SIDE = 96
/** A second face counts at this size relative to the largest: people far behind do not. */
const RIVAL_SIZE = 0.5
/**
 * The largest deviation of the nose's tip from the middle between the outer ends of the jaw (0 at its left in the picture, 1 at its right) of a
 * straight face. Turning the head moves it, because the nose protrudes; tilting a photo does not.
 */
const STRAIGHT = 0.11
const TURNED = 0.1

/** From the person's point of view. */
export type Turn = 'left' | 'right'

/** The one face of a picture. Throws 'face.none' or 'face.several', and its defects: 'face.too_small', 'face.blurred' and the like. */
export function judgeFace(picture: Picture, found: readonly FoundFace[]): FoundFace {
  const [face, rival] = found.toSorted((one, other) => other.box.width - one.box.width)
  // Too little light also prevents detection.
  if (!face) throw new PortalError(meanOf(picture.pixels) < BRIGHTNESS.least ? 'face.too_dark' : 'face.none')
  if (rival && rival.box.width > face.box.width * RIVAL_SIZE) throw new PortalError('face.several')
  const problem = face.box.width < WIDTH_MIN ? 'face.too_small' : problemOf(greyOf(picture, face))
  if (problem) throw new PortalError(problem)
  return face
}

/** The turn of a head, from -0.5 (far to its person's right) to 0.5 (to their left). */
function yawOf({ points }: Pick<FoundFace, 'points'>): number {
  const [start, tip, end] = [points[0], points[30], points[16]]
  if (!start || !tip || !end) throw new TypeError('a face has 68 points')
  // Along the line between the ends, so that tilting the head to a shoulder does not matter.
  const across = { x: end.x - start.x, y: end.y - start.y }
  const length = across.x ** 2 + across.y ** 2
  if (length === 0) return 0
  return ((tip.x - start.x) * across.x + (tip.y - start.y) * across.y) / length - 0.5
}

/** Whether a face looks at the camera. */
export function isStraight(face: Pick<FoundFace, 'points'>): boolean {
  return Math.abs(yawOf(face)) < STRAIGHT
}

/** Whether the head has turned this way between the two pictures. */
export function hasTurned(from: Pick<FoundFace, 'points'>, to: Pick<FoundFace, 'points'>, turn: Turn): boolean {
  const change = yawOf(to) - yawOf(from)
  return (turn === 'left' ? change : -change) >= TURNED
}

/** The face in grey at a fixed size, so that sharpness does not depend on the camera. */
function greyOf({ pixels, width, height }: Picture, { box }: FoundFace): Float32Array {
  const grey = new Float32Array(SHARPNESS_SIDE ** 2)
  const cell = { x: box.width / SHARPNESS_SIDE, y: box.height / SHARPNESS_SIDE }
  for (let row = 0; row < SHARPNESS_SIDE; row += 1) {
    for (let column = 0; column < SHARPNESS_SIDE; column += 1) {
      const x = Math.min(width - 1, Math.max(0, Math.round(box.x + (column + 0.5) * cell.x)))
      const y = Math.min(height - 1, Math.max(0, Math.round(box.y + (row + 0.5) * cell.y)))
      const at = (y * width + x) * 3
      grey[row * SHARPNESS_SIDE + column] =
        0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
    }
  }
  return grey
}

function problemOf(grey: Float32Array): ErrorCode | undefined {
  const brightness = meanOf(grey)
  if (brightness < BRIGHTNESS.least) return 'face.too_dark'
  if (brightness > BRIGHTNESS.most) return 'face.too_bright'
  // Half the light leaves a quarter of the variance: corrected, so that dim faces do not count as blurred.
  return sharpnessOf(grey) * (128 / brightness) ** 2 < SHARPNESS_MIN ? 'face.blurred' : undefined
}

function meanOf(numbers: Float32Array | Uint8Array): number {
  let sum = 0
  for (const part of numbers) sum += part
  return sum / numbers.length
}

function sharpnessOf(grey: Float32Array): number {
  let sum = 0
  let squares = 0
  const inner = SHARPNESS_SIDE - 2
  for (let row = 1; row <= inner; row += 1) {
    for (let column = 1; column <= inner; column += 1) {
      const at = row * SHARPNESS_SIDE + column
      const edge =
        4 * (grey[at] ?? 0) -
        (grey[at - 1] ?? 0) -
        (grey[at + 1] ?? 0) -
        (grey[at - SHARPNESS_SIDE] ?? 0) -
        (grey[at + SHARPNESS_SIDE] ?? 0)
      sum += edge
      squares += edge ** 2
    }
  }
  const count = inner ** 2
  return squares / count - (sum / count) ** 2
}
