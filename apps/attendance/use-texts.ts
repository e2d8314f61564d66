import { useTranslation } from 'react-i18next'
import type { Texts } from './locales/zh-CN.ts'
import { usePortal } from './portal-context.ts'

/** The namespace of this application's texts in the shell's i18next. */
export const NAMESPACE = 'attendance'

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeysOf<T[K]>}` }[keyof T &
  string]
type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<Texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** The function that gives a text in the current language; the component is drawn again when the language changes. */
export function useTexts(): Translate {
  const portal = usePortal()
  const { t } = useTranslation(NAMESPACE, { i18n: portal.language.i18n })
  // React escapes; a class called "a & b" must not become "a &amp; b".
  return (key, values) => t(key, { ...values, interpolation: { escapeValue: false } })
}
