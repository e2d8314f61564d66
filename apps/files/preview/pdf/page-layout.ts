/** In points of the PDF, or in pixels of the page. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Where the pages stand below each other, in pixels. */
export interface PageLayout {
  readonly tops: readonly number[]
  readonly sizes: readonly Size[]
  /** Pixels for a point, by page. */
  readonly scales: readonly number[]
  readonly width: number
  readonly height: number
}

/** A place within a page, which stays the same when pages get another size: the index of the page, and the part of its height above the place. */
export interface Anchor {
  readonly page: number
  readonly part: number
}

/** Lays out pages of these sizes in points, with a gap before, between and behind them. `scaleOf` gives the pixels of a page for a point. */
export function layoutPages(points: readonly Size[], scaleOf: (points: Size) => number, gap: number): PageLayout {
  const scales = points.map(scaleOf)
  const sizes = points.map(({ width, height }, index) => ({
    width: Math.max(1, Math.round(width * (scales[index] ?? 1))),
    height: Math.max(1, Math.round(height * (scales[index] ?? 1))),
  }))
  const tops: number[] = []
  let top = gap
  let width = 0
  for (const size of sizes) {
    tops.push(top)
    top += size.height + gap
    width = Math.max(width, size.width)
  }
  return { tops, sizes, scales, width, height: top }
}

/** The index of the last page that begins at `y` or above it; the first page for what is above all. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The page that is read: at the top of the content it is the first one, at its end the last one, in between the one that fills the view. */
export function currentPage(layout: PageLayout, scrolled: number, viewHeight: number): number {
  const room = layout.height - viewHeight
  const share = room > 0 ? Math.min(1, Math.max(0, scrolled / room)) : 0
  return pageAt(layout, scrolled + viewHeight * share)
}

/** The indexes of the pages to draw: those in the view, and one before and behind them. */
export function pagesToDraw(layout: PageLayout, scrolled: number, viewHeight: number): readonly number[] {
  const first = Math.max(0, pageAt(layout, scrolled) - 1)
  const last = Math.min(layout.tops.length - 1, pageAt(layout, scrolled + viewHeight) + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export function anchorAt(layout: PageLayout, y: number): Anchor {
  const page = pageAt(layout, y)
  return { page, part: (y - (layout.tops[page] ?? 0)) / (layout.sizes[page]?.height ?? 1) }
}

export function placeOf(layout: PageLayout, { page, part }: Anchor): number {
  return (layout.tops[page] ?? 0) + part * (layout.sizes[page]?.height ?? 0)
}
