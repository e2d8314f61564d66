import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useObservable } from '../state/use-observable.ts'
import { useWhenIdle } from '../timing/when-idle.ts'
import { homeChild, restoreHomeChild, type HomeChild } from './home-child.ts'
import { linkedSchoolsQuery } from './linked-schools.ts'

export interface Home {
  /** The linked accounts at other schools; also those that cannot be used now. */
  readonly schools: readonly LinkedSchool[]
  /** The child to which the desktop is narrowed; null for all. */
  readonly chosen: HomeChild | null
}

const NONE: readonly LinkedSchool[] = []

/** What a parent's desktop is about; of other users nothing but themselves. */
export function useHome(user: Pick<SessionUser, 'userId' | 'userType'>): Home {
  useEffect(() => restoreHomeChild(user.userId), [user.userId])
  const chosen = useObservable(homeChild)
  const { data: schools = NONE } = useQuery({ ...linkedSchoolsQuery(user), enabled: useWhenIdle(user.userType === 3) })
  const isKnown =
    chosen !== null && (chosen.account === null || schools.some(({ userId }) => userId === chosen.account))
  return { schools, chosen: user.userType === 3 && isKnown ? chosen : null }
}

/** The linked accounts at other schools that can be used now. */
export function useUsableSchools(user: Pick<SessionUser, 'userId' | 'userType'>): readonly LinkedSchool[] {
  return useHome(user).schools.filter(({ problem }) => problem === null)
}

/** The schools whose part is shown: all, or that of the chosen child. `isOwnShown`: also the own one's; `ownChild`: of that only what is about this child. */
export function narrow({ schools, chosen }: Home): {
  isOwnShown: boolean
  ownChild: string | undefined
  shown: readonly LinkedSchool[]
} {
  if (chosen === null) return { isOwnShown: true, ownChild: undefined, shown: schools }
  if (chosen.account === null) return { isOwnShown: true, ownChild: chosen.id, shown: [] }
  return { isOwnShown: false, ownChild: undefined, shown: schools.filter(({ userId }) => userId === chosen.account) }
}
