import type { Language } from '../../../../contract/envelope.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { languageKey } from '../storage/local-keys.ts'
import { createObservable } from '../state/observable.ts'

/** The language that the texts on the screen are in. */
export const language = createObservable<Language>('zh-CN')

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value)
}

/** Applies the language chosen on this device before. */
export function startLanguage(): void {
  showLanguage(languageKey.get() ?? 'zh-CN')
}

/** Switches the language and stores it. Its texts must be loaded. */
export function setLanguage(chosen: Language): void {
  languageKey.set(chosen)
  showLanguage(chosen)
}

function showLanguage(chosen: Language): void {
  document.documentElement.lang = chosen
  language.set(chosen)
}
