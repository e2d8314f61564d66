import { useEffect, useEffectEvent } from 'react'

/** Part of the view's height that a key scrolls. */
const LINE = 48
const OVERLAP = 40

interface ZoomKeys {
  readonly larger: () => void
  readonly smaller: () => void
  readonly whole: () => void
}

/** Keys of the dialog in which a PDF is shown: + and - change the size, 0 fits the width, and what scrolls does so wherever the focus is. */
export function usePdfKeys(view: { readonly current: HTMLElement | null }, zoom: ZoomKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const change = { '+': zoom.larger, '=': zoom.larger, '-': zoom.smaller, '0': zoom.whole }[event.key]
    if (change) {
      event.preventDefault()
      return change()
    }
    const element = view.current
    const { target } = event
    // The arrows on the dialog's handle move the dialog, and with Shift they select text.
    if (!element || event.shiftKey || (target instanceof Element && target.closest('[data-move]'))) return
    const to = scrollBy(event.key, element)
    if (to === undefined) return
    // Also within the view, where the browser would scroll by itself: the smooth way of one key ends that of the next before its end.
    event.preventDefault()
    element.scrollTo({ top: to })
  })

  useEffect(() => {
    const dialog = view.current?.closest('dialog')
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    dialog?.addEventListener('keydown', listen)
    return () => dialog?.removeEventListener('keydown', listen)
  }, [view])
}

function scrollBy(key: string, { scrollTop, clientHeight, scrollHeight }: HTMLElement): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return scrollTop + LINE
    case 'ArrowUp':
      return scrollTop - LINE
    case 'PageDown':
      return scrollTop + clientHeight - OVERLAP
    case 'PageUp':
      return scrollTop - clientHeight + OVERLAP
    case 'Home':
      return 0
    case 'End':
      return scrollHeight
    default:
      return undefined
  }
}
