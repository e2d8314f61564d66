import { proxy } from 'valtio/vanilla'
import * as z from 'zod/mini'
import { today, todayCards, type TodayCards } from '../../../../contract/endpoints/today.ts'
import { call } from '../../core/api/call.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { TODAY_KEY } from '../../core/query/today-key.ts'
import { persistStore, type PersistedStore } from '../../core/storage/persist-store.ts'

/** Milliseconds after which a visible desktop asks again: people arrive without an event of the portal. */
const ASK_AGAIN = 60_000

const seen = proxy<{ cards: TodayCards | null }>({ cards: null })
let kept: { userId: string; store: PersistedStore } | undefined

/** The cards of the signed-in user. Offline it fails at once, and what was seen last stays. */
export const todayQuery = {
  queryKey: TODAY_KEY,
  async queryFn({ signal }: { signal: AbortSignal }): Promise<TodayCards> {
    const cards = await call(today, {}, { signal })
    seen.cards = cards
    return cards
  },
  networkMode: 'always',
  refetchInterval: ASK_AGAIN,
} as const

/** Keeps a user's cards on this device, and shows what an earlier visit saw until the server answers. */
export function keepToday(userId: string): void {
  if (kept?.userId === userId) return
  void kept?.store.stop()
  seen.cards = null
  kept = {
    userId,
    store: persistStore(seen, {
      key: { userId, name: 'today' },
      version: 1,
      schema: z.object({ cards: z.nullable(todayCards) }),
      // A plain copy, which the database can clone.
      select: ({ cards }) => ({ cards: cards && z.parse(todayCards, cards) }),
      restore(store, { cards }) {
        store.cards ??= cards
        if (cards) queryClient.setQueryData<TodayCards>(todayQuery.queryKey, (now) => now ?? cards, { updatedAt: 1 })
      },
    }),
  }
}

/** Loads the cards again where they are shown. Never rejects. */
export const renewToday = () => queryClient.invalidateQueries({ queryKey: todayQuery.queryKey })
