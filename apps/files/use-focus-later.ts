import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns a function that moves focus to the first element within `root` that matches one of the selectors, as soon as a drawing shows it.
 * For rows that are about to come or go.
 */
export function useFocusLater(root: RefObject<HTMLElement | null>): (...selectors: string[]) => void {
  const wanted = useRef<string[]>([])

  // After every drawing of the page, because it is not known which one brings the element.
  useEffect(() => {
    if (wanted.current.length === 0) return
    const found = wanted.current
      .map((selector) => root.current?.querySelector<HTMLElement>(selector))
      .find((element) => element)
    if (!found) return
    found.focus()
    // Behind a dialog that is still closing nothing can take focus: the next drawing tries again.
    if (document.activeElement === found) wanted.current = []
  })

  return (...selectors) => {
    wanted.current = selectors
  }
}
