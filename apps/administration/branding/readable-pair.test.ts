import { expect, it } from 'vitest'
import { contrastRatio } from '../../../contract/rules/appearance/oklab.ts'
import { readablePair } from './readable-pair.ts'

it.each(['#457cd6', '#ffff00', '#ffffff', '#000000', '#fafafa', '#7f7f7f', '#ff0000', '#00ff7f', '#101060'])(
  'of %s can be read on light and on dark grounds',
  (chosen) => {
    const { light, dark } = readablePair(chosen)
    for (const { color, ground, contrast } of [light, dark]) {
      expect(contrast).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(color, ground)).toBe(contrast)
    }
    expect(contrastRatio(light.color, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  },
)

it('says where a colour could not be read as it was chosen', () => {
  expect(readablePair('#0B3D91')).toMatchObject({
    light: { color: '#0b3d91', adjusted: false },
    dark: { adjusted: true },
  })
  expect(readablePair('#ffe000')).toMatchObject({ light: { adjusted: true }, dark: { adjusted: false } })
  expect(readablePair('#7f7f7f')).toMatchObject({ light: { adjusted: true }, dark: { adjusted: true } })
})
