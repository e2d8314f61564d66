import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES } from '../../../../contract/limits.ts'
import type { Language } from '../../../../contract/envelope.ts'
import common from '../../locales/zh-CN/common.json'
import shell from '../../locales/zh-CN/shell.json'
import viewport from '../../locales/zh-CN/viewport.json'
import { language } from './language.ts'

const PACKS_MERGED = 'packsMerged'

/** The dictionary behind the login. Chinese is bundled; English texts are merged in from packs. */
export const i18n = i18next.createInstance()

void i18n.use(initReactI18next).init({
  lng: language.current,
  fallbackLng: 'zh-CN',
  supportedLngs: LANGUAGES,
  defaultNS: 'common',
  // The defaults, said: otherwise each text is searched for signs of a natural language first.
  keySeparator: '.',
  nsSeparator: ':',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { 'zh-CN': { common, shell, viewport } },
  // Not each added text: every lazy page brings its own, and all of the page would be drawn again each time.
  react: { useSuspense: false, bindI18n: `languageChanged ${PACKS_MERGED}` },
})

/** Merges texts of a language. Components that show some of them already are redrawn by `redrawTexts` only. */
export function addTexts(to: Language, namespace: string, texts: Record<string, unknown>): void {
  i18n.addResourceBundle(to, namespace, texts, true, true)
}

/** Draws all texts again. */
export function redrawTexts(): void {
  i18n.emit(PACKS_MERGED)
}
