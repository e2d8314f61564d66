import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { proxy } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { teacher as me } from '../../../../tests/support/schools/teacher.ts'
import { forgetUser } from './forget-user.ts'
import {
  deleteDesktopSnapshot,
  readDesktopSnapshot,
  saveDesktopSnapshot,
  type DesktopSnapshot,
} from './desktop-snapshot.ts'
import { closePortalDatabase, openPortalDatabase } from './portal-database.ts'

// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them

function desktop(change: Partial<DesktopSnapshot> = {}): DesktopSnapshot {
  return {
    me,
    icons: [{ code: 'ZDYYYFL-CYYY', iconVMs: [] }],
    unread: [{ code: 'files', num: 3 }],
    savedAt: '2026-11-20T08:00:00.000Z',
    ...change,
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(async () => {
  await closePortalDatabase()
  vi.unstubAllGlobals()
})

describe('the desktop snapshot', () => {
  test('comes back for its user and as the last one on this device', async () => {
    await saveDesktopSnapshot('u1', proxy(desktop()))
    expect(await readDesktopSnapshot('u1')).toEqual(desktop())
    expect(await readDesktopSnapshot()).toEqual(desktop())
    expect(await readDesktopSnapshot('u2')).toBeUndefined()
  })

  test('of an earlier person goes when the next one has theirs', async () => {
    await saveDesktopSnapshot('u1', desktop())
    await saveDesktopSnapshot('u2', desktop({ me: { ...me, userId: 'u2' } }))
    expect(await readDesktopSnapshot('u1')).toBeUndefined()
    await deleteDesktopSnapshot('u2')
    expect(await readDesktopSnapshot()).toBeUndefined()
  })

  test('goes with everything else of a user who is forgotten', async () => {
    await saveDesktopSnapshot('u1', desktop())
    await forgetUser('u1')
    expect(await readDesktopSnapshot()).toBeUndefined()
  })

  test('is not kept any more once somebody has signed out, in whatever tab', async () => {
    vi.stubGlobal('localStorage', { getItem: (name: string) => (name === 'IS_LOGOUTED' ? 'true' : null) })
    await saveDesktopSnapshot('u1', desktop())
    expect(await readDesktopSnapshot()).toBeUndefined()
  })

  test('that cannot be read is as none', async () => {
    await (await openPortalDatabase())?.put('desktop', { me: 'somebody' }, 'u1')
    expect(await readDesktopSnapshot('u1')).toBeUndefined()
    expect(await readDesktopSnapshot()).toBeUndefined()
  })

  test('is simply not kept where IndexedDB is refused', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await saveDesktopSnapshot('u1', desktop())
    await deleteDesktopSnapshot('u1')
    expect(await readDesktopSnapshot()).toBeUndefined()
  })
})
