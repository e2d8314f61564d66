import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio/react'
import { appearance, type ColorMode } from './theme-store.ts'

const query = '(prefers-color-scheme: dark)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the screen is dark now: by choice, or because the system says so. The component is drawn again when that changes. */
export function useDarkScreen(): boolean {
  const { mode } = useSnapshot(appearance)
  const system = useSyncExternalStore(subscribe, () => matchMedia(query).matches)
  return isDark(mode, system)
}

function isDark(mode: ColorMode, system: boolean): boolean {
  return mode === 'system' ? system : mode === 'dark'
}
