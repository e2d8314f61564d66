import { useSyncExternalStore } from 'react'

/** As in tray.css. */
const narrow = matchMedia('(max-width: 640px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone; follows the window. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
