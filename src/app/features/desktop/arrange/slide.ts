/** Milliseconds in which icons make room. */
const DURATION = 200
const EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)'

/** The positions of visible icons by their code. */
export function readPlaces(grid: HTMLElement): Map<string, DOMRect> {
  const places = new Map<string, DOMRect>()
  for (const list of grid.querySelectorAll<HTMLElement>('[data-group]')) {
    const { top, bottom } = list.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) continue
    for (const item of list.children) {
      if (!(item instanceof HTMLElement)) continue
      const y = top + item.offsetTop - list.offsetTop
      if (y + item.offsetHeight < 0) continue
      if (y > innerHeight) break
      const code = codeOf(item)
      if (code) places.set(code, item.getBoundingClientRect())
    }
  }
  return places
}

/** Animates icons from their old to their new position, except the held one. */
export function slideFrom(grid: HTMLElement, before: ReadonlyMap<string, DOMRect>, held: string): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const moved = [...before].flatMap(([code, from]) => {
    const item = code === held ? null : grid.querySelector(`[data-app-code=${CSS.escape(code)}]`)?.parentElement
    return item ? [{ item, from }] : []
  })
  // All writes, then all reads, then all writes: mixed, each would force a new layout.
  for (const { item } of moved) for (const animation of item.getAnimations()) animation.cancel()
  const ways = moved.map(({ item, from }) => {
    const to = item.getBoundingClientRect()
    return { item, x: from.left - to.left, y: from.top - to.top }
  })
  for (const { item, x, y } of ways) {
    if (x === 0 && y === 0) continue
    item.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { duration: DURATION, easing: EASING })
  }
}

function codeOf(item: Element): string | undefined {
  const { firstElementChild } = item
  return firstElementChild instanceof HTMLElement ? firstElementChild.dataset['appCode'] : undefined
}
