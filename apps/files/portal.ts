import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Portal } from '../../src/app/micro-apps/micro-app.ts'
import type texts from './locales/zh-CN.json'

export { useObservable } from '../../src/app/micro-apps/micro-app.ts'

/** The portal that `mount` was called with. */
export const PortalContext = createContext<Portal | null>(null)

/** Returns the portal that `mount` was called with; throws outside of PortalContext. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('a component of Files stands outside of its PortalContext')
  return portal
}

/** The namespace of this application's texts in the portal's i18next. */
export const NAMESPACE = 'files'

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeysOf<T[K]>}` }[keyof T &
  string]
type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the function that gives a text in the current language. */
export function useTexts(): Translate {
  const portal = usePortal()
  const { t } = useTranslation(NAMESPACE, { i18n: portal.language.i18n })
  // React escapes already: a file "a & b" must not become "a &amp; b".
  return (key, values) => t(key, { ...values, interpolation: { escapeValue: false } })
}
