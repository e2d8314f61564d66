import { ZOOM_MAX_PERCENT, ZOOM_MIN_PERCENT } from '../../../contract/limits.ts'

/** The sizes of a window: outside in the screen's pixels, which no zoom changes; inside in CSS pixels, of which a zoomed page has fewer. */
export interface WindowSizes {
  readonly outerWidth: number
  readonly outerHeight: number
  readonly innerWidth: number
  readonly innerHeight: number
}

/** Frames and rounding may make the inside this much larger than the outside, in screen pixels. */
const TOLERANCE = 16

/**
 * The page's zoom in percent; null where it cannot be told. The screen's own density plays no part. A tool or a side bar of the browser beside the page makes
 * the inside narrower without zooming it: then the page, enlarged as much, would be higher than its window.
 */
export function zoomPercent({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSizes): number | null {
  if (outerWidth <= 0 || innerWidth <= 0) return null
  const zoom = outerWidth / innerWidth
  if (zoom > 1 && innerHeight * zoom > outerHeight + TOLERANCE) return null
  return Math.round(zoom * 100)
}

/** Whether a zoom is far enough from 100% to be told. */
export function isZoomOff(percent: number): boolean {
  return percent < ZOOM_MIN_PERCENT || percent > ZOOM_MAX_PERCENT
}
