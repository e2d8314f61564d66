import { useTranslation } from 'react-i18next'
import { useLanguage, usePortal, type KeysOf } from '../../src/app/micro-apps/app-context.ts'
import { createUseReason } from '../../src/app/micro-apps/use-reason.ts'
import type texts from './locales/zh-CN.json'
import { dateLocale } from '../../contract/rules/date-locale.ts'

export { nameIn, personName } from '../../src/app/micro-apps/names.ts'
export { useLanguage, useOnline, usePortal } from '../../src/app/micro-apps/app-context.ts'

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the function that gives a text in the current language; redraws on change. */
export function useTexts(): Translate {
  const { t } = useTranslation('administration', { i18n: usePortal().language.i18n })
  return (key, values) => t(key, values)
}

/** Returns the function that writes a day YYYY-MM-DD in the current language. */
export function useDay(): (day: string) => string {
  const language = useLanguage()
  return (day) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
}

export const useReason = createUseReason(useTexts)
