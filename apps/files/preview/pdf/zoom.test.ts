import { describe, expect, it } from 'vitest'
import { canvasRatio, nextZoom, zoomFactor } from './zoom.ts'

describe('zoomFactor', () => {
  it('by default is the own size of a page that fits, and less of one that does not', () => {
    expect(zoomFactor('auto', 600, 1200)).toBe(1)
    expect(zoomFactor('auto', 600, 400)).toBe(0.5)
  })

  it('fits the width within bounds', () => {
    expect(zoomFactor('width', 600, 1200)).toBe(1.5)
    expect(zoomFactor('width', 10, 1200)).toBe(4)
    expect(zoomFactor('width', 90_000, 300)).toBe(0.1)
  })

  it('is what was chosen', () => {
    expect(zoomFactor(1.75, 600, 100)).toBe(1.75)
  })
})

describe('nextZoom', () => {
  it.each([
    [1, 1, 1.1],
    [1, -1, 0.9],
    [0.42, 1, 0.5],
    [0.42, -1, 0.33],
    [0.49, 1, 0.67],
    [4, 1, undefined],
    [0.25, -1, undefined],
    [0.1, -1, undefined],
  ] as const)('from %d by %i is %s', (factor, by, next) => {
    expect(nextZoom(factor, by)).toBe(next)
  })
})

describe('canvasRatio', () => {
  const a4 = { width: 794, height: 1123 }

  it('is that of the screen, up to two', () => {
    expect(canvasRatio(a4, 1, 'pc')).toBe(1)
    expect(canvasRatio(a4, 1.25, 'pc')).toBe(1.25)
    expect(canvasRatio(a4, 3, 'pc')).toBe(2)
  })

  it.each(['phone', 'pc'] as const)('keeps the pixels of a canvas on a %s within its limit', (device) => {
    const large = { width: a4.width * 4, height: a4.height * 4 }
    const ratio = canvasRatio(large, 2, device)
    expect(large.width * ratio * large.height * ratio).toBeCloseTo(device === 'pc' ? 12_000_000 : 4_000_000, -1)
  })

  it('keeps a long side within what browsers have', () => {
    expect(canvasRatio({ width: 100, height: 20_000 }, 1, 'pc')).toBeCloseTo(8192 / 20_000)
  })
})
