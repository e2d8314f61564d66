import i18next from 'i18next'
import { createContext, use } from 'react'
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

export const LanguageContext = createContext<Language>('zh-CN')

/** Returns the text of the current language. */
export type Say = (chinese: string, english: string) => string

/** The current language, and the words in it. */
export function useSay(): { say: Say; language: Language } {
  const language = use(LanguageContext)
  return { language, say: (chinese, english) => (language === 'en' ? english : chinese) }
}
