import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../contract/envelope.ts'
import enCommon from '../src/app/locales/en/common.ts'
import enKit from '../src/app/locales/en/kit.ts'
import zhCommon from '../src/app/locales/zh-CN/common.ts'
import zhKit from '../src/app/locales/zh-CN/kit.ts'

const i18n = i18next.createInstance()

export function startTexts(): void {
  void i18n.use(initReactI18next).init({
    lng: 'zh-CN',
    fallbackLng: 'zh-CN',
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { 'zh-CN': { common: zhCommon, kit: zhKit }, en: { common: enCommon, kit: enKit } },
    react: { useSuspense: false },
  })
}

export function showLanguage(language: Language): void {
  document.documentElement.lang = language
  void i18n.changeLanguage(language)
}

/** For every page: the current language, and a choice between two texts by it. */
export interface PageProps {
  readonly language: Language
  readonly say: (chinese: string, english: string) => string
}
