import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 1025px)'

/** Whether there is room for details beside a month; where there is none they open over it. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(WIDE).matches,
  )
}
