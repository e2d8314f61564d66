import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDue, forgetUser } from './forget-user.ts'
import { forgetDueKey } from './local-keys.ts'
import { closePortalDatabase, openPortalDatabase } from './portal-database.ts'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'

// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  stubLocalStorage()
})

afterEach(async () => {
  vi.useRealTimers()
  await closePortalDatabase()
  vi.unstubAllGlobals()
})

/** A transaction ends when nothing is asked of it any more. */
async function keepBusy(store: { count(): Promise<number> }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await store.count()
}

async function openWithRecords() {
  const database = await openPortalDatabase()
  if (!database) throw new Error('no database')
  await database.put('stores', { v: 1 }, ['u1', 'todos'])
  await database.put('stores', { v: 1 }, ['u2', 'todos'])
  return database
}

test('a sign-out deletes the records of its user alone, and owes nothing', async () => {
  const database = await openWithRecords()
  await forgetUser('u1')
  expect(await database.getAllKeys('stores')).toEqual([['u2', 'todos']])
  expect(forgetDueKey.get()).toBeNull()
})

test('a sign-out goes on beside a transaction that never ends, and the next login page deletes what it could not', async () => {
  const database = await openWithRecords()
  const held = database.transaction('stores', 'readwrite')
  const release = new AbortController()
  const holding = keepBusy(held.store, release.signal)
  await forgetUser('u1')
  expect(forgetDueKey.get()).toEqual(['u1'])
  release.abort()
  await holding
  await held.done
  await forgetDue()
  expect(await database.getAllKeys('stores')).toEqual([['u2', 'todos']])
  expect(forgetDueKey.get()).toBeNull()
})
