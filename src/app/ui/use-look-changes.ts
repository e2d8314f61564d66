import { useEffect, useState, type RefObject } from 'react'

/**
 * A number that grows whenever the page's colours have changed: by theme, mode or the system. For what is painted and not styled. The element has a
 * transition of its text colour, however short: the end of it tells of rules that came to hold, which nothing else does.
 */
export function useLookChanges(element: RefObject<HTMLElement | null>): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1)
    const ending = new AbortController()
    element.current?.addEventListener(
      'transitionend',
      ({ propertyName }) => {
        if (propertyName === 'color') changed()
      },
      { signal: ending.signal },
    )
    // A theme sets its tints on the root element.
    const observer = new MutationObserver(changed)
    observer.observe(document.documentElement, { attributeFilter: ['style', 'class', 'data-theme'] })
    return () => {
      ending.abort()
      observer.disconnect()
    }
  }, [element])
  return changes
}
