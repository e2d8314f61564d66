import { describe, expect, it } from 'vitest'
import { arrowShift, nextPlace } from './move-dialog.ts'
import { placeDialog, shiftTo } from './place-dialog.ts'

const WINDOW = { width: 1000, height: 800 }
const SMALL = { width: 600, height: 200 }
const UNMOVED = { x: 0, y: 0 }

describe('placeDialog', () => {
  it('opens in the middle, 15% from the top', () => {
    expect(placeDialog(WINDOW, SMALL, UNMOVED)).toEqual({ left: 200, top: 120 })
  })

  it('moves a tall dialog up, so that its foot stays in sight', () => {
    expect(placeDialog(WINDOW, { width: 600, height: 760 }, UNMOVED)).toEqual({ left: 200, top: 32 })
  })

  it('never leaves the window, however far it is moved', () => {
    expect(placeDialog(WINDOW, SMALL, { x: -5000, y: -5000 })).toEqual({ left: 8, top: 8 })
    expect(placeDialog(WINDOW, SMALL, { x: 5000, y: Infinity })).toEqual({ left: 392, top: 592 })
  })

  it('keeps its head in sight when it is larger than the window', () => {
    expect(placeDialog(WINDOW, { width: 1200, height: 900 }, UNMOVED)).toEqual({ left: 8, top: 8 })
  })

  it('knows the way back from a place to the shift', () => {
    const shift = { x: 40, y: -30 }
    expect(shiftTo(WINDOW, SMALL, placeDialog(WINDOW, SMALL, shift))).toEqual(shift)
  })
})

describe('moving by keyboard and by press', () => {
  it('moves by 16 pixels an arrow key, by 64 with Shift, and not at all by other keys', () => {
    expect(arrowShift({ key: 'ArrowLeft', shiftKey: false })).toEqual({ x: -16, y: 0 })
    expect(arrowShift({ key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 64 })
    expect(arrowShift({ key: 'a', shiftKey: false })).toBeNull()
  })

  it('goes to the left, to the right and back', () => {
    const left = placeDialog(WINDOW, SMALL, nextPlace(UNMOVED))
    expect(left).toEqual({ left: 8, top: 120 })
    const right = placeDialog(WINDOW, SMALL, nextPlace(shiftTo(WINDOW, SMALL, left)))
    expect(right).toEqual({ left: 392, top: 120 })
    expect(nextPlace(shiftTo(WINDOW, SMALL, right))).toEqual(UNMOVED)
  })
})
