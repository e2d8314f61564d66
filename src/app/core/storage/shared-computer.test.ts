// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { proxy } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { readDesktopSnapshot, saveDesktopSnapshot } from './desktop-snapshot.ts'
import { persistStore } from './persist-store.ts'
import { closePortalDatabase, openPortalDatabase } from './portal-database.ts'

const DESKTOP = { me: teacher, icons: [], unread: [], savedAt: '2026-11-20T08:00:00.000Z' }

/** Local storage as a browser has it: its entries are its own properties. */
function createStorage(): Record<string, unknown> {
  const entries: Record<string, unknown> = {}
  const method = (value: unknown) => ({ value, enumerable: false })
  return Object.defineProperties(entries, {
    getItem: method((name: string) => entries[name] ?? null),
    setItem: method((name: string, value: string) => (entries[name] = value)),
    removeItem: method((name: string) => delete entries[name]),
    clear: method(() => Object.keys(entries).forEach((name) => delete entries[name])),
  })
}

let local: Record<string, unknown>
let visit: Record<string, unknown>
let kept: readonly string[]

/** A page that has just been loaded: what one has wiped must not hold in the next test. */
async function load() {
  vi.resetModules()
  return {
    ...(await import('./local-keys.ts')),
    ...(await import('./signed-in-keys.ts')),
    ...(await import('./wipe-device.ts')),
  }
}

async function keepCodes(codes: string[]): Promise<void> {
  const store = proxy<{ codes: string[] }>({ codes: [] })
  const persisted = persistStore<{ codes: string[] }, string[]>(store, {
    key: { userId: 'u1', name: 'recents' },
    version: 1,
    schema: z.array(z.string()),
    select: (from) => from.codes,
    restore: (to, value) => {
      to.codes = value
    },
  })
  await persisted.ready
  store.codes = codes
  await Promise.resolve()
  await persisted.stop()
}

async function keptStores(): Promise<number | undefined> {
  return (await openPortalDatabase())?.count('stores')
}

beforeEach(() => {
  local = createStorage()
  visit = createStorage()
  kept = ['school-portal-precache-v2-http://localhost/', 'school-portal-icon-1', 'of-an-application']
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', visit)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(kept),
    delete: (name: string) => Promise.resolve((kept = kept.filter((other) => other !== name))),
  })
})

afterEach(async () => {
  await closePortalDatabase()
  vi.unstubAllGlobals()
})

describe('on a shared computer', () => {
  test('nothing of the person is written; what belongs to the device is', async () => {
    const { childIdKey, languageKey, recentAppsKey, sharedUseKey, userKey } = await load()
    sharedUseKey.set({ since: 1, activeAt: 1 })
    userKey.set({ userId: 'u1', realName: '李老师', userType: 2, unitId: 'riverside' })
    recentAppsKey('pc', 'u1').set(['files'])
    childIdKey.set('c1')
    languageKey.set('en')
    await saveDesktopSnapshot('u1', DESKTOP)
    await keepCodes(['files'])
    expect(Object.keys(local)).toEqual(['sharedComputer', 'lange_'])
    expect(await readDesktopSnapshot('u1')).toBeUndefined()
    expect(await keptStores()).toBe(0)
  })

  test('and on one’s own all of it is', async () => {
    const { recentAppsKey } = await load()
    recentAppsKey('pc', 'u1').set(['files'])
    await saveDesktopSnapshot('u1', DESKTOP)
    await keepCodes(['files'])
    expect(Object.keys(local)).toEqual(['home_pc_cyyy_u1'])
    expect(await readDesktopSnapshot('u1')).toEqual(DESKTOP)
    expect(await keptStores()).toBe(1)
  })
})

describe('wiping', () => {
  test('leaves the portal’s own files and the device’s entries, and nothing else', async () => {
    const { wipeDevice } = await load()
    Object.assign(local, {
      user: '{}',
      lange_: 'en',
      IS_LOGOUTED: 'true',
      'of an application': 'x',
      sharedComputer: '{}',
    })
    Object.assign(visit, { draft: 'x' })
    const other = await openDB('of-an-application', 1, {
      upgrade: (database) => void database.createObjectStore('all'),
    })
    await other.put('all', 'secret', 'one')
    await wipeDevice()
    expect(Object.keys(local)).toEqual(['lange_', 'IS_LOGOUTED'])
    expect(Object.keys(visit)).toEqual([])
    expect(kept).toEqual(['school-portal-precache-v2-http://localhost/'])
    expect(await other.getAllKeys('all')).toEqual([])
    other.close()
  })

  test('empties the portal’s records, and nothing that was under way writes them again', async () => {
    await saveDesktopSnapshot('u1', DESKTOP)
    await keepCodes(['files'])
    await closePortalDatabase()
    const { userKey, wipeDevice } = await load()
    const { saveDesktopSnapshot: saveLate } = await import('./desktop-snapshot.ts')
    await wipeDevice()
    await saveLate('u1', DESKTOP)
    userKey.set({ userId: 'u1', realName: '李老师', userType: 2, unitId: 'riverside' })
    expect(Object.keys(local)).toEqual([])
    expect(await readDesktopSnapshot()).toBeUndefined()
    expect(await keptStores()).toBe(0)
  })

  test('does what it can where the browser refuses all of it', async () => {
    const { wipeDevice } = await load()
    vi.stubGlobal('indexedDB', undefined)
    vi.stubGlobal('caches', undefined)
    local['user'] = '{}'
    await wipeDevice()
    expect(Object.keys(local)).toEqual([])
  })
})
