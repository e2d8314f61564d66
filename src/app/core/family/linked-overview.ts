import { queryOptions } from '@tanstack/react-query'
import { overview, type FamilyOverview } from '../../../../contract/endpoints/family.ts'
import { call } from '../api/call.ts'
import { noticeLinkFailure } from './linked-schools.ts'

/** Milliseconds after which a visible page asks again: the other school's events do not come to this session. */
const ASK_AGAIN = 60_000

/** Children, messages and to-dos of a linked account. Offline it fails at once, and what was there stays. */
export const linkedOverviewQuery = (account: string) =>
  queryOptions<FamilyOverview>({
    // Begins as the key of the own overview: what renews that renews this.
    queryKey: [overview.name, {}, account],
    queryFn: async ({ signal }) => {
      try {
        return await call(overview, {}, { signal, account })
      } catch (error) {
        noticeLinkFailure(error)
        throw error
      }
    },
    networkMode: 'always',
    refetchInterval: ASK_AGAIN,
  })
