import type { Language } from '../../../../contract/envelope.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { browserLanguage } from './browser-language.ts'
import { requestParameter } from '../session/request-parameter.ts'
import { languageKey } from '../storage/local-keys.ts'
import { createObservable } from '../state/observable.ts'

/** The language that the texts on the screen are in. */
export const language = createObservable<Language>('zh-CN')

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value)
}

/**
 * Applies the language chosen on this device before, if the unit offers it; without a choice, with `follows` the browser's. Where the inline script has translated the login's form by it, that of the
 * document: another tab may have changed or forgotten the choice since then. What a third party asks for counts before all that, for this visit.
 */
export function startLanguage(offered: readonly string[] | 'not-a-list', follows = false): void {
  const { lang, dataset } = document.documentElement
  const known = knownOf(offered)
  const chosen = languageKey.get() ?? (follows ? browserLanguage(navigator.languages, known) : null)
  const wanted = browserLanguage(requestParameter('ui_locales', location.search).split(' '), known) ?? chosen
  showLanguage(firstLanguage(dataset['page'] === 'login' && isLanguage(lang) ? lang : wanted, offered))
}

/** The language to begin with: the chosen one, else Chinese, where the unit offers it; else what it offers. */
export function firstLanguage(chosen: Language | null, offered: readonly string[] | 'not-a-list'): Language {
  const known = knownOf(offered)
  if (chosen !== null && known.includes(chosen)) return chosen
  return known.includes('zh-CN') ? 'zh-CN' : (known[0] ?? 'zh-CN')
}

const knownOf = (offered: readonly string[] | 'not-a-list'): readonly Language[] =>
  offered === 'not-a-list' ? LANGUAGES : offered.filter(isLanguage)

/** Switches the language and stores it. Its texts must be loaded. */
export function setLanguage(chosen: Language): void {
  languageKey.set(chosen)
  showLanguage(chosen)
}

function showLanguage(chosen: Language): void {
  // Also the same language set again makes the browser compute all styles anew.
  if (document.documentElement.lang !== chosen) document.documentElement.lang = chosen
  language.set(chosen)
}
