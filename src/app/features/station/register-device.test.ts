import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerDevice } from './register-device.ts'
import { deleteStation, openStationStore, type StationStore } from './station-store.ts'

const ANSWER = {
  status: 200,
  code: 'ok',
  message: '',
  data: {
    stationId: '7',
    key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
    serverTime: Date.now(),
    schedule: { timeZone: 'Asia/Shanghai', times: [], markedDays: [] },
  },
}
const FORM = { name: 'South gate', place: '', direction: 'both', pin: '135790' } as const

let store: StationStore

beforeEach(async () => {
  store = await openStationStore()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  store.close()
  await deleteStation()
})

it('makes the device a station while the browser still asks the user whether the site may keep data', async () => {
  const persist = vi.fn<() => Promise<boolean>>(() => new Promise(() => {}))
  vi.stubGlobal('navigator', { storage: { persist } })
  vi.stubGlobal('fetch', async () => Response.json(ANSWER))
  const device = await registerDevice(store, null, FORM)
  expect(device).toMatchObject({ stationId: '7', nextSeq: 1 })
  expect(await store.readDevice()).toMatchObject({ stationId: '7' })
  expect(persist).toHaveBeenCalledOnce()
})
