import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type * as attendance from '../../contract/endpoints/attendance/attendance.ts'
import { usePortal, type KeysOf } from '../../src/app/micro-apps/app-context.ts'
import type texts from './locales/zh-CN.json'

export { useLanguage, useOnline, usePortal } from '../../src/app/micro-apps/app-context.ts'

/** The user type of parents. */
export const PARENT = 3

export type Groups = ResponseOf<typeof attendance.groups>

/** The user's groups and rights. */
export const GroupsContext = createContext<Groups | null>(null)

/** Throws outside of the pages. */
export function useGroups(): Groups {
  const known = useContext(GroupsContext)
  if (!known) throw new Error('a page of attendance stands outside of its GroupsContext')
  return known
}

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the function that gives a text in the current language; redraws on change. */
export function useTexts(): Translate {
  const { t } = useTranslation('attendance', { i18n: usePortal().language.i18n })
  return (key, values) => t(key, values)
}
