import { createContext, useContext } from 'react'
import type { groups } from '../../contract/endpoints/attendance.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'

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
