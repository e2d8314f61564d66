import { expect, it } from 'vitest'
import { titleSize } from './title-size.ts'

it('is 26, 22 or 18 px by the widths 1920 and 1366', () => {
  expect([2560, 1920, 1919, 1366, 1365, 390].map(titleSize)).toEqual([26, 26, 22, 22, 18, 18])
})
