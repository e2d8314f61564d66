import { IMAGE_MAX_SIDE } from '../../../contract/limits.ts'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** `square` cuts off what is outside the square in the middle. */
export type Shape = 'whole' | 'square'

/**
 * Plans a picture of at most 500 by 500 that is never larger than it was: the part that is kept, and the sizes that it is drawn in, one after the
 * other. Each step is at least half of the one before, so that no pixel is skipped.
 */
export function planFit(picture: Size, shape: Shape) {
  const side = Math.min(picture.width, picture.height)
  const kept = shape === 'square' ? { width: side, height: side } : { width: picture.width, height: picture.height }
  const crop = {
    x: Math.floor((picture.width - kept.width) / 2),
    y: Math.floor((picture.height - kept.height) / 2),
    ...kept,
  }
  const scale = Math.min(1, IMAGE_MAX_SIDE / Math.max(kept.width, kept.height))
  const last = scaled(kept, scale)
  const steps = [last]
  // From the end, so that every step but the first is an exact half.
  for (let next = scaled(last, 2); next.width < kept.width && next.height < kept.height; next = scaled(next, 2)) {
    steps.unshift(next)
  }
  return { crop, steps }
}

function scaled({ width, height }: Size, by: number): Size {
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}
