import { useSyncExternalStore } from 'react'

/** From here on details are beside the month, else over it. */
export const WIDE = '(min-width: 1025px)'
/** Up to here a month is a list. The same number is in calendar.css. */
export const NARROW = '(max-width: 720px)'

/** Redraws on change. */
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
