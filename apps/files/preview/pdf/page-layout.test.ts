import { describe, expect, it } from 'vitest'
import { anchorAt, currentPage, layoutPages, pageAt, pagesToDraw, placeOf } from './page-layout.ts'

const A4 = { width: 595, height: 842 }
const GAP = 10
const pages = (count: number, scale = 1) =>
  layoutPages(
    Array.from({ length: count }, () => A4),
    () => scale,
    GAP,
  )

describe('layoutPages', () => {
  it('puts pages below each other with a gap around each', () => {
    const layout = pages(3)
    expect(layout.tops).toEqual([10, 862, 1714])
    expect(layout).toMatchObject({ width: 595, height: 1714 + 842 + GAP })
  })

  it('gives each page its own scale, in whole pixels', () => {
    const wide = { width: 842, height: 595 }
    const layout = layoutPages([A4, wide], ({ width }) => 400.4 / width, GAP)
    expect(layout.sizes).toEqual([
      { width: 400, height: 567 },
      { width: 400, height: 283 },
    ])
    expect(layout.scales[1]).toBeCloseTo(400.4 / 842)
    expect(layout.width).toBe(400)
  })

  it('never gives a page no size', () => {
    expect(layoutPages([{ width: 0.1, height: 0 }], () => 1, 0).sizes).toEqual([{ width: 1, height: 1 }])
  })
})

describe('pageAt', () => {
  it.each([
    [-50, 0],
    [0, 0],
    [861, 0],
    [862, 1],
    [1713, 1],
    [1714, 2],
    [99_999, 2],
  ])('finds at %i the page %i', (y, page) => {
    expect(pageAt(pages(3), y)).toBe(page)
  })
})

describe('currentPage', () => {
  const layout = pages(3)
  it('is the first page at the top, also where more of them are in view', () => {
    expect(currentPage(pages(3, 0.1), 0, 400)).toBe(0)
    expect(currentPage(layout, 0, 2000)).toBe(0)
  })

  it('is the last page at the end, though the one before is in view', () => {
    expect(currentPage(layout, layout.height - 900, 900)).toBe(2)
  })

  it('is the page that fills the view in between', () => {
    expect(currentPage(layout, 862, 842)).toBe(1)
  })
})

describe('pagesToDraw', () => {
  it('has those in view, and one before and behind', () => {
    expect(pagesToDraw(pages(9), 0, 800)).toEqual([0, 1])
    expect(pagesToDraw(pages(9), 852 * 4 + 20, 800)).toEqual([3, 4, 5])
    expect(pagesToDraw(pages(9), 852 * 9, 800)).toEqual([7, 8])
  })
})

describe('a place', () => {
  it('stays within its page when pages get another size', () => {
    const before = pages(5)
    const after = pages(5, 2)
    const anchor = anchorAt(before, 862 + 421)
    expect(anchor).toEqual({ page: 1, part: 0.5 })
    expect(placeOf(after, anchor)).toBe((after.tops[1] ?? 0) + 842)
    expect(anchorAt(after, placeOf(after, anchor))).toEqual(anchor)
  })
})
