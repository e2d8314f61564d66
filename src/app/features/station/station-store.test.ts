import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { hashPin } from './exit-pin.ts'
import { importKey } from './station-seal.ts'
import { deleteStation, openStationStore } from './station-store.ts'

afterEach(() => deleteStation())

it('takes a device for a station that was registered before schedules were told, and lets it go by its own zone', async () => {
  const facts = {
    name: '南门',
    place: '',
    direction: 'both',
    unitName: '河畔',
    unitEnglishName: 'Riverside',
    faceOn: false,
    guide: { width: null, tolerance: null },
  }
  const key = await importKey('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8')
  const store = await openStationStore()
  const database = await openDB('station')
  const device = { stationId: 's1', key, nextSeq: 7, skew: 0, facts, pin: await hashPin('123456') }
  await database.put('device', device, 'device')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(await store.readDevice()).toMatchObject({
    nextSeq: 7,
    facts: { ...facts, schedule: { timeZone, times: [], markedDays: [] } },
  })
  database.close()
  store.close()
})
