import { hashKey } from '@tanstack/react-query'
import { proxy, ref } from 'valtio/vanilla'
import * as z from 'zod/mini'
import { openPortalDatabase } from '../storage/portal-database.ts'
import { persistStore, type PersistedStore } from '../storage/persist-store.ts'
import { queryClient } from './query-client.ts'

/** What a response is about: a linked account at another school, or a child; null for the signed-in user. */
type Part = string | null

interface Last {
  readonly data: unknown
  /** Milliseconds since 1970 at which it was loaded. */
  readonly at: number
}

interface Kept {
  readonly seen: { last: Last | null }
  readonly store: PersistedStore
}

const record = z.object({ last: z.nullable(z.object({ data: z.unknown(), at: z.number() })) })

const all = new Set<Map<Part, Kept>>()
/** By the hash of the query. */
const byQuery = new Map<string, Kept>()

// Also what a change puts there, such as the list without a message that was read.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  const { queryHash, state } = event.query
  const kept = byQuery.get(queryHash)
  if (kept && state.data !== undefined) kept.seen.last = refer(state.data, state.dataUpdatedAt)
})

/** Of a linked account or a child these records end with its id. */
const nameOf = (name: string, part: Part) => (part === null ? name : `${name}-${part}`)

/** The store would put proxies into the response, which the query's cache has too. */
const refer = (data: unknown, at: number): Last => ref({ data, at })

/** Shows a kept response where there is none. A failure to load it stays one. */
function show(queryKey: readonly unknown[], data: unknown, at: number): void {
  const before = queryClient.getQueryState(queryKey)
  if (before?.data !== undefined) return
  queryClient.setQueryData(queryKey, data, { updatedAt: at })
  if (before?.status !== 'error') return
  const { error, errorUpdatedAt } = before
  queryClient.getQueryCache().find({ queryKey })?.setState({ status: 'error', error, errorUpdatedAt })
}

/** Keeps the responses about something from now on, and shows the last one where none is loaded. */
export type KeepResponse = (userId: string, part: Part) => void

/**
 * Keeps the last response of a query on this device, by the signed-in user and what it is about, and shows it until the server answers: then
 * `dataUpdatedAt` is when it was loaded.
 */
export function keepResponses({
  name,
  schema,
  keyOf,
}: {
  readonly name: string
  readonly schema: z.core.$ZodType
  readonly keyOf: (part: Part) => readonly unknown[]
}): KeepResponse {
  let keptFor: string | null = null
  const kept = new Map<Part, Kept>()
  all.add(kept)

  function showLast(part: Part, { data, at }: Last): void {
    const read = z.safeParse(schema, data)
    if (read.success) show(keyOf(part), read.data, at)
  }

  return (userId, part) => {
    if (keptFor !== userId) {
      for (const [about, { store }] of kept) {
        byQuery.delete(hashKey(keyOf(about)))
        void store.stop()
      }
      kept.clear()
      keptFor = userId
    }
    const queryKey = keyOf(part)
    const loaded = queryClient.getQueryState(queryKey)
    const known = kept.get(part)
    if (known) {
      // The query may have been dropped since it was last used.
      if (known.seen.last && loaded?.data === undefined) showLast(part, known.seen.last)
      return
    }
    const seen = proxy<Kept['seen']>({ last: null })
    const store = persistStore(seen, {
      key: { userId, name: nameOf(name, part) },
      version: 2,
      schema: record,
      // A plain copy, which the database can clone.
      select: ({ last }) => ({ last: last && { data: z.parse(schema, last.data), at: last.at } }),
      restore(_, { last }) {
        if (last) showLast(part, last)
      },
    })
    const own = { seen, store }
    kept.set(part, own)
    byQuery.set(hashKey(queryKey), own)
    // After the store has begun to look for changes, so that it is written too.
    if (loaded?.data !== undefined) seen.last = refer(loaded.data, loaded.dataUpdatedAt)
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
