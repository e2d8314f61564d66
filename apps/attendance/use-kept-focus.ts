import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the focus near where it was when what had it is taken away, as the buttons of a row that was deleted or of a request that was decided: it goes to the
 * row now at that index, else to what in the container takes a focus by script, such as its heading.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: Element; index: number } | null>(null)

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // A dialog about a row gives the focus back to it.
      if (!(target instanceof Element) || target.closest('dialog')) return
      const isInside = container.current?.contains(target) === true
      const index = rowsOf(container.current).findIndex((row) => row.contains(target))
      last.current = isInside ? { element: target, index } : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [container])

  // After every drawing, because it is not known which one takes the element away.
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const { index } = last.current
    const rows = rowsOf(container.current)
    const row = index < 0 ? undefined : rows[Math.min(index, rows.length - 1)]
    const next =
      row?.querySelector<HTMLElement>('button, a, [tabindex]') ??
      container.current?.querySelector<HTMLElement>('[tabindex="-1"]')
    next?.focus()
    last.current = null
  })
}

function rowsOf(container: HTMLElement | null): Element[] {
  return [...(container?.querySelectorAll('li') ?? [])]
}
