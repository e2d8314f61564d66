import { useEffect, type RefObject } from 'react'

/** Whether the target is in a dialog or a menu over the page, which handles the event itself. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [data-trigger]') !== null
}

/**
 * Closes what is open in `area` when somebody presses beside it, goes on beyond it by keyboard, or presses Escape; `escaped` tells the last from the others,
 * because only then the focus goes back to where it was opened.
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
      if (target instanceof Node && !area.current?.contains(target) && !isElsewhere(target)) onDismiss(false)
    }
    document.addEventListener('pointerdown', leave, { signal })
    document.addEventListener('focusin', leave, { signal })
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isElsewhere(event.target)) return
        event.preventDefault()
        onDismiss(true)
      },
      { signal },
    )
    return () => ending.abort()
  }, [area, open, onDismiss])
}
