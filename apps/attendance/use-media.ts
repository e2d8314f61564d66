import { useSyncExternalStore } from 'react'

/** There is room for details beside a month; where there is none they open over it. */
export const WIDE = '(min-width: 1025px)'
/** A month is a list. The same number stands in calendar.css. */
export const NARROW = '(max-width: 720px)'

/** Whether a condition about the window holds; the component is drawn again when that changes. */
export function useMedia(condition: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(condition)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(condition).matches,
  )
}
