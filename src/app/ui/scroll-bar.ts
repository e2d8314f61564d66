/** A scrolled box along one axis, in pixels: how much is seen, how much there is, and how far it has been scrolled. */
export interface Scrolled {
  seen: number
  whole: number
  offset: number
}

/** Short enough to show how long the content is, long enough to be caught. */
const SHORTEST = 24

/** Where the thumb lies on a track as long as what is seen; null when there is nothing to scroll. */
export function thumbOf({ seen, whole, offset }: Scrolled): { length: number; start: number } | null {
  if (whole <= seen || seen <= 0) return null
  const length = Math.min(seen, Math.max(SHORTEST, (seen * seen) / whole))
  const way = Math.min(1, Math.max(0, offset / (whole - seen)))
  return { length, start: (seen - length) * way }
}

/** How far the content moves when the thumb is dragged by so many pixels. */
export function offsetOfDrag(scrolled: Scrolled, dragged: number): number {
  const thumb = thumbOf(scrolled)
  if (!thumb || thumb.length >= scrolled.seen) return 0
  return (dragged * (scrolled.whole - scrolled.seen)) / (scrolled.seen - thumb.length)
}
