import { describe, expect, it } from 'vitest'
import { DEFAULT_THEME_COLOR, THEME_COLORS } from '../limits.ts'
import { contrastRatio, deriveTints, isHexColor, tintDeclarations } from './tints.ts'

const colors = [
  DEFAULT_THEME_COLOR,
  ...Object.values(THEME_COLORS),
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ff0000',
  '#00ff88',
]

describe('deriveTints', () => {
  it.each(colors)('gives ten tints of %s from light to dark and keeps text readable', (color) => {
    const { steps, primaryDark } = deriveTints(color)
    expect(steps).toHaveLength(10)
    expect(steps.every(isHexColor)).toBe(true)
    expect(steps[5]).toBe(color.toLowerCase())
    expect(contrastRatio(primaryDark, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(primaryDark, steps[1] ?? '')).toBeGreaterThanOrEqual(4.5)
    const fromWhite = steps.map((step) => contrastRatio(step, '#ffffff'))
    for (const [index, value] of fromWhite.entries())
      expect(value).toBeGreaterThanOrEqual((fromWhite[index - 1] ?? 0) - 0.05)
  })

  it('knows the contrast of black on white', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  })

  it('writes custom properties', () => {
    expect(tintDeclarations('#457CD6')).toMatch(
      /^--primary0:#[0-9a-f]{6};.*--primary5:#457cd6;.*;--primaryDark:#[0-9a-f]{6}$/,
    )
  })
})
