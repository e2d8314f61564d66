import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { ARRIVAL_LIFE } from '../../../contract/limits.ts'
import { keepArrival, openArrivals } from '../../workers/incoming-files/incoming-store.ts'
import { forgetArrivals, hasArrivals } from '../core/storage/incoming-files-database.ts'
import { findWaiting, openArrived, takeWaiting } from './incoming-files.ts'

// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them

const NOW = 10 * ARRIVAL_LIFE

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

const keep = (name: string, at = NOW, left = 0) =>
  keepArrival({ files: [{ name, size: 1, file: null, handle: null }], left }, at)

const names = async (account: string, now = NOW) => (await findWaiting(account, now))?.files.map(({ name }) => name)

test('asking makes no database', async () => {
  expect(await hasArrivals()).toBe(false)
  expect(await indexedDB.databases()).toEqual([])
  await keep('a.jpg')
  expect(await hasArrivals()).toBe(true)
})

test('what came several times is asked about together', async () => {
  await keep('a.jpg', NOW, 1)
  await keep('b.jpg', NOW, 2)
  expect(await findWaiting('u.a', NOW)).toMatchObject({ files: [{ name: 'a.jpg' }, { name: 'b.jpg' }], left: 3 })
})

test('whoever is asked first is the only one: for others it is gone', async () => {
  await keep('a.jpg')
  expect(await names('u.a')).toEqual(['a.jpg'])
  expect(await names('u.a')).toEqual(['a.jpg'])
  expect(await names('u.b')).toBeUndefined()
  expect(await names('u.a')).toBeUndefined()
})

test('it waits for an hour, counted from when it came', async () => {
  await keep('a.jpg')
  expect(await names('u.a', NOW + ARRIVAL_LIFE - 1)).toEqual(['a.jpg'])
  expect(await names('u.a', NOW + ARRIVAL_LIFE)).toBeUndefined()
  expect(await names('u.a', NOW)).toBeUndefined()
})

test('one tab takes it, and the other finds nothing', async () => {
  await keep('a.jpg')
  const both = await Promise.all([takeWaiting('u.a', NOW), takeWaiting('u.a', NOW)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

test('what no portal wrote is passed over', async () => {
  const database = await openArrivals()
  await database.add('arrivals', { files: 'all', at: NOW })
  database.close()
  await keep('a.jpg')
  expect(await names('u.a')).toEqual(['a.jpg'])
})

test('signing out forgets it', async () => {
  await keep('a.jpg')
  await forgetArrivals()
  expect(await hasArrivals()).toBe(false)
})

test('a file is opened by its handle where there are no bytes', async () => {
  const file = new File(['x'], 'a.pdf')
  const handle = { kind: 'file', name: 'a.pdf', getFile: async () => file } as unknown as FileSystemFileHandle
  expect(await openArrived({ name: 'a.pdf', size: 1, file: null, handle })).toBe(file)
  await expect(openArrived({ name: 'a.pdf', size: 1, file: null, handle: null })).rejects.toThrow(TypeError)
})
