import { describe, expect, it } from 'vitest'
import { addDistance, countWithin, createTally, equalError, rateOf, ratesAt, thresholdsBetween } from './rates.ts'

function tallyOf(...distances: number[]) {
  const tally = createTally()
  for (const distance of distances) addDistance(tally, distance)
  return tally
}

describe('distances', () => {
  it('count as near enough up to the threshold itself', () => {
    const tally = tallyOf(0.2, 0.35, 0.3501, 0.5, 1.9, 2.4)
    expect([0.1, 0.2, 0.35, 0.351, 0.5, 0.65].map((threshold) => countWithin(tally, threshold))).toEqual([
      0, 1, 2, 3, 4, 4,
    ])
    for (const threshold of thresholdsBetween(0.35, 0.65)) expect(countWithin(tallyOf(threshold), threshold)).toBe(1)
    expect(tally.total).toBe(6)
  })
})

describe('a rate', () => {
  it('has the bounds of Wilson', () => {
    // Newcombe 1998, table I: 81 of 263 and 15 of 148.
    expect(rateOf(81, 263)).toMatchObject({ low: expect.closeTo(0.2553, 4), high: expect.closeTo(0.3662, 4) })
    expect(rateOf(15, 148)).toMatchObject({ low: expect.closeTo(0.0624, 4), high: expect.closeTo(0.1605, 4) })
  })

  it('of what never or always happened has the bound of three in those that were tried', () => {
    expect(rateOf(0, 300)).toMatchObject({ share: 0, low: 0, high: 0.01 })
    expect(rateOf(300, 300)).toMatchObject({ share: 1, low: 0.99, high: 1 })
    expect(rateOf(0, 2)).toMatchObject({ low: 0, high: 1 })
    expect(rateOf(0, 0)).toMatchObject({ share: Number.NaN, low: 0, high: 1 })
  })
})

describe('a threshold', () => {
  it('lets strangers in and keeps people out', () => {
    const { falseAccept, falseReject } = ratesAt(0.5, tallyOf(0.3, 0.4, 0.5, 0.6), tallyOf(0.45, 0.7, 0.8, 0.9, 1))
    expect([falseAccept.count, falseAccept.total]).toEqual([1, 5])
    expect([falseReject.count, falseReject.total]).toEqual([1, 4])
  })

  it('goes from one end to the other by hundredths', () => {
    const thresholds = thresholdsBetween(0.35, 0.65)
    expect(thresholds).toHaveLength(31)
    expect([thresholds[0], thresholds[15], thresholds[30]]).toEqual([0.35, 0.5, 0.65])
  })
})

describe('the equal error', () => {
  it('is none where a gap lies between the two, in the middle of the gap', () => {
    const { threshold, share } = equalError(tallyOf(0.2, 0.4), tallyOf(0.6, 0.8))
    expect(share).toBe(0)
    expect(threshold).toBeCloseTo(0.5, 2)
  })

  it('is where as many are let in as are kept out', () => {
    const { threshold, share } = equalError(tallyOf(0.3, 0.4, 0.45, 0.7), tallyOf(0.42, 0.6, 0.8, 0.9))
    expect(share).toBeCloseTo(0.25)
    expect(threshold).toBeGreaterThanOrEqual(0.45)
    expect(threshold).toBeLessThan(0.6)
  })

  it('is nothing without pairs', () => {
    expect(equalError(createTally(), createTally()).share).toBeNaN()
  })
})
