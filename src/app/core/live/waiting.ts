import { queryOptions, useQuery } from '@tanstack/react-query'
import * as calls from '../../../../contract/endpoints/messages.ts'
import { BELL_CAP } from '../../../../contract/limits.ts'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useOnline } from '../connectivity/use-online.ts'
import { endpointQuery } from '../query/query-client.ts'
import { json, personalKey, userKey } from '../storage/local-keys.ts'

/** The numbers of unread messages and to-dos. Only live events bring them. */
export const countsQuery = { ...endpointQuery(calls.unhandledCount, {}), enabled: false }

/** Undefined until the first event. */
export const useCounts = () => useQuery(countsQuery).data

/** The last numbers of the user on this device, with the moment in milliseconds since 1970. */
const lastCountsKey = personalKey(
  'lastCounts',
  z.object({ userId: z.string(), at: z.number(), counts: calls.waitingCounts }),
  json,
)

/** Keeps the numbers for the next start without a network. */
export function keepCounts(userId: string, counts: calls.WaitingCounts): void {
  lastCountsKey.set({ userId, at: Date.now(), counts })
}

/**
 * The numbers to be shown. Without a network and an event since the start they are the last ones that this device knows of the user, and `at` says since when;
 * null for present ones.
 */
export function useShownCounts(): { readonly counts: calls.WaitingCounts; readonly at: string | null } | null {
  const counts = useCounts()
  const isOnline = useOnline()
  if (counts) return { counts, at: null }
  const last = isOnline ? null : lastCountsKey.get()
  if (!last || last.userId !== userKey.get()?.userId) return null
  return { counts: last.counts, at: new Date(last.at).toISOString() }
}

/** The bell's count: nothing for zero, and at most "99+". */
export function bellText(count: number): string {
  if (count <= 0) return ''
  return count > BELL_CAP ? `${BELL_CAP}+` : String(count)
}

/** Whether the unit's bell shows a dot instead of a number. */
export const bellDotQuery = queryOptions({
  queryKey: [calls.config.name],
  async queryFn({ signal }) {
    const { config } = await call(calls.config, {}, { signal })
    return calls.messageConfig.parse(JSON.parse(config)).pcOpen === 1
  },
})
