import * as z from 'zod/mini'
import { waitingCounts, type WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { useOnline } from '../connectivity/use-online.ts'
import { json, personalKey, userKey } from '../storage/local-keys.ts'
import { useObservable } from '../state/use-observable.ts'
import { linkedCounts } from './linked-counts.ts'
import { useCounts } from './unread-counts.ts'

/** The last numbers of the user on this device, with the moment in milliseconds since 1970. */
const lastCountsKey = personalKey(
  'lastCounts',
  z.object({ userId: z.string(), at: z.number(), counts: waitingCounts }),
  json,
)

/** Keeps the numbers for the next start without a network. */
export function keepCounts(userId: string, counts: WaitingCounts): void {
  lastCountsKey.set({ userId, at: Date.now(), counts })
}

/**
 * The numbers to be shown, with those of linked schools. Without a network and an event since the start they are the last ones that this device knows of the user, and `at` says since when;
 * null for present ones.
 */
export function useShownCounts(): { readonly counts: WaitingCounts; readonly at: string | null } | null {
  const counts = useCounts()
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
