import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OpenPdf } from './open-pdf.ts'
import { anchorAt, currentPage, layoutPages, pagesToDraw, placeOf, type PageLayout, type Size } from './page-layout.ts'
import { PIXELS_PER_POINT, zoomFactor, type Zoom } from './zoom.ts'

/** Pixels between two pages. */
const GAP = 12

/** Where the pages of a PDF are, and which of them to draw. Pages that were not read yet are taken to be as large as the first one. */
export function usePages({ document, firstSize }: OpenPdf) {
  const view = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>('auto')
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const [scrolled, setScrolled] = useState(0)
  const [read, setRead] = useState<ReadonlyMap<number, Size>>(new Map())

  const points = useMemo(
    () => Array.from({ length: document.numPages }, (_, index) => read.get(index + 1) ?? firstSize),
    [document, firstSize, read],
  )
  const layout = useMemo(() => {
    const inner = Math.max(1, room.width - 2 * GAP)
    return layoutPages(points, ({ width }) => zoomFactor(zoom, width, inner) * PIXELS_PER_POINT, GAP)
  }, [points, zoom, room.width])
  const current = currentPage(layout, scrolled, room.height)
  useKeptPlace(view, layout)

  useEffect(() => {
    const element = view.current
    if (!element) return undefined
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return {
    view,
    layout,
    current,
    // The width is known after the first drawing.
    drawn: room.width > 0 ? pagesToDraw(layout, scrolled, room.height) : [],
    /** Of the page that is read. */
    factor: (layout.scales[current] ?? 1) / PIXELS_PER_POINT,
    zoom,
    setZoom,
    onScroll: useCallback(() => setScrolled(view.current?.scrollTop ?? 0), []),
    onSize: useCallback(
      (number: number, size: Size) =>
        setRead((before) => {
          const known = before.get(number)
          return known?.width === size.width && known.height === size.height
            ? before
            : new Map(before).set(number, size)
        }),
      [],
    ),
  }
}

/** Keeps the middle of the view where it was within its page when pages get another size. */
function useKeptPlace(view: { readonly current: HTMLDivElement | null }, layout: PageLayout): void {
  const before = useRef<PageLayout>(layout)
  useLayoutEffect(() => {
    const element = view.current
    const old = before.current
    before.current = layout
    if (!element || old === layout) return
    const middle = element.scrollTop === 0 ? 0 : element.clientHeight / 2
    const left = (element.scrollLeft + element.clientWidth / 2) / Math.max(old.width, element.clientWidth)
    const to = {
      top: placeOf(layout, anchorAt(old, element.scrollTop + middle)) - middle,
      left: left * Math.max(layout.width, element.clientWidth) - element.clientWidth / 2,
    }
    // Any call would end a scrolling that is under way.
    if (Math.abs(to.top - element.scrollTop) < 1 && Math.abs(to.left - element.scrollLeft) < 1) return
    element.scrollTo(to)
  }, [view, layout])
}
