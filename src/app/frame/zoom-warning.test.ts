import { expect, it } from 'vitest'
import { isZoomOff, zoomPercent } from './zoom-warning.ts'

/** A window of 1440 by 900 whose browser takes 90 pixels for its bars. */
const at = (zoom: number) => ({
  outerWidth: 1440,
  outerHeight: 900,
  innerWidth: Math.round(1440 / zoom),
  innerHeight: Math.round(810 / zoom),
})

it.each([0.25, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5])('reads a zoom of %d', (zoom) => {
  expect(zoomPercent(at(zoom))).toBeCloseTo(zoom * 100, -0.3)
})

it('tells only what is outside 80 to 120 percent', () => {
  expect([25, 79, 80, 100, 120, 121, 500].map(isZoomOff)).toEqual([true, true, false, false, false, true, true])
})

it('does not take a tool beside the page for a zoom', () => {
  expect(zoomPercent({ ...at(1), innerWidth: 900 })).toBeNull()
})

it('does not take a window that is wider than its page for a zoom', () => {
  expect(zoomPercent({ outerWidth: 500, outerHeight: 844, innerWidth: 390, innerHeight: 844 })).toBeNull()
})

it('reads a window without bars, as in full screen', () => {
  expect(zoomPercent({ outerWidth: 1920, outerHeight: 1080, innerWidth: 1280, innerHeight: 720 })).toBe(150)
})

it('knows nothing of a window without a size', () => {
  expect(zoomPercent({ outerWidth: 0, outerHeight: 0, innerWidth: 390, innerHeight: 844 })).toBeNull()
})
