import { useTranslation } from 'react-i18next'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import type { Language } from '../../contract/envelope.ts'
import { failureCode, useLanguage, usePortal, type KeysOf } from '../../src/app/micro-apps/app-context.ts'
import type texts from './locales/zh-CN.json'

export { useLanguage, useOnline, usePortal } from '../../src/app/micro-apps/app-context.ts'

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the function that gives a text in the current language; redraws on change. */
export function useTexts(): Translate {
  const { t } = useTranslation('roster', { i18n: usePortal().language.i18n })
  // React escapes already: "a & b" must not become "a &amp; b".
  return (key, values) => t(key, { ...values, interpolation: { escapeValue: false } })
}

/** Returns the function for the reason of a failure: the server's words, or what to do without them. */
export function useReason(): (error: unknown) => string {
  const t = useTexts()
  const language = useLanguage()
  return (error) => {
    const code = failureCode(error)
    return isErrorCode(code) ? `${errorTexts[code][language === 'en' ? 'en' : 'zh']}${t('stop')}` : t('failed.hint')
  }
}

/** The name of a class or a campus in a language. */
export function nameIn({ name, englishName }: { name: string; englishName: string }, language: Language): string {
  return language === 'en' ? englishName || name : name
}

export function personName(
  { realName, englishName }: { realName: string; englishName: string },
  language: Language,
): string {
  return language === 'en' ? englishName || realName : realName
}
