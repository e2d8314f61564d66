import { describe, expect, it } from 'vitest'
import { compareVersions, isNewer } from './compare-versions.ts'

describe('compareVersions', () => {
  it.each([
    ['1.0.0', '1.0.1'],
    ['1.0.9', '1.0.10'],
    ['1.9.9', '1.10.0'],
    ['9.0.0', '10.0.0'],
    ['1.2', '1.2.1'],
    ['1.2.3', '1.2.3.1'],
    ['0.9999.0', '1.0.0'],
    ['1.0.9999', '1.0.10000'],
    ['1.0.20261119', '1.0.20261120'],
    ['', '0.0.1'],
    ['1..9', '1.1.0'],
    ['v1.9', '1.10'],
    ['1.2.3-beta', '1.2.4-alpha'],
  ])('puts %s before %s', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0)
    expect(compareVersions(newer, older)).toBeGreaterThan(0)
  })

  it.each([
    ['1.2.3', '1.2.3'],
    ['1.2', '1.2.0'],
    ['1', '1.0.0.0'],
    ['01.002.3', '1.2.3'],
    ['v1.2.3', '1.2.3'],
    [' 1.2.3 ', '1.2.3'],
    ['1.2.3-beta', '1.2.3'],
    ['', '0'],
    ['not a version', '0.0'],
  ])('finds %j and %j the same', (first, second) => {
    expect(compareVersions(first, second)).toBe(0)
    expect(compareVersions(second, first)).toBe(0)
  })

  it('sorts a list', () => {
    expect(['1.10', '1.9.1', '2', '1.9'].toSorted(compareVersions)).toEqual(['1.9', '1.9.1', '1.10', '2'])
  })
})

describe('isNewer', () => {
  it('is true only for a later version', () => {
    expect(isNewer('1.6.1', '1.6.0')).toBe(true)
    expect(isNewer('1.6.0', '1.6.0')).toBe(false)
    expect(isNewer('1.5.9', '1.6.0')).toBe(false)
  })
})
