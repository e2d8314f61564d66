import { useEffect, useRef, type RefObject } from 'react'
import { useObservable } from '../core/state/use-observable.ts'
import { openDialogs } from './dialog/show-dialog.ts'

/**
 * Keeps the focus nearby when its element is removed, such as a row's button: it goes to the row now at that index, else to an element of the
 * container that can be focused by script, such as its heading, or to the container.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: Element; index: number } | null>(null)
  const dialogs = useObservable(openDialogs)

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // A dialog about a row restores the focus to it.
      if (!(target instanceof Element) || target.closest('dialog')) return
      const isInside = container.current?.contains(target) === true
      const index = rowsOf(container.current).findIndex((row) => row.contains(target))
      last.current = isInside ? { element: target, index } : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [container])

  // After every render, because any may remove the element.
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    // Below an open dialog nothing can take the focus; this is drawn again when it closes, whatever has drawn the dialog.
    if (dialogs.length > 0) return
    const { index } = last.current
    const rows = rowsOf(container.current)
    const row = index < 0 ? undefined : rows[Math.min(index, rows.length - 1)]
    const next =
      row?.querySelector<HTMLElement>('button, a, [tabindex]') ??
      container.current?.querySelector<HTMLElement>('[tabindex="-1"]') ??
      container.current
    next?.focus()
    last.current = null
  })
}

function rowsOf(container: HTMLElement | null): Element[] {
  return [...(container?.querySelectorAll('li') ?? [])]
}
