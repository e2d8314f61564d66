import { createContext, useContext } from 'react'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type * as attendance from '../../contract/endpoints/attendance/attendance.ts'
import { useTextsOf, type KeysOf, type Translator } from '../../src/app/micro-apps/app-context.ts'
import type texts from './locales/zh-CN.json'

export { usePortal } from '../../src/app/micro-apps/app-context.ts'

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

/** A group that the user sees, by default the first. */
export function useGroup(found: string | null): Groups['groups'][number] | undefined {
  const { groups } = useGroups()
  return found === null ? groups[0] : groups.find(({ group }) => group === found)
}

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = Translator<typeof texts>

export const useTexts = (): Translate => useTextsOf('attendance')
