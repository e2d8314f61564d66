import { useEffect, type RefObject } from 'react'
import { listen } from '../core/state/listen.ts'

/** Whether the target is in a dialog or a menu over the page, which handles the event itself. */
function isOutside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [data-trigger]') !== null
}

/**
 * Closes an open `area` on a press beside it, when the focus leaves it, or on Escape; `escaped` marks the last, after which the focus returns to the
 * opener.
 */
export function useDismiss(
  area: RefObject<HTMLElement | null>,
  open: boolean,
  onDismiss: (escaped: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return undefined
    const ending = new AbortController()
    const { signal } = ending
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target) && !isOutside(target)) onDismiss(false)
    }
    document.addEventListener('pointerdown', leave, { signal })
    document.addEventListener('focusin', leave, { signal })
    listen(signal, document, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOutside(event.target)) return
      event.preventDefault()
      onDismiss(true)
    })
    return () => ending.abort()
  }, [area, open, onDismiss])
}
