import * as z from 'zod/mini'
import { child } from '../../../../contract/endpoints/family.ts'
import { linkedSchool, type LinkedSchool } from '../../../../contract/endpoints/linked-schools.ts'
import { json, personalKey, type LocalKey, tryStorage } from './local-keys.ts'

// What a parent's home knew on the last visit, for its first frame and while offline.

/** The linked accounts at other schools. */
export const linkedSchoolsKey = (userId: string): LocalKey<readonly LinkedSchool[]> =>
  personalKey<readonly LinkedSchool[]>(`linkedSchools_${userId}`, z.array(linkedSchool), json)

export const homeChildren = z.array(z.object({ account: z.nullable(z.string()), children: z.array(child) }))

/** The children by account, null for the own one. */
export const homeChildrenKey = (userId: string): LocalKey<z.infer<typeof homeChildren>> =>
  personalKey<z.infer<typeof homeChildren>>(`homeChildren_${userId}`, homeChildren, json)

/** Whether the last visit of this device had children to choose between; null if that is not known. */
export function hadChips(userId: string): boolean | null {
  const before = homeChildrenKey(userId).get()
  return before && (before.length > 1 || (before[0]?.children.length ?? 0) > 1)
}

/** In the storage of the session. */
export const HOME_CHILD = 'homeChild'

export function forgetHome(userId: string): void {
  linkedSchoolsKey(userId).remove()
  homeChildrenKey(userId).remove()
  tryStorage(() => sessionStorage.removeItem(HOME_CHILD))
}
