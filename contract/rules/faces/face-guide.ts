import {
  FACE_CAPTURE_SIDE,
  FACE_FRAMES,
  FACE_GUIDE_ASPECT,
  FACE_GUIDE_WIDTH_RATIO,
  FACE_TOLERANCE,
  FACE_WIDE_BODY,
} from '../../limits.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle in pixels; `x` and `y` are its upper left corner. */
export interface Box extends Size {
  readonly x: number
  readonly y: number
}

/** The guide for a face; a station may have its own. */
export interface GuideSettings {
  /** Of the width of the capture. */
  readonly widthRatio: number
  /** Pixels of the capture. */
  readonly tolerance: number
}

export const DEFAULT_GUIDE: GuideSettings = { widthRatio: FACE_GUIDE_WIDTH_RATIO, tolerance: FACE_TOLERANCE }

/** The size of a photo: 480 by 480 where the body is wider than 760 px, else the screen's. */
export function captureSize(bodyWidth: number, screen: Size): Size {
  if (bodyWidth > FACE_WIDE_BODY) return { width: FACE_CAPTURE_SIDE, height: FACE_CAPTURE_SIDE }
  return { width: Math.round(screen.width), height: Math.round(screen.height) }
}

/** The guide in the middle of a capture. */
export function guideBox(capture: Size, { widthRatio }: GuideSettings = DEFAULT_GUIDE): Box {
  const width = capture.width * widthRatio
  const height = (width * FACE_GUIDE_ASPECT.height) / FACE_GUIDE_ASPECT.width
  return { x: (capture.width - width) / 2, y: (capture.height - height) / 2, width, height }
}

/** The largest deviation of a face from the guide; the sides are the person's own. */
export type Misfit = 'closer' | 'further' | 'left' | 'right' | 'up' | 'down'

/** What a person has to do to fit the guide; null when their face is there. */
export function findMisfit(face: Box, guide: Box, { tolerance }: GuideSettings = DEFAULT_GUIDE): Misfit | null {
  const wider = face.width - guide.width
  const higher = face.height - guide.height
  if (Math.max(Math.abs(wider), Math.abs(higher)) > tolerance) return wider + higher < 0 ? 'closer' : 'further'
  // Positions are compared by the corners, as sizes are: both within the tolerance.
  const right = face.x - guide.x
  const down = face.y - guide.y
  if (Math.max(Math.abs(right), Math.abs(down)) <= tolerance) return null
  // Too far right in a picture is too far to the person's own left.
  if (Math.abs(right) >= Math.abs(down)) return right > 0 ? 'right' : 'left'
  return down > 0 ? 'up' : 'down'
}

/** The progress of a photo, from 0 to 1, after so many consecutive frames at the guide: it is taken after more than eight. */
export function shareOfFrames(frames: number): number {
  return Math.min(1, frames / (FACE_FRAMES + 1))
}
