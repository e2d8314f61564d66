// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { proxy } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { forgetUser } from './forget-user.ts'
import { persistStore, type PersistedStore, type PersistRule } from './persist-store.ts'
import { closePortalDatabase, openPortalDatabase } from './portal-database.ts'

interface Recents {
  codes: string[]
  /** Not kept. */
  open: boolean
}
const recents = () => proxy<Recents>({ codes: [], open: false })

function rule(change: Partial<PersistRule<Recents, string[]>> = {}): PersistRule<Recents, string[]> {
  return {
    key: { userId: 'u1', name: 'recents' },
    version: 2,
    schema: z.array(z.string()),
    select: (store) => store.codes,
    restore: (store, codes) => {
      store.codes = codes
    },
    ...change,
  }
}

async function putRaw(key: [string, string], value: unknown): Promise<void> {
  await (await openPortalDatabase())?.put('stores', value, key)
}

async function getRaw(key: [string, string]): Promise<unknown> {
  return (await openPortalDatabase())?.get('stores', key)
}

let page: EventTarget
let visits: PersistedStore[] = []

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(visits.map((kept) => kept.stop()))
  visits = []
  await closePortalDatabase()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A visit: a fresh store whose kept value has been read. */
async function visit(change: Partial<PersistRule<Recents, string[]>> = {}) {
  const store = recents()
  const kept = persistStore(store, rule(change))
  visits.push(kept)
  await kept.ready
  return { store, kept }
}

describe('a persisted store', () => {
  test('comes back at the next visit, and only what the rule selects', async () => {
    const first = await visit()
    first.store.codes.push('files')
    first.store.open = true
    await Promise.resolve()
    await first.kept.stop()
    const second = await visit()
    expect(second.store).toEqual({ codes: ['files'], open: false })
    expect(await getRaw(['u1', 'recents'])).toEqual({ version: 2, value: ['files'] })
  })

  test('is not written by a visit that changes nothing', async () => {
    await putRaw(['u1', 'recents'], { version: 2, value: ['files'] })
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    await (await visit()).kept.stop()
    expect(put).not.toHaveBeenCalled()
  })

  test('is written soon after a change, once for many changes', async () => {
    const { store } = await visit()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    for (const code of ['a', 'b', 'c']) {
      store.codes.push(code)
      await Promise.resolve()
    }
    expect(put).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1))
    expect(await getRaw(['u1', 'recents'])).toEqual({ version: 2, value: ['a', 'b', 'c'] })
  })

  test.each(['pagehide', 'visibilitychange'])('is written at once on %s', async (event) => {
    const { store } = await visit()
    store.codes.push('files')
    await Promise.resolve()
    page.dispatchEvent(new Event(event))
    await vi.waitFor(async () => expect(await getRaw(['u1', 'recents'])).toBeDefined(), { timeout: 200, interval: 5 })
  })

  test.each([
    ['damaged', 'nonsense'],
    ['of the wrong shape', { version: 2, value: { codes: 1 } }],
    ['newer', { version: 3, value: ['files'] }],
    ['older', { version: 1, value: ['files'] }],
  ])('whose record is %s starts from its defaults, and the record goes', async (_, stored) => {
    await putRaw(['u1', 'recents'], stored)
    const { store, kept } = await visit()
    expect(store.codes).toEqual([])
    expect(await getRaw(['u1', 'recents'])).toBeUndefined()
    store.codes.push('new')
    await Promise.resolve()
    await kept.stop()
    expect((await visit()).store.codes).toEqual(['new'])
  })

  test('keeps apart from another store and from another user', async () => {
    const mine = await visit()
    const menu = await visit({ key: { userId: 'u1', name: 'menu' } })
    const theirs = await visit({ key: { userId: 'u2', name: 'recents' } })
    mine.store.codes.push('mine')
    menu.store.codes.push('menu')
    theirs.store.codes.push('theirs')
    await Promise.resolve()
    await Promise.all([mine.kept.stop(), menu.kept.stop(), theirs.kept.stop()])
    expect((await visit()).store.codes).toEqual(['mine'])
    expect((await visit({ key: { userId: 'u1', name: 'menu' } })).store.codes).toEqual(['menu'])
    expect((await visit({ key: { userId: 'u2', name: 'recents' } })).store.codes).toEqual(['theirs'])
  })

  test('lets the rule merge what happened before the record had been read', async () => {
    await putRaw(['u1', 'recents'], { version: 2, value: ['old'] })
    const store = recents()
    const kept = persistStore(
      store,
      rule({
        restore: (current, codes) => {
          current.codes = [...current.codes, ...codes]
        },
      }),
    )
    store.codes.push('early')
    await kept.ready
    await kept.stop()
    expect(await getRaw(['u1', 'recents'])).toEqual({ version: 2, value: ['early', 'old'] })
  })
})

