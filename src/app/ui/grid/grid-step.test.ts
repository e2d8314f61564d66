import { describe, expect, it } from 'vitest'
import { gridStep, type GridKey } from './grid-step.ts'

const press = (key: string, more: Partial<GridKey> = {}): GridKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

/** A month that begins in the middle of a week: the first two places take no focus. */
const CELLS = [
  [false, false, true],
  [true, true, true],
  [true, true, true],
  [true, false, false],
]
const step = (key: string, row: number, column: number, more?: Partial<GridKey>) => {
  const place = gridStep(press(key, more), { row, column }, CELLS, 2)
  return place && [place.row, place.column]
}

describe('gridStep', () => {
  it('goes to the next cell by arrow, and stays at an edge', () => {
    expect(step('ArrowRight', 1, 0)).toEqual([1, 1])
    expect(step('ArrowRight', 1, 2)).toEqual([1, 2])
    expect(step('ArrowDown', 0, 2)).toEqual([1, 2])
    expect(step('ArrowUp', 1, 2)).toEqual([0, 2])
  })

  it('skips cells that take no focus', () => {
    expect(step('ArrowUp', 1, 0)).toEqual([1, 0])
    expect(step('ArrowLeft', 0, 2)).toEqual([0, 2])
    expect(step('ArrowDown', 2, 1)).toEqual([2, 1])
  })

  it('goes to the ends of the row, and with Ctrl of the grid', () => {
    expect(step('Home', 0, 2)).toEqual([0, 2])
    expect(step('Home', 2, 2)).toEqual([2, 0])
    expect(step('End', 2, 0)).toEqual([2, 2])
    expect(step('Home', 2, 1, { ctrlKey: true })).toEqual([0, 2])
    expect(step('End', 0, 2, { ctrlKey: true })).toEqual([3, 0])
  })

  it('goes by pages, as far as there are rows', () => {
    expect(step('PageDown', 1, 0)).toEqual([3, 0])
    expect(step('PageDown', 2, 1)).toEqual([2, 1])
    expect(step('PageUp', 2, 2)).toEqual([0, 2])
  })

  it('leaves other keys and those of the browser alone', () => {
    expect(step('Tab', 1, 1)).toBeUndefined()
    expect(step('ArrowLeft', 1, 1, { altKey: true })).toBeUndefined()
    expect(step('ArrowLeft', 1, 1, { ctrlKey: true })).toBeUndefined()
  })
})
