import { useTranslation } from 'react-i18next'
import { usePortal, type KeysOf } from '../../src/app/micro-apps/app-context.ts'
import type texts from './locales/zh-CN.json'

export { useLanguage, useOnline, usePortal } from '../../src/app/micro-apps/app-context.ts'

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the function that gives a text in the current language; redraws on change. */
export function useTexts(): Translate {
  const { t } = useTranslation('files', { i18n: usePortal().language.i18n })
  return (key, values) => t(key, values)
}
