import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { child, type Child, type FamilyOverview } from '../../../../contract/endpoints/family/family.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { HomeChild } from '../../core/family/home-child.ts'
import { useLinkedOverviews } from '../../core/family/linked-overview.ts'
import { useHome, type Home } from '../../core/family/use-home.ts'
import { homeChipsKey } from '../../core/storage/home-marks.ts'
import { homeChildren, homeChildrenKey } from '../../core/storage/home-keys.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'
import { overviewQuery } from './overview-query.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

/** One school of a parent's home: `school` null for the own one. */
export interface HomePart {
  readonly school: LinkedSchool | null
  /** With how much waits for them, once it is known. */
  readonly children: readonly (Child & Partial<WaitingCounts>)[]
  /** Undefined until it is loaded. */
  readonly overview: FamilyOverview | undefined
  /** Milliseconds since 1970 at which that was loaded, of a school that cannot be asked now; else null. */
  readonly asOf: number | null
  readonly hasFailed: boolean
  readonly retry: () => Promise<unknown>
}

/** The children of a parent at all schools, with what waits for them; the own school first. Before the server has answered, those of the last visit. */
export function useHomeParts(user: Me): Home & { readonly parts: readonly HomePart[] } {
  const home = useHome(user)
  const isIdle = useWhenIdle(user.userType === 3)
  const own = useQuery({ ...overviewQuery, enabled: isIdle })
  const usable = home.schools.filter(({ problem }) => problem === null)
  const linked = useLinkedOverviews(user.userId, usable, isIdle)
  const before = homeChildrenKey(user.userId).get()
  const parts = [{ ...own, asOf: null, hasFailed: own.isError }, ...linked].map((query, at): HomePart => {
    const school = at === 0 ? null : (usable[at - 1] ?? null)
    const known = before?.find(({ account }) => account === (school?.userId ?? null))
    return {
      school,
      children: query.data?.children ?? known?.children ?? [],
      overview: query.data,
      asOf: query.asOf,
      hasFailed: query.hasFailed,
      retry: query.refetch,
    }
  })
  const text = JSON.stringify(
    parts.map(({ school, children }) => ({
      account: school?.userId ?? null,
      children: z.parse(z.array(child), children),
    })),
  )
  const isKnown = own.data !== undefined
  useEffect(() => {
    if (!isKnown) return
    const known = z.parse(homeChildren, JSON.parse(text))
    homeChildrenKey(user.userId).set(known)
    homeChipsKey(user.userId).set(known.length > 1 || (known[0]?.children.length ?? 0) > 1)
  }, [isKnown, text, user.userId])
  return { ...home, parts }
}

/** What waits for all children, as far as it is known. */
export const totalOf = (parts: readonly HomePart[]): WaitingCounts => ({
  message: parts.reduce((sum, { overview }) => sum + (overview?.total.message ?? 0), 0),
  todo: parts.reduce((sum, { overview }) => sum + (overview?.total.todo ?? 0), 0),
})

/** Whether there is something to choose between. */
export const hasChips = (parts: readonly HomePart[]): boolean =>
  parts.length > 1 || (parts[0]?.children.length ?? 0) > 1

/** The chosen child itself, where it is known. */
export function findChild(parts: readonly HomePart[], chosen: HomeChild | null): Child | null {
  if (chosen === null) return null
  const part = parts.find(({ school }) => (school?.userId ?? null) === chosen.account)
  return part?.children.find(({ id }) => id === chosen.id) ?? null
}
