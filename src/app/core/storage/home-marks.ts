import * as z from 'zod/mini'
import { json, personalKey, tryStorage, type LocalKey } from './local-keys.ts'

// What the first frame and signing out need of a parent's home, apart from its content (home-keys.ts).

export const LINKED_SCHOOLS = 'linkedSchools_'
export const HOME_CHILDREN = 'homeChildren_'
/** In the storage of the session. */
export const HOME_CHILD = 'homeChild'

/** Whether the last visit of this device had children to choose between. */
export const homeChipsKey = (userId: string): LocalKey<boolean> =>
  personalKey<boolean>(`homeChips_${userId}`, z.boolean(), json)

export function forgetHome(userId: string): void {
  homeChipsKey(userId).remove()
  tryStorage(() => {
    localStorage.removeItem(LINKED_SCHOOLS + userId)
    localStorage.removeItem(HOME_CHILDREN + userId)
    sessionStorage.removeItem(HOME_CHILD)
  })
}
