import { snapshot, subscribe, type Snapshot } from 'valtio/vanilla'
import { waitAtMost } from '../timing/bounded-wait.ts'
import { addLiveStore, type RecordKey } from '../state/live-stores.ts'
import { mayKeep } from './local-keys.ts'
import { openPortalDatabase } from './portal-database.ts'
import { writeAtOnce } from './write-at-once.ts'
import { readRecord, wrapRecord, type StoredShape } from './stored-record.ts'

/** Milliseconds to wait for the stored record; afterwards the store works in memory for this visit. */
const START_WAIT = 1000
/** Milliseconds between two writes. */
const WRITE_EVERY = 300

/** What part of a store is persisted, where, and how it is restored. */
export interface PersistRule<S extends object, V> extends StoredShape<V> {
  readonly key: RecordKey
  /** Selects the persisted part of a plain copy of the store. */
  select(store: Snapshot<S>): Snapshot<V>
  /** Restores a persisted value into the store, which may have changed since the start: merge where that matters. */
  restore(store: S, value: V): void
}

export type PersistedStore = ReturnType<typeof persistStore>

/** Persists part of a valtio store in IndexedDB. A store with a missing, damaged or newer record keeps its defaults. */
export function persistStore<S extends object, V>(store: S, rule: PersistRule<S, V>) {
  const recordKey: [string, string] = [rule.key.userId ?? '', rule.key.name]
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'loading' | 'kept' | 'in memory' = 'loading'
  let changed = false

  async function load(): Promise<void> {
    const database = await openPortalDatabase()
    if (!database) throw new Error('no database')
    const stored = await database.get('stores', recordKey)
    if (state !== 'loading') return
    const value = readRecord(rule, stored)
    const changedByUse = changed
    if (value !== undefined) rule.restore(store, value)
    changed = changedByUse
    if (value === undefined && stored !== undefined) await database.delete('stores', recordKey)
    state = 'kept'
    if (changed) schedule()
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (state !== 'kept' || !changed || !mayKeep()) return
    changed = false
    // A snapshot, because proxies in a store cannot be cloned into the database.
    const record = wrapRecord(rule.version, rule.select(snapshot(store)))
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
