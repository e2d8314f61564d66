import { describe, expect, it } from 'vitest'
import { offsetOfDrag, thumbOf } from './scroll-bar.ts'

describe('thumbOf', () => {
  it('is as long as the share that is seen', () => {
    expect(thumbOf({ seen: 200, whole: 800, offset: 0 })).toEqual({ length: 50, start: 0 })
    expect(thumbOf({ seen: 200, whole: 800, offset: 300 })).toEqual({ length: 50, start: 75 })
    expect(thumbOf({ seen: 200, whole: 800, offset: 600 })).toEqual({ length: 50, start: 150 })
  })

  it('can be caught however long the content is', () => {
    expect(thumbOf({ seen: 200, whole: 100_000, offset: 99_800 })).toEqual({ length: 24, start: 176 })
  })

  it('stays on its track while the content is pulled over its end', () => {
    expect(thumbOf({ seen: 200, whole: 800, offset: -40 })?.start).toBe(0)
    expect(thumbOf({ seen: 200, whole: 800, offset: 640 })?.start).toBe(150)
  })

  it('is none where everything is seen', () => {
    expect(thumbOf({ seen: 200, whole: 200, offset: 0 })).toBeNull()
    expect(thumbOf({ seen: 0, whole: 20, offset: 0 })).toBeNull()
  })
})

describe('offsetOfDrag', () => {
  it('moves the content to its end when the thumb is dragged to the end of its track', () => {
    expect(offsetOfDrag({ seen: 200, whole: 800, offset: 0 }, 150)).toBe(600)
    expect(offsetOfDrag({ seen: 200, whole: 200, offset: 0 }, 150)).toBe(0)
  })
})
