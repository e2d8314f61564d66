import { today, todayCards } from '../../../../contract/endpoints/desktop/today.ts'
import { call } from '../../core/api/call.ts'
import { noticeLinkFailure } from '../../core/family/linked-schools.ts'
import { keepResponses } from '../../core/query/kept-responses.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { TODAY_KEY } from '../../core/query/today-key.ts'

/** Milliseconds after which a visible desktop asks again: people arrive without an event of the portal. */
const ASK_AGAIN = 60_000

const keyOf = (account: string | null) => (account === null ? TODAY_KEY : [...TODAY_KEY, account])

/** Keeps cards on this device, and shows what an earlier visit saw until the server answers. */
export const keepToday = keepResponses({ name: 'today', schema: todayCards, keyOf })

/** The cards of the signed-in user, or of a linked account. Offline it fails at once, and what was seen last stays. */
export const todayQuery = (account: string | null) => ({
  queryKey: keyOf(account),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(today, {}, { signal, account }).catch(noticeLinkFailure),
  networkMode: 'always' as const,
  refetchInterval: ASK_AGAIN,
})

/** Loads the cards again where they are shown, also those of linked accounts. Never rejects. */
export const renewToday = () => queryClient.invalidateQueries({ queryKey: TODAY_KEY })
