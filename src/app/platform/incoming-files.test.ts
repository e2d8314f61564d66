import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { INCOMING_FILES_LIFE } from '../../../contract/limits.ts'
import { keepIncomingFiles, openIncomingFiles } from '../../workers/incoming-files/incoming-store.ts'
import { deleteIncomingFiles, hasIncomingFiles } from '../core/storage/incoming-files-database.ts'
import { claimIncomingFiles, openIncomingFile, takeIncomingFiles } from './incoming-files.ts'

// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them

const NOW = 10 * INCOMING_FILES_LIFE

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

const keep = (name: string, at = NOW, left = 0) =>
  keepIncomingFiles({ files: [{ name, size: 1, file: null, handle: null }], left }, at)

const names = async (account: string, now = NOW) =>
  (await claimIncomingFiles(account, now))?.files.map(({ name }) => name)

test('asking makes no database', async () => {
  expect(await hasIncomingFiles()).toBe(false)
  expect(await indexedDB.databases()).toEqual([])
  await keep('a.jpg')
  expect(await hasIncomingFiles()).toBe(true)
})

test('what came several times is asked about together', async () => {
  await keep('a.jpg', NOW, 1)
  await keep('b.jpg', NOW, 2)
  expect(await claimIncomingFiles('u.a', NOW)).toMatchObject({ files: [{ name: 'a.jpg' }, { name: 'b.jpg' }], left: 3 })
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
  expect(await names('u.a', NOW + INCOMING_FILES_LIFE - 1)).toEqual(['a.jpg'])
  expect(await names('u.a', NOW + INCOMING_FILES_LIFE)).toBeUndefined()
  expect(await names('u.a', NOW)).toBeUndefined()
})

test('one tab takes it, and the other finds nothing', async () => {
  await keep('a.jpg')
  const both = await Promise.all([takeIncomingFiles('u.a', NOW), takeIncomingFiles('u.a', NOW)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

test('what no portal wrote is passed over', async () => {
  const database = await openIncomingFiles()
  await database.add('arrivals', { files: 'all', at: NOW })
  database.close()
  await keep('a.jpg')
  expect(await names('u.a')).toEqual(['a.jpg'])
})

test('signing out forgets it', async () => {
  await keep('a.jpg')
  await deleteIncomingFiles()
  expect(await hasIncomingFiles()).toBe(false)
})

test('a file is opened by its handle where there are no bytes', async () => {
  const file = new File(['x'], 'a.pdf')
  const handle = { kind: 'file', name: 'a.pdf', getFile: async () => file } as unknown as FileSystemFileHandle
  expect(await openIncomingFile({ name: 'a.pdf', size: 1, file: null, handle })).toBe(file)
  await expect(openIncomingFile({ name: 'a.pdf', size: 1, file: null, handle: null })).rejects.toThrow(TypeError)
})
