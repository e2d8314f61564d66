import * as z from 'zod/mini'
import { child } from '../../../../contract/endpoints/family/family.ts'
import { linkedSchool, type LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { HOME_CHILDREN, LINKED_SCHOOLS } from './home-marks.ts'
import { json, personalKey, type LocalKey } from './local-keys.ts'

// What a parent's home knew on the last visit, for its first frame and while offline.

/** The linked accounts at other schools. */
export const linkedSchoolsKey = (userId: string): LocalKey<readonly LinkedSchool[]> =>
  personalKey<readonly LinkedSchool[]>(`${LINKED_SCHOOLS}${userId}`, z.array(linkedSchool), json)

export const homeChildren = z.array(z.object({ account: z.nullable(z.string()), children: z.array(child) }))

/** The children by account, null for the own one. */
export const homeChildrenKey = (userId: string): LocalKey<z.infer<typeof homeChildren>> =>
  personalKey<z.infer<typeof homeChildren>>(`${HOME_CHILDREN}${userId}`, homeChildren, json)
