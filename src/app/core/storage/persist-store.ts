import { snapshot, subscribe, type Snapshot } from 'valtio/vanilla'
import * as z from 'zod/mini'
import { waitAtMost } from '../timing/bounded-wait.ts'
import { addLiveStore } from '../state/live-stores.ts'
import { mayKeep } from './local-keys.ts'
import { openPortalDatabase } from './portal-database.ts'
import { writeAtOnce } from './write-at-once.ts'

/** Milliseconds to wait for the stored record; afterwards the store works in memory for this visit. */
const START_WAIT = 1000
/** Milliseconds between two writes. */
const WRITE_EVERY = 300

/** What part of a store is persisted, where, and how it is restored. */
export interface PersistRule<S extends object, V> {
  /** By user, null for the device itself. */
  readonly key: { readonly userId: string | null; readonly name: string }
  /** Of the record. One of another version is not read. */
  readonly version: number
  readonly schema: z.core.$ZodType<V>
  /** Selects the persisted part of a plain copy of the store. */
  select(store: Snapshot<S>): Snapshot<V>
  /** Restores a persisted value into the store, which may have changed since the start: merge where that matters. */
  restore(store: S, value: V): void
}

export type PersistedStore = ReturnType<typeof persistStore>

/** Persists part of a valtio store in IndexedDB. A store whose record is missing, damaged or of another version keeps its defaults. */
export function persistStore<S extends object, V>(store: S, rule: PersistRule<S, V>) {
  const recordKey: [string, string] = [rule.key.userId ?? '', rule.key.name]
  const shape = z.object({ version: z.literal(rule.version), value: rule.schema })
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'loading' | 'kept' | 'in memory' = 'loading'
  let changed = false

  async function load(): Promise<void> {
    const database = await openPortalDatabase()
    if (!database) throw new Error('no database')
    const stored = await database.get('stores', recordKey)
    if (state !== 'loading') return
    const read = z.safeParse(shape, stored)
    const changedByUse = changed
    if (read.success) rule.restore(store, read.data.value)
    changed = changedByUse
    if (!read.success && stored !== undefined) await database.delete('stores', recordKey)
    state = 'kept'
    if (changed) schedule()
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (state !== 'kept' || !changed || !mayKeep()) return
    changed = false
    // A snapshot, because proxies in a store cannot be cloned into the database.
    const record = { version: rule.version, value: rule.select(snapshot(store)) }
    try {
      const database = await openPortalDatabase()
      if (state !== 'kept' || !database) return
      await writeAtOnce(database, ['stores'], (tx) => [tx.objectStore('stores').put(record, recordKey)])
    } catch {
      // A full disk or a closing page: the store itself does not depend on it.
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void write(), WRITE_EVERY)
  }

  const flush = () => void write()
  // Synchronous, to tell changes by restoring from others.
  const unsubscribe = subscribe(
    store,
    () => {
      changed = true
      if (state === 'kept') schedule()
    },
    true,
  )

  function detach(): void {
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('pagehide', flush)
    removeEventListener('visibilitychange', flush)
    removeLive()
  }

  const removeLive = addLiveStore(rule.key.userId, () => {
    state = 'in memory'
    detach()
  })
  // Phones end hidden pages without further events, so this is the last safe moment.
  addEventListener('pagehide', flush)
  addEventListener('visibilitychange', flush)

  async function start(): Promise<void> {
    await waitAtMost(START_WAIT, load())
    // Writing after a failed read would replace a good record by defaults.
    if (state === 'loading') state = 'in memory'
  }

  return {
    /** Settled once the persisted value is restored, or there is none. Never rejects, never later than START_WAIT. */
    ready: start(),
    /** Writes changes at once. */
    flush: write,
    /** Writes changes and ends the persistence. */
    async stop(): Promise<void> {
      await write()
      detach()
    },
  }
}
