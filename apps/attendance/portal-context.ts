import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { groups } from '../../contract/endpoints/attendance/attendance.ts'
import type { Language } from '../../contract/envelope.ts'
import { useObservable, type Portal } from '../../src/app/micro-apps/micro-app.ts'
import type { Texts } from './locales/zh-CN.ts'

export { useObservable } from '../../src/app/micro-apps/micro-app.ts'

/** The user type of parents. */
export const PARENT = 3

/** The portal that `mount` was called with. */
export const PortalContext = createContext<Portal | null>(null)

/** Throws outside of the application's root. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('a component of attendance stands outside of its PortalContext')
  return portal
}

export function useLanguage(): Language {
  return useObservable(usePortal().language)
}

export type Groups = ResponseOf<typeof groups>

/** The user's groups and rights. */
export const GroupsContext = createContext<Groups | null>(null)

/** Throws outside of the pages. */
export function useGroups(): Groups {
  const known = useContext(GroupsContext)
  if (!known) throw new Error('a page of attendance stands outside of its GroupsContext')
  return known
}

export const NAMESPACE = 'attendance'

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeysOf<T[K]>}` }[keyof T &
  string]
type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<Texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the function for texts in the current language; redraws on change. */
export function useTexts(): Translate {
  const portal = usePortal()
  const { t } = useTranslation(NAMESPACE, { i18n: portal.language.i18n })
  return (key, values) => t(key, { ...values, interpolation: { escapeValue: false } })
}
