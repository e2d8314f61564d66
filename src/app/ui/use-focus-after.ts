import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus once an entry has left a list: to the button with `data-ignore` of the one that takes its place, else to `place`. `shown` changes with the list.
 * Returns what is called when the entry at a place is about to leave, unless `leaving` resolves to false.
 */
export function useFocusAfter(place: RefObject<HTMLElement | null>, shown: unknown) {
  const next = useRef<{ at: number; after: unknown } | null>(null)

  useEffect(() => {
    if (next.current === null || next.current.after === shown || !place.current) return
    const buttons = place.current.querySelectorAll<HTMLElement>('[data-ignore]')
    const target = buttons[Math.min(next.current.at, buttons.length - 1)] ?? place.current
    next.current = null
    target.focus()
  })

  return async (at: number, leaving: Promise<boolean> | null = null): Promise<void> => {
    next.current = { at, after: shown }
    if ((await leaving) === false) next.current = null
  }
}
