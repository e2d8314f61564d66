import type { Size } from './page-layout.ts'

/** 'auto': each page's own size, smaller where that is wider than the view. 'width': each as wide as the view. A number: times the page's own size. */
export type Zoom = 'auto' | 'width' | number

/** Pixels of the page for a point of the PDF, at the page's own size. */
export const PIXELS_PER_POINT = 96 / 72

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
const LEAST = 0.1
const MOST = 4
/** A step that would change less than this is left out. */
const NOTICEABLE = 0.02

/** How large a page is drawn, as a number; `width` is its own in points, `room` that of the view in pixels. */
export function zoomFactor(zoom: Zoom, width: number, room: number): number {
  if (typeof zoom === 'number') return zoom
  const fit = room / (width * PIXELS_PER_POINT)
  return Math.min(zoom === 'auto' ? 1 : MOST, Math.max(LEAST, fit))
}

/** The next larger or smaller step; undefined when there is none. */
export function nextZoom(factor: number, by: 1 | -1): number | undefined {
  return by > 0
    ? STEPS.find((step) => step > factor + NOTICEABLE)
    : STEPS.findLast((step) => step < factor - NOTICEABLE)
}

/** More is not seen, and takes time and memory. */
const MOST_PIXEL_RATIO = 2
/** The longest side of a canvas that all browsers have. */
const LONGEST_SIDE = 8192
/** Pixels of one canvas, of which four may be there at once. Phones have less memory for them, and throw away pages that need more. */
const MOST_PIXELS = { phone: 4_000_000, pc: 12_000_000 }

/** Pixels of the canvas for a pixel of the page that is shown at this size. */
export function canvasRatio({ width, height }: Size, pixelRatio: number, device: 'phone' | 'pc'): number {
  return Math.min(
    pixelRatio,
    MOST_PIXEL_RATIO,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS[device] / (width * height)),
  )
}
