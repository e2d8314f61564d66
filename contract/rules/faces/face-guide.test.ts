import { describe, expect, it } from 'vitest'
import { captureSize, findMisfit, guideBox, shareOfFrames } from './face-guide.ts'

const screen = { width: 390, height: 844 }

describe('the size of a photo', () => {
  it('is 480 by 480 where the body is wider than 760 px, and the screen’s otherwise', () => {
    expect(captureSize(761, screen)).toEqual({ width: 480, height: 480 })
    expect(captureSize(760, screen)).toEqual(screen)
  })
})

describe('the guide', () => {
  const capture = { width: 480, height: 480 }
  const guide = guideBox(capture)

  it('is 35% of the width, 560 to 454, in the middle', () => {
    expect(guide.width).toBeCloseTo(168)
    expect(guide.height / guide.width).toBeCloseTo(560 / 454)
    expect(guide.x + guide.width / 2).toBeCloseTo(240)
    expect(guide.y + guide.height / 2).toBeCloseTo(240)
  })

  it('has other measures where a station asks for them', () => {
    expect(guideBox(capture, { widthRatio: 0.2, tolerance: 30 }).width).toBeCloseTo(96)
  })

  it('takes a face within 50 px in position and size, and none beyond', () => {
    expect(findMisfit(guide, guide)).toBeNull()
    expect(findMisfit({ ...guide, x: guide.x + 50, y: guide.y - 50 }, guide)).toBeNull()
    expect(findMisfit({ ...guide, width: guide.width + 50, height: guide.height - 50 }, guide)).toBeNull()
    expect(findMisfit({ ...guide, x: guide.x + 51 }, guide)).not.toBeNull()
    expect(findMisfit({ ...guide, height: guide.height + 51 }, guide)).not.toBeNull()
    expect(findMisfit({ ...guide, x: guide.x + 51 }, guide, { widthRatio: 0.35, tolerance: 60 })).toBeNull()
  })

  it('says what to do, by the sides of whoever stands there', () => {
    expect(findMisfit({ ...guide, x: guide.x + 80 }, guide)).toBe('right')
    expect(findMisfit({ ...guide, x: guide.x - 80 }, guide)).toBe('left')
    expect(findMisfit({ ...guide, y: guide.y + 80 }, guide)).toBe('up')
    expect(findMisfit({ ...guide, y: guide.y - 80 }, guide)).toBe('down')
    expect(findMisfit({ x: 200, y: 200, width: 80, height: 80 }, guide)).toBe('closer')
    expect(findMisfit({ x: 40, y: 40, width: 400, height: 400 }, guide)).toBe('further')
  })
})

it('takes the photo with the ninth frame', () => {
  expect(shareOfFrames(8)).toBeLessThan(1)
  expect([shareOfFrames(0), shareOfFrames(9), shareOfFrames(20)]).toEqual([0, 1, 1])
})
