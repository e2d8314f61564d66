import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as family from '../../../../contract/endpoints/family/family.ts'
import type { FamilyOverview } from '../../../../contract/endpoints/family/family.ts'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { call } from '../api/call.ts'
import { useOnline } from '../connectivity/use-online.ts'
import { keepResponses } from '../query/kept-responses.ts'
import { noticeLinkFailure } from './linked-schools.ts'

/** Milliseconds after which a visible page asks again: the other school's events do not come to this session. */
const ASK_AGAIN = 60_000

// Begins as the key of the own overview: what renews that renews this.
const keyOf = (account: string | null) => [family.overview.name, {}, account]
const keep = keepResponses({ name: 'overview', schema: family.overview.response, keyOf })

/** Children, messages and to-dos of a linked account. Offline it fails at once, and what was there stays. */
const linkedOverviewQuery = (account: string) =>
  queryOptions<FamilyOverview>({
    queryKey: keyOf(account),
    queryFn: ({ signal }) => call(family.overview, {}, { signal, account }).catch(noticeLinkFailure),
    networkMode: 'always',
    refetchInterval: ASK_AGAIN,
    // Asked when it is shown, but not again after each change in an application of this portal.
    staleTime: ASK_AGAIN,
    refetchOnMount: 'always',
    refetchOnReconnect: 'always',
  })

export interface LinkedOverview<School = LinkedSchool> extends Pick<
  UseQueryResult<FamilyOverview>,
  'data' | 'isPending' | 'refetch'
> {
  readonly school: School
  /** Milliseconds since 1970 at which `data` was loaded, if that may be out of date; else null. */
  readonly asOf: number | null
  /** The school did not answer although there is a network, or nothing was loaded before. */
  readonly hasFailed: boolean
}

/** The overviews of a user's linked accounts, in their order; without an answer those that this device has seen last. */
export function useLinkedOverviews<School extends Pick<LinkedSchool, 'userId'>>(
  userId: string,
  schools: readonly School[],
  enabled = true,
): readonly LinkedOverview<School>[] {
  const online = useOnline()
  useEffect(() => {
    for (const school of schools) keep(userId, school.userId)
  })
  const queries = useQueries({
    queries: schools.map((school) => ({ ...linkedOverviewQuery(school.userId), enabled })),
  })
  return schools.flatMap((school, at) => {
    const query = queries[at]
    if (!query) return []
    const { data, isPending, isError, dataUpdatedAt, refetch } = query
    const asOf = data && (!online || isError) ? dataUpdatedAt : null
    return [{ school, data, isPending, refetch, asOf, hasFailed: isError && (online || !data) }]
  })
}
