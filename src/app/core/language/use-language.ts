import type { Language } from '../../../../contract/envelope.ts'
import { useObservable } from '../state/use-observable.ts'
import { language } from './language.ts'

export function useLanguage(): Language {
  return useObservable(language)
}
