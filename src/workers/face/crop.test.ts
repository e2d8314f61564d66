import { describe, expect, it } from 'vitest'
import { aroundSquare, coverCrop } from './crop.ts'

describe('the part of a frame that a capture shows', () => {
  it('is cut at the sides where the frame is wider', () => {
    expect(coverCrop({ width: 640, height: 480 }, { width: 480, height: 480 })).toEqual({
      x: 80,
      y: 0,
      width: 480,
      height: 480,
    })
  })

  it('is cut above and below where the frame is higher', () => {
    expect(coverCrop({ width: 480, height: 640 }, { width: 960, height: 960 })).toEqual({
      x: 0,
      y: 80,
      width: 480,
      height: 480,
    })
  })
})

describe('the square in which faces are looked for', () => {
  it('shows a square capture whole', () => {
    expect(aroundSquare({ width: 480, height: 480 }, 120)).toEqual({ x: 0, y: 0, width: 120, height: 120, scale: 4 })
  })

  it('shows the middle of a high one, over which it hangs out evenly', () => {
    expect(aroundSquare({ width: 400, height: 800 }, 100)).toEqual({ x: 0, y: -50, width: 100, height: 200, scale: 4 })
  })
})
