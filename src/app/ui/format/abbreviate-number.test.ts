import { describe, expect, it } from 'vitest'
import { abbreviateNumber } from './abbreviate-number.ts'

describe('abbreviateNumber', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [12.5, '12.5'],
    [1000, '1k'],
    [1250, '1.3k'],
    [99_940, '99.9k'],
    [99_950, '100k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_500_000, '1.5M'],
    [2e9, '2G'],
    [3.2e12, '3.2T'],
    [4e15, '4P'],
    [5e18, '5E'],
    [5e21, '5,000E'],
    [-1500, '-1.5k'],
    [Number.NaN, '–'],
  ])('writes %d as %s in both languages', (value, text) => {
    expect(abbreviateNumber(value, 'en')).toBe(text)
    expect(abbreviateNumber(value, 'zh-CN')).toBe(text)
  })
})
