import { useSyncExternalStore } from 'react'
import type { Language } from '../../../../contract/envelope.ts'
import { language } from './language.ts'

/** The current language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(language.subscribe, () => language.current)
}
