import { createContext, useContext, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { groups } from '../../contract/endpoints/attendance.ts'
import type { Language } from '../../contract/envelope.ts'
import type { Observable, Portal } from '../../src/app/micro-apps/micro-app.ts'
import type { Texts } from './locales/zh-CN.ts'

/** The user type of parents. */
export const PARENT = 3

/** Carries what the shell gave to `mount`. */
export const PortalContext = createContext<Portal | null>(null)

/** What the shell gave to `mount`; throws outside of the application's root. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('a component of attendance stands outside of its PortalContext')
  return portal
}

/** The current value of something of the shell's; the component is drawn again when it changes. */
export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(
    (listener) => observable.subscribe(listener),
    () => observable.current,
  )
}

/** The language in which the application is drawn. */
export function useLanguage(): Language {
  return useObservable(usePortal().language)
}

/** What this person may see and do, and the unit's day and time zone. */
export interface Groups extends ResponseOf<typeof groups> {
  /** Asks again, after something was decided. */
  readonly reload: () => void
}

/** Carries what the server said of the person's groups and rights. */
export const GroupsContext = createContext<Groups | null>(null)

/** What this person may see and do; throws outside of the pages. */
export function useGroups(): Groups {
  const known = useContext(GroupsContext)
  if (!known) throw new Error('a page of attendance stands outside of its GroupsContext')
  return known
}

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
