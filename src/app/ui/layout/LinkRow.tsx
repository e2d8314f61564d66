import './fade-edges.css'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * A row of links, of which the current one has `aria-current`. Where it is wider than its place it scrolls sideways, and has that one in view at first and after
 * each change of its width.
 */
export function LinkRow({ className, label, children }: { className: string; label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const current = currentIn(row.current)
    if (!current || current === shown.current) return
    shown.current = current
    showCurrent(row.current)
  })
  useEffect(() => {
    const nav = row.current
    if (!nav) return
    const sizes = new ResizeObserver(() => showCurrent(nav))
    sizes.observe(nav)
    return () => sizes.disconnect()
  }, [])
  return (
    <nav ref={row} className={`${className} k-fade-edges`} aria-label={label}>
      {children}
    </nav>
  )
}

const currentIn = (row: HTMLElement | null) => row?.querySelector('[aria-current]') ?? null

/** Scrolls the row only: `scrollIntoView` would move the page as well. */
function showCurrent(row: HTMLElement | null): void {
  const current = currentIn(row)
  if (!row || !current) return
  const [place, link] = [row.getBoundingClientRect(), current.getBoundingClientRect()]
  row.scrollLeft += link.left - place.left - (place.width - link.width) / 2
}
