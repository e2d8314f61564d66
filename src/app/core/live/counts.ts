import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import { waitingCounts, type WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { BELL_CAP } from '../../../../contract/limits.ts'
import { call } from '../api/call.ts'
import { useOnline } from '../connectivity/use-online.ts'
import { createObservable } from '../state/observable.ts'
import { useObservable } from '../state/use-observable.ts'
import { json, personalKey, userKey } from '../storage/local-keys.ts'

/** The numbers of unread messages and to-dos of the user, by live events; null until the first. */
export const ownCounts = createObservable<WaitingCounts | null>(null)

/** What waits for the user at linked schools; null without any. `at`: milliseconds since 1970 of the load if the numbers may be out of date, else null. */
export const linkedCounts = createObservable<{ readonly counts: WaitingCounts; readonly at: number | null } | null>(
  null,
)

/** The last numbers of the user on this device, with the moment in milliseconds since 1970. */
const lastCountsKey = personalKey(
  'lastCounts',
  z.object({ userId: z.string(), at: z.number(), counts: waitingCounts }),
  json,
)

/** Shows the numbers of an event, and keeps them for the next start without a network. */
export function setCounts(userId: string, counts: WaitingCounts): void {
  ownCounts.set(counts)
  lastCountsKey.set({ userId, at: Date.now(), counts })
}

/**
 * The numbers to be shown, with those of linked schools. Without a network and an event since the start they are the last ones that this device knows of the user, and `at` says since when;
 * null for present ones.
 */
export function useShownCounts(): { readonly counts: WaitingCounts; readonly at: string | null } | null {
  const counts = useObservable(ownCounts)
  const isOnline = useOnline()
  const linked = useObservable(linkedCounts)
  const last = counts || isOnline ? null : lastCountsKey.get()
  const own = counts ?? (last?.userId === userKey.get()?.userId ? last?.counts : undefined)
  if (!own) return null
  const at = [last?.at ?? null, linked?.at ?? null].filter((time) => time !== null)
  return {
    counts: linked ? { message: own.message + linked.counts.message, todo: own.todo + linked.counts.todo } : own,
    at: at.length > 0 ? new Date(Math.min(...at)).toISOString() : null,
  }
}

/** The bell's count: nothing for zero, and at most "99+". */
export function bellText(count: number): string {
  if (count <= 0) return ''
  return count > BELL_CAP ? `${BELL_CAP}+` : String(count)
}

/** Whether the unit's bell shows a dot instead of a number. */
export const bellDotQuery = queryOptions({
  queryKey: [messages.config.name],
  async queryFn({ signal }) {
    const { config } = await call(messages.config, {}, { signal })
    return messages.messageConfig.parse(JSON.parse(config)).pcOpen === 1
  },
})
