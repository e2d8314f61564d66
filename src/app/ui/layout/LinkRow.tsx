import './fade-edges.css'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

/** A row of links, of which the current one has `aria-current`. Where it is wider than its place it scrolls sideways, and begins with that one in view. */
export function LinkRow({ className, label, children }: { className: string; label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current]') ?? null
    if (!row.current || !current || current === shown.current) return
    shown.current = current
    // Only sideways: `scrollIntoView` would move the page as well.
    const [place, link] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()]
    row.current.scrollLeft += link.left - place.left - (place.width - link.width) / 2
  })
  return (
    <nav ref={row} className={`${className} k-fade-edges`} aria-label={label}>
      {children}
    </nav>
  )
}
