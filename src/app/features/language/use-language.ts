import { useSyncExternalStore } from 'react'
import type { Language } from '../../../../contract/envelope.ts'
import { language } from './language.ts'

/** The current language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  const current = () => language.current
  // The delivered document is already in the chosen language when it is adopted.
  return useSyncExternalStore(language.subscribe, current, current)
}
