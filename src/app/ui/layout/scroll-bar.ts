import { listen } from '../../core/state/listen.ts'

/** A scrolled box along one axis, in pixels: visible length, content length, offset. */
interface Scrolled {
  seen: number
  whole: number
  offset: number
}

/** Pixels: short enough to show the content's length, long enough to grab. */
const SHORTEST = 24

/** The thumb's position on a track of the visible length; null when nothing scrolls. */
export function thumbOf({ seen, whole, offset }: Scrolled): { length: number; start: number } | null {
  if (whole <= seen || seen <= 0) return null
  const length = Math.min(seen, Math.max(SHORTEST, (seen * seen) / whole))
  const way = Math.min(1, Math.max(0, offset / (whole - seen)))
  return { length, start: (seen - length) * way }
}

/** The content's offset for a dragged thumb. */
export function offsetOfDrag(scrolled: Scrolled, dragged: number): number {
  const thumb = thumbOf(scrolled)
  if (!thumb || thumb.length >= scrolled.seen) return 0
  return (dragged * (scrolled.whole - scrolled.seen)) / (scrolled.seen - thumb.length)
}

type Axis = 'x' | 'y'

/** Updates both bars of a ScrollBox and makes them draggable. Returns the function that ends that. */
export function followScroll(box: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const view = box.querySelector<HTMLElement>(':scope > .k-scroll__view')
  const bars = [...box.querySelectorAll<HTMLElement>(':scope > .k-scroll__bar')]
  if (!view) return () => undefined

  const draw = () => {
    for (const bar of bars) drawBar(bar, read(view, axisOf(bar)))
  }
  const observer = new ResizeObserver(draw)
  observer.observe(view)
  for (const child of view.children) observer.observe(child)
  view.addEventListener('scroll', draw, { signal, passive: true })
  // The bars are beside the content.
  box.addEventListener(
    'wheel',
    ({ target, deltaX, deltaY }) => {
      if (bars.some((bar) => target instanceof Node && bar.contains(target))) view.scrollBy(deltaX, deltaY)
    },
    { signal, passive: true },
  )
  for (const bar of bars) letDrag(bar, view, signal)
  draw()
  return () => {
    ending.abort()
    observer.disconnect()
  }
}

function axisOf(bar: HTMLElement): Axis {
  return bar.dataset.axis === 'x' ? 'x' : 'y'
}

function read(view: HTMLElement, axis: Axis): Scrolled {
  return axis === 'y'
    ? { seen: view.clientHeight, whole: view.scrollHeight, offset: view.scrollTop }
    : { seen: view.clientWidth, whole: view.scrollWidth, offset: view.scrollLeft }
}

function drawBar(bar: HTMLElement, scrolled: Scrolled): void {
  const thumb = thumbOf(scrolled)
  bar.hidden = thumb === null
  // Reserves space for the bar.
  bar.parentElement?.toggleAttribute(`data-${axisOf(bar)}`, thumb !== null)
  const handle = bar.firstElementChild
  if (!thumb || !(handle instanceof HTMLElement)) return
  const isDown = axisOf(bar) === 'y'
  handle.style.height = isDown ? `${thumb.length}px` : ''
  handle.style.width = isDown ? '' : `${thumb.length}px`
  handle.style.translate = isDown ? `0 ${thumb.start}px` : `${thumb.start}px 0`
}

function letDrag(bar: HTMLElement, view: HTMLElement, signal: AbortSignal): void {
  const axis = axisOf(bar)
  const along = (event: PointerEvent) => (axis === 'y' ? event.clientY : event.clientX)
  const move = (by: number) => view.scrollBy({ left: axis === 'x' ? by : 0, top: axis === 'y' ? by : 0 })
  let last: number | null = null

  listen(signal, bar, 'pointerdown', (event) => {
    if (event.button !== 0) return
    // Keeps the focus.
    event.preventDefault()
    const handle = bar.firstElementChild
    if (event.target === handle) {
      last = along(event)
      bar.setPointerCapture(event.pointerId)
      return
    }
    const box = handle?.getBoundingClientRect()
    const isAfter = box ? along(event) > (axis === 'y' ? box.top : box.left) : true
    move(read(view, axis).seen * (isAfter ? 1 : -1))
  })
  listen(signal, bar, 'pointermove', (event) => {
    if (last === null) return
    move(offsetOfDrag(read(view, axis), along(event) - last))
    last = along(event)
  })
  for (const end of ['pointerup', 'pointercancel'] as const) bar.addEventListener(end, () => (last = null), { signal })
}
