import type { Language } from '../../../../contract/envelope.ts'
import { useObservable } from '../state/use-observable.ts'
import { language } from './language.ts'

/** The current language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useObservable(language)
}
