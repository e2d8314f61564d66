import { describe, expect, it } from 'vitest'
import { DEFAULT_THEME_COLOR, THEME_COLORS } from '../../limits.ts'
import { contrastRatio, isHexColor } from './oklab.ts'
import { deriveDarkTints, deriveTints, TINT_NAMES, tintDeclarations, tintValues } from './tints.ts'

const colors = [
  DEFAULT_THEME_COLOR,
  ...Object.values(THEME_COLORS),
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ff0000',
  '#0000ff',
  '#00ff88',
]

/** Colours all over the cube, the same in every run. */
const manyColors = Array.from({ length: 1200 }, (_, index) => {
  const channel = (step: number) => ((index * step) % 256).toString(16).padStart(2, '0')
  return `#${channel(17)}${channel(29)}${channel(101)}`
})

describe('deriveTints', () => {
  it.each(colors)('gives ten tints of %s from light to dark', (color) => {
    const { steps } = deriveTints(color)
    expect(steps).toHaveLength(10)
    expect(steps.every(isHexColor)).toBe(true)
    expect(steps[5]).toBe(color.toLowerCase())
    const fromWhite = steps.map((step) => contrastRatio(step, '#ffffff'))
    for (const [index, value] of fromWhite.entries())
      expect(value).toBeGreaterThanOrEqual((fromWhite[index - 1] ?? 0) - 0.05)
  })

  it('keeps text of any colour readable on white and on the soft tints, and white readable on it', () => {
    for (const color of [...colors, ...manyColors]) {
      const { steps, primaryDark, primaryMore } = deriveTints(color)
      for (const ground of ['#ffffff', steps[0] ?? '', steps[1] ?? '']) {
        expect(contrastRatio(primaryDark, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(primaryMore, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(7)
      }
    }
  })
})

describe('deriveDarkTints', () => {
  it.each(colors)('gives ten tints of %s from dark to light', (color) => {
    const { steps } = deriveDarkTints(color)
    expect(steps).toHaveLength(10)
    expect(steps.every(isHexColor)).toBe(true)
    const fromBlack = steps.map((step) => contrastRatio(step, '#000000'))
    for (const [index, value] of fromBlack.entries()) expect(value).toBeGreaterThan(fromBlack[index - 1] ?? 0)
  })

  it('keeps text of any colour readable on the three dark grounds, and the darkest readable on it', () => {
    for (const color of [...colors, ...manyColors]) {
      const { steps, primaryDark, primaryMore } = deriveDarkTints(color)
      for (const ground of steps.slice(0, 3)) {
        expect(contrastRatio(primaryDark, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(primaryMore, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(7)
      }
    }
  })

  it('keeps the accent apart from the card for any colour, so that a picture can be seen', () => {
    const tooClose = manyColors.filter((color) => {
      const { steps } = deriveDarkTints(color)
      return contrastRatio(steps[5] ?? '', steps[1] ?? '') < 3
    })
    expect(tooClose).toEqual([])
  })
})

describe('the tints as custom properties', () => {
  it('knows the contrast of black on white', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  })

  it('gives each of them a name, and none to what is no colour', () => {
    expect(tintValues('#457CD6')).toHaveLength(TINT_NAMES.length)
    expect(new Set(TINT_NAMES).size).toBe(24)
    expect(tintValues('red')).toEqual([])
  })

  it('writes declarations', () => {
    expect(tintDeclarations('#457CD6')).toMatch(
      /^--l0:#[0-9a-f]{6};.*--l5:#457cd6;.*;--lm:#[0-9a-f]{6};--d0:.*;--dm:#[0-9a-f]{6}$/,
    )
  })
})
