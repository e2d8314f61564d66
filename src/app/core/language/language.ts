import type { Language } from '../../../../contract/envelope.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { languageKey } from '../storage/local-keys.ts'
import { createObservable } from '../state/observable.ts'

/** The language that the texts on the screen are in. */
export const language = createObservable<Language>('zh-CN')

/** Whether a value names one of the two languages. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value)
}

/** Takes the language that was chosen on this device before. */
export function startLanguage(): void {
  showLanguage(languageKey.get() ?? 'zh-CN')
}

/** Makes a language the one on the screen and remembers it. Its texts must be there. */
export function setLanguage(chosen: Language): void {
  languageKey.set(chosen)
  showLanguage(chosen)
}

function showLanguage(chosen: Language): void {
  document.documentElement.lang = chosen
  language.set(chosen)
}
