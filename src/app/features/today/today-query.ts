import { proxy } from 'valtio/vanilla'
import * as z from 'zod/mini'
import { today, todayCards, type TodayCards } from '../../../../contract/endpoints/today.ts'
import { call } from '../../core/api/call.ts'
import { noticeLinkFailure } from '../../core/family/linked-schools.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { TODAY_KEY } from '../../core/query/today-key.ts'
import { persistStore, type PersistedStore } from '../../core/storage/persist-store.ts'

/** Milliseconds after which a visible desktop asks again: people arrive without an event of the portal. */
const ASK_AGAIN = 60_000

/** A linked account at another school; null for the signed-in one. */
type Account = string | null

interface Kept {
  readonly seen: { cards: TodayCards | null }
  readonly store: PersistedStore
}

let keptFor: string | null = null
const kept = new Map<Account, Kept>()

/** The cards of the signed-in user, or of a linked account. Offline it fails at once, and what was seen last stays. */
export const todayQuery = (account: Account) => ({
  queryKey: account === null ? TODAY_KEY : [...TODAY_KEY, account],
  async queryFn({ signal }: { signal: AbortSignal }): Promise<TodayCards> {
    try {
      const cards = await call(today, {}, { signal, account })
      const own = kept.get(account)
      if (own) own.seen.cards = cards
      return cards
    } catch (error) {
      noticeLinkFailure(error)
      throw error
    }
  },
  networkMode: 'always' as const,
  refetchInterval: ASK_AGAIN,
})

/** Keeps cards on this device, and shows what an earlier visit saw until the server answers. */
export function keepToday(userId: string, account: Account): void {
  if (keptFor !== userId) {
    for (const { store } of kept.values()) void store.stop()
    kept.clear()
    keptFor = userId
  }
  if (kept.has(account)) return
  const { queryKey } = todayQuery(account)
  const seen = proxy<{ cards: TodayCards | null }>({ cards: queryClient.getQueryData<TodayCards>(queryKey) ?? null })
  const store = persistStore(seen, {
    key: { userId, name: account === null ? 'today' : `today-${account}` },
    version: 1,
    schema: z.object({ cards: z.nullable(todayCards) }),
    // A plain copy, which the database can clone.
    select: ({ cards }) => ({ cards: cards && z.parse(todayCards, cards) }),
    restore(restored, { cards }) {
      restored.cards ??= cards
      if (cards) queryClient.setQueryData<TodayCards>(queryKey, (now) => now ?? cards, { updatedAt: 1 })
    },
  })
  kept.set(account, { seen, store })
}

/** Loads the cards again where they are shown, also those of linked accounts. Never rejects. */
export const renewToday = () => queryClient.invalidateQueries({ queryKey: TODAY_KEY })
