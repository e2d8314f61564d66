import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES } from '../../../../contract/limits.ts'
import type { Language } from '../../../../contract/envelope.ts'
import common from '../../locales/zh-CN/common.json'
import shell from '../../locales/zh-CN/shell.json'
import viewport from '../../locales/zh-CN/viewport.json'
import { language } from './language.ts'

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
  react: { useSuspense: false, bindI18nStore: 'added' },
})

/** Merges texts of a language; components that use them are redrawn. */
export function addTexts(to: Language, namespace: string, texts: Record<string, unknown>): void {
  i18n.addResourceBundle(to, namespace, texts, true, true)
}
