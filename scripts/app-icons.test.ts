import { expect, test } from 'vitest'
import { contrastRatio, toOklab } from '../contract/rules/appearance/oklab.ts'
import { hues } from '../server/modules/applications/icon-catalogue.ts'
import { toInk } from './app-icons.ts'

const ends = Object.entries(hues).flatMap(([hue, [top, bottom]]) => [
  [hue, 'top', top] as const,
  [hue, 'bottom', bottom] as const,
])

test.each(ends)('a white glyph stands out on ink wash %s, %s, which keeps its hue', (_hue, _end, colour) => {
  const ink = toInk(colour)
  expect(contrastRatio('#ffffff', ink)).toBeGreaterThanOrEqual(3.1)
  const [before, after] = [toOklab(colour), toOklab(ink)].map(([, a, b]) => Math.atan2(b, a))
  const turned = Math.abs((before ?? 0) - (after ?? 0))
  expect(Math.min(turned, 2 * Math.PI - turned)).toBeLessThan(0.75)
})

test('the hues of ink wash differ from each other', () => {
  expect(new Set(Object.values(hues).map(([top]) => toInk(top))).size).toBe(Object.keys(hues).length)
})