describe('without a usable database', () => {
  test('a store works in memory when IndexedDB is refused', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
    const { store, kept } = await visit()
    store.codes.push('files')
    await Promise.resolve()
    await kept.stop()
    expect(store.codes).toEqual(['files'])
  })

  test('a store works in memory when IndexedDB does not exist', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { store } = await visit()
    expect(store.codes).toEqual([])
  })

  test('a start waits no longer than a second for a database that never opens, and then writes nothing over it', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const store = recents()
    const kept = persistStore(store, rule())
    const settled = vi.fn<() => void>()
    void kept.ready.then(settled)
    await vi.advanceTimersByTimeAsync(999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalled()
    vi.stubGlobal('indexedDB', new IDBFactory())
    store.codes.push('files')
    await vi.advanceTimersByTimeAsync(5000)
    await kept.flush()
    vi.useRealTimers()
    await closePortalDatabase()
    expect(await getRaw(['u1', 'recents'])).toBeUndefined()
  })

  test('a database of a newer portal still serves', async () => {
    await putRaw(['u1', 'recents'], { version: 2, value: ['kept'] })
    await closePortalDatabase()
    const newer = await openDB('school-portal', 7, { upgrade: (database) => void database.createObjectStore('later') })
    newer.close()
    expect((await visit()).store.codes).toEqual(['kept'])
  })

  test('a database that lacks its stores is made anew', async () => {
    const empty = await openDB('school-portal', 1)
    empty.close()
    const { store, kept } = await visit()
    store.codes.push('files')
    await Promise.resolve()
    await kept.stop()
    expect((await visit()).store.codes).toEqual(['files'])
  })

  test('an upgrade in another tab is not blocked, and this tab goes on afterwards', async () => {
    const { store, kept } = await visit()
    const upgraded = await openDB('school-portal', 2)
    upgraded.close()
    store.codes.push('files')
    await Promise.resolve()
    await kept.stop()
    expect(await getRaw(['u1', 'recents'])).toEqual({ version: 2, value: ['files'] })
  })
})

describe('forgetting a user', () => {
  test('deletes all that is theirs and nothing of others or of the device', async () => {
    for (const key of [
      ['u1', 'recents'],
      ['u1', 'menu'],
      ['u10', 'recents'],
      ['', 'device'],
    ] as [string, string][]) {
      await putRaw(key, { version: 2, value: ['x'] })
    }
    await forgetUser('u1')
    const keys = await (await openPortalDatabase())?.getAllKeys('stores')
    expect(keys).toEqual([
      ['', 'device'],
      ['u10', 'recents'],
    ])
  })

  test('deletes what is their other accounts’ too, between which they may have switched', async () => {
    const kept = new Map([
      ['linkedAccounts_u1', JSON.stringify([{ userId: 'u2', name: 'Lin', userType: 3 }])],
      ['linkedAccounts_u2', JSON.stringify([{ userId: 'u1', name: 'Lin', userType: 2 }])],
      ['home_pc_cyyy_u2', '["files"]'],
      ['home_pc_cyyy_u3', '["files"]'],
    ])
    vi.stubGlobal('localStorage', {
      get length() {
        return kept.size
      },
      key: (at: number) => [...kept.keys()][at] ?? null,
      getItem: (name: string) => kept.get(name) ?? null,
      removeItem: (name: string) => kept.delete(name),
    })
    await putRaw(['u2', 'recents'], { version: 2, value: ['x'] })
    await forgetUser('u1')
    expect(await getRaw(['u2', 'recents'])).toBeUndefined()
    expect([...kept.keys()]).toEqual(['home_pc_cyyy_u3'])
  })

  test('keeps a store that is still open from writing again', async () => {
    const { store, kept } = await visit()
    store.codes.push('files')
    await Promise.resolve()
    await forgetUser('u1')
    store.codes.push('roster')
    await Promise.resolve()
    await kept.flush()
    page.dispatchEvent(new Event('pagehide'))
    await kept.stop()
    expect(await getRaw(['u1', 'recents'])).toBeUndefined()
  })

  test('in another tab ends the keeping here too', async () => {
    const { store, kept } = await visit()
    const otherTab = new BroadcastChannel('school-portal-forget')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has none
    otherTab.postMessage('u1')
    await vi.waitFor(async () => {
      store.codes.push('x')
      await Promise.resolve()
      const before = JSON.stringify(await getRaw(['u1', 'recents']))
      store.codes.push('y')
      await Promise.resolve()
      await kept.flush()
      expect(JSON.stringify(await getRaw(['u1', 'recents']))).toBe(before)
    })
    otherTab.close()
  })

  test('does not fail when there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(forgetUser('u1')).resolves.toBeUndefined()
  })
})
