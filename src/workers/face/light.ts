import type { Box } from '../../../contract/rules/face-guide.ts'

/** What the light on a face is like; good enough, or what is wrong with it. */
export type Light = 'enough' | 'dark' | 'bright' | 'one-sided'

/** Luminance of 255 below which the eyes cannot be told from the shadow, and above which a face is burnt out. */
const DARK = 50
const BRIGHT = 232
/** One half of the face this much brighter than the other: a window at the side. */
const ONE_SIDED = 2.4

/** Measures the light on the part of a picture that is a face. */
export function judgeLight({ data, width, height }: ImageData, face: Box): Light {
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
