import './panel.css'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { placePanel } from './place-panel.ts'

/** A panel below the control that opened it, over dialogs too. A click beside it, Escape and losing the focus close it; mounted only while open. */
export function Panel({
  label,
  opener,
  onClose,
  children,
}: {
  label: string
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  // Rendered in place and lifted into the top layer, so that it belongs to an open dialog.
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    if ('showPopover' in element) element.showPopover()
    const place = () => {
      const box = opener.current?.getBoundingClientRect()
      if (!box) return
      const room = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top } = placePanel(room, box, { width: element.offsetWidth, height: element.offsetHeight })
      element.style.left = `${left}px`
      element.style.top = `${top}px`
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    const ending = new AbortController()
    window.addEventListener('resize', place, { signal: ending.signal })
    window.addEventListener('scroll', place, { signal: ending.signal, capture: true, passive: true })
    return () => {
      observer.disconnect()
      ending.abort()
    }
  }, [opener])

  useEffect(() => {
    const isBeside = ({ target }: Event) =>
      target instanceof Node && !panel.current?.contains(target) && !opener.current?.contains(target)
    const leave = (event: Event) => {
      if (isBeside(event)) close()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Closes this and not the dialog below.
      event.preventDefault()
      event.stopPropagation()
      opener.current?.focus()
      close()
    }
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('click', leave, { signal, capture: true })
    document.addEventListener('focusin', leave, { signal })
    document.addEventListener('keydown', escape, { signal, capture: true })
    return () => ending.abort()
  }, [opener])

  return (
    <div ref={panel} className="k-raised k-panel" popover="manual" role="dialog" aria-label={label}>
      {children}
    </div>
  )
}
