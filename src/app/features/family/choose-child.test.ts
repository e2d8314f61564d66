import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { homeChild } from '../../core/family/home-child.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { childIdKey } from '../../core/storage/signed-in-keys.ts'
import { chooseChild, followCurrentChild } from './choose-child.ts'
import { familyQuery } from './family-store.ts'

const xi = { id: 'xi', realName: '林溪', gradeName: '四年级', className: '1班' }
const chuan = { id: 'chuan', realName: '林川', gradeName: '七年级', className: '2班' }
const me = { userId: 'p1', userType: 3 } as const

let posted: string[]
let answer: () => Promise<Response>

beforeEach(() => {
  posted = []
  stubLocalStorage()
  homeChild.set(null)
  queryClient.setQueryData(familyQuery(me).queryKey, {
    parentId: 'p1',
    chirdenList: [xi, chuan],
    currentChirden: { id: 'xi', realName: '林溪' },
  })
  answer = () => Promise.resolve(Response.json({ status: 200, code: 'ok', message: '', data: 'success' }))
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    posted.push(new URLSearchParams(typeof init?.body === 'string' ? init.body : '').get('id') ?? '')
    return answer()
  })
})

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const currentId = () => queryClient.getQueryData(familyQuery(me).queryKey)?.currentChirden?.id

test('an own child narrows the desktop at once and becomes the current child', async () => {
  const told = chooseChild(me, { account: null, id: 'chuan' })
  expect(homeChild.current).toEqual({ account: null, id: 'chuan' })
  await told
  expect(posted).toEqual(['chuan'])
  expect(currentId()).toBe('chuan')
  expect(childIdKey.get()).toBe('chuan')
})

test('the current child, one of another school and all of them change nothing on the server', async () => {
  await chooseChild(me, { account: null, id: 'xi' })
  await chooseChild(me, { account: 'other', id: 'gu' })
  await chooseChild(me, null)
  expect(posted).toEqual([])
  expect(currentId()).toBe('xi')
})

test('of several presses the last one counts', async () => {
  void chooseChild(me, { account: null, id: 'chuan' })
  await chooseChild(me, { account: null, id: 'xi' })
  expect(currentId()).toBe('xi')
  expect(homeChild.current?.id).toBe('xi')
})

test('where the server refuses, all children are shown again', async () => {
  answer = () => Promise.resolve(Response.json({ status: 403, code: 'access.denied', message: '无权', data: null }))
  await chooseChild(me, { account: null, id: 'chuan' })
  expect(homeChild.current).toBeNull()
  expect(currentId()).toBe('xi')
})

test('a child that became current elsewhere is followed, but not from a child of another school', () => {
  homeChild.set({ account: null, id: 'xi' })
  followCurrentChild(me, 'chuan')
  expect(homeChild.current).toEqual({ account: null, id: 'chuan' })
  homeChild.set({ account: 'other', id: 'gu' })
  followCurrentChild(me, 'xi')
  expect(homeChild.current).toEqual({ account: 'other', id: 'gu' })
  homeChild.set(null)
  followCurrentChild(me, 'xi')
  expect(homeChild.current).toBeNull()
})
