import { proxy } from 'valtio/vanilla'
import * as z from 'zod/mini'
import { openPortalDatabase } from '../storage/portal-database.ts'
import { persistStore, type PersistedStore } from '../storage/persist-store.ts'
import { queryClient } from './query-client.ts'

/** A linked account at another school; null for the signed-in one. */
type Account = string | null

interface Kept {
  readonly seen: { last: { data: unknown; at: number } | null }
  readonly store: PersistedStore
}

const record = z.object({ last: z.nullable(z.object({ data: z.unknown(), at: z.number() })) })

const all = new Set<Map<Account, Kept>>()

/** Of a linked account these records end with its id. */
const nameOf = (name: string, account: Account) => (account === null ? name : `${name}-${account}`)

/**
 * Keeps the last response of a query on this device, by the signed-in user and the account that it is about, and shows it until the server answers: then
 * `dataUpdatedAt` is when it was loaded. `earlier`: what version 1 of the record was.
 */
export function keepResponses<T>({
  name,
  schema,
  keyOf,
  earlier,
}: {
  readonly name: string
  readonly schema: z.core.$ZodType<T>
  readonly keyOf: (account: Account) => readonly unknown[]
  readonly earlier?: (old: unknown) => unknown
}) {
  let keptFor: string | null = null
  const kept = new Map<Account, Kept>()
  all.add(kept)
  return {
    /** Keeps the responses for an account from now on. */
    start(userId: string, account: Account): void {
      if (keptFor !== userId) {
        for (const { store } of kept.values()) void store.stop()
        kept.clear()
        keptFor = userId
      }
      if (kept.has(account)) return
      const queryKey = keyOf(account)
      const loaded = queryClient.getQueryState<T>(queryKey)
      const seen = proxy<Kept['seen']>({
        last: loaded?.data === undefined ? null : { data: loaded.data, at: loaded.dataUpdatedAt },
      })
      const store = persistStore(seen, {
        key: { userId, name: nameOf(name, account) },
        version: 2,
        schema: record,
        migrations: { 1: (old) => ({ last: earlier?.(old) ?? null }) },
        // A plain copy, which the database can clone.
        select: ({ last }) => ({ last: last && { data: z.parse(schema, last.data), at: last.at } }),
        restore(restored, { last }) {
          const read = last && z.safeParse(schema, last.data)
          if (!last || !read?.success) return
          restored.last ??= last
          queryClient.setQueryData<T>(queryKey, (now) => now ?? read.data, { updatedAt: last.at })
        },
      })
      kept.set(account, { seen, store })
    },
    /** Notes a response. */
    note(account: Account, data: T): void {
      const own = kept.get(account)
      if (own) own.seen.last = { data, at: Date.now() }
    },
  }
}

/** Deletes what is kept of an account that is not linked any more. Never rejects. */
export async function forgetResponses(userId: string, account: string): Promise<void> {
  try {
    const stopped = [...all].flatMap((kept) => {
      const own = kept.get(account)
      kept.delete(account)
      return own ? [own.store.stop()] : []
    })
    await Promise.all(stopped)
    const database = await openPortalDatabase()
    const keys = (await database?.getAllKeys('stores', IDBKeyRange.bound([userId], [userId, []]))) ?? []
    const gone = keys.filter(([, name]) => name.endsWith(`-${account}`))
    if (database) await Promise.all(gone.map((key) => database.delete('stores', key)))
  } catch {
    // Signing out deletes it.
  }
}
