// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { closePortalDatabase, openPortalDatabase } from '../storage/portal-database.ts'
import { forgetResponses, keepResponses } from './kept-responses.ts'
import { queryClient } from './query-client.ts'

beforeEach(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  await closePortalDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  queryClient.clear()
})

const make = () =>
  keepResponses({
    name: 'list',
    schema: z.array(z.string()),
    keyOf: (account) => ['list', account],
  })

const stored = async (...key: [string, string]) => (await openPortalDatabase())?.get('stores', key)
const put = async (key: [string, string], version: number, value: unknown) =>
  (await openPortalDatabase())?.put('stores', { version, value }, key)
const load = (account: string | null, list: string[], at = Date.now()) =>
  queryClient.setQueryData(['list', account], list, { updatedAt: at })
const shown = (account: string | null) => queryClient.getQueryState(['list', account])

test('a response is shown at the next start with the time at which it was loaded, each account its own', async () => {
  const before = make()
  before('u1', 'a1')
  before('u1', null)
  load('a1', ['there'])
  load(null, ['here'])
  await vi.waitFor(async () =>
    expect(await stored('u1', 'list-a1')).toMatchObject({ value: { last: { data: ['there'] } } }),
  )
  await vi.waitFor(async () =>
    expect(await stored('u1', 'list')).toMatchObject({ value: { last: { data: ['here'] } } }),
  )

  const { at } = ((await stored('u1', 'list-a1')) as { value: { last: { at: number } } }).value.last
  queryClient.clear()
  const after = make()
  after('u1', 'a1')
  await vi.waitFor(() => expect(shown('a1')?.data).toEqual(['there']))
  expect(shown('a1')?.dataUpdatedAt).toBe(at)
  expect(shown(null)?.data).toBeUndefined()
})

test('what the server has answered meanwhile stays, and what this version cannot read is left out', async () => {
  queryClient.setQueryData(['list', 'a1'], ['new'])
  await put(['u1', 'list-a1'], 2, { last: { data: ['old'], at: 5 } })
  await put(['u1', 'list-a2'], 2, { last: { data: [7], at: 5 } })
  await put(['u1', 'list-a3'], 2, { last: { data: ['earlier'], at: 5 } })
  const kept = make()
  for (const account of ['a1', 'a2', 'a3']) kept('u1', account)
  await vi.waitFor(() => expect(shown('a3')?.data).toEqual(['earlier']))
  expect(shown('a1')?.data).toEqual(['new'])
  expect(shown('a2')?.data).toBeUndefined()
})

test('what was loaded before it is kept takes the place of what an earlier visit saw', async () => {
  await put(['u1', 'list-a1'], 2, { last: { data: ['old'], at: 5 } })
  queryClient.setQueryData(['list', 'a1'], ['new'], { updatedAt: 9 })
  make()('u1', 'a1')
  await vi.waitFor(async () =>
    expect(await stored('u1', 'list-a1')).toMatchObject({ value: { last: { data: ['new'], at: 9 } } }),
  )
})

test('keeping a response leaves the one in the cache as it is', () => {
  const kept = keepResponses({
    name: 'items',
    schema: z.array(z.object({ id: z.string() })),
    keyOf: () => ['items'],
  })
  const item = { id: 'i1' }
  const items = [item]
  queryClient.setQueryData(['items'], items)
  kept('u1', null)
  expect(items[0]).toBe(item)
})

test('what was kept is shown again after the cache has dropped it, and a failure to load it stays one', async () => {
  const kept = make()
  kept('u1', 'a1')
  load('a1', ['there'], 5)
  queryClient.removeQueries({ queryKey: ['list', 'a1'] })
  kept('u1', 'a1')
  expect(shown('a1')).toMatchObject({ data: ['there'], dataUpdatedAt: 5, status: 'success' })

  queryClient.removeQueries({ queryKey: ['list', 'a1'] })
  const failure = new Error('no network')
  const loading = queryClient.fetchQuery({ queryKey: ['list', 'a1'], queryFn: () => Promise.reject(failure) })
  await expect(loading).rejects.toThrow(failure)
  kept('u1', 'a1')
  expect(shown('a1')).toMatchObject({ data: ['there'], dataUpdatedAt: 5, status: 'error', error: failure })
})

test('what is kept of an account goes with its link, that of others stays', async () => {
  const kept = make()
  for (const account of ['a1', 'a2']) {
    kept('u1', account)
    load(account, [account])
  }
  await put(['u1', 'other-a1'], 2, { last: null })
  await vi.waitFor(async () => expect(await stored('u1', 'list-a2')).toBeDefined())
  await forgetResponses('u1', 'a1')
  expect(await stored('u1', 'list-a1')).toBeUndefined()
  expect(await stored('u1', 'other-a1')).toBeUndefined()
  expect(await stored('u1', 'list-a2')).toBeDefined()
})
