import * as z from 'zod/mini'
import { waitingCounts, type WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import { useOnline } from '../connectivity/use-online.ts'
import { json, personalKey, userKey } from '../storage/local-keys.ts'
import { useCounts } from './waiting.ts'

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
 * The numbers to be shown. Without a network and an event since the start they are the last ones that this device knows of the user, and `at` says since when;
 * null for present ones.
 */
export function useShownCounts(): { readonly counts: WaitingCounts; readonly at: string | null } | null {
  const counts = useCounts()
  const isOnline = useOnline()
  if (counts) return { counts, at: null }
  const last = isOnline ? null : lastCountsKey.get()
  if (!last || last.userId !== userKey.get()?.userId) return null
  return { counts: last.counts, at: new Date(last.at).toISOString() }
}
