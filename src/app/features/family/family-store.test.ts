import { skipToken } from '@tanstack/react-query'
import { queryClient } from '../../core/query/query-client.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { childIdKey } from '../../core/storage/signed-in-keys.ts'
import { childBefore, familyQuery, fullClassIn, readFamily, setCurrentChild, type Family } from './family-store.ts'

const xi = { id: 'xi', realName: '林溪', gradeName: '四年级', className: '1班' }
const chuan = { id: 'chuan', realName: '林川', gradeName: '七年级', className: '2班' }
const parent = { userId: 'p1', userType: 3 } as const

let asked: { url: URL; body: string }[]

/** Answers both questions of `readFamily`. */
function answer(children: unknown, current: unknown): void {
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    asked.push({ url, body: typeof init?.body === 'string' ? init.body : '' })
    const data = url.pathname.includes('set/parentChildren')
      ? 'success'
      : url.pathname.includes('find_all')
        ? children
        : current
    return Promise.resolve(Response.json({ status: 200, code: 'ok', message: '', data }))
  })
}

beforeEach(() => {
  asked = []
  stubLocalStorage()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a parent’s family', () => {
  it('is asked for parents only', async () => {
    answer([xi, chuan], xi)
    expect(familyQuery({ userId: 't1', userType: 2 }).queryFn).toBe(skipToken)
    expect(await queryClient.fetchQuery(familyQuery(parent))).toEqual({
      parentId: 'p1',
      chirdenList: [xi, chuan],
      currentChirden: { id: 'xi', realName: '林溪' },
    })
    expect(asked.map(({ url }) => url.searchParams.get('parentId'))).toEqual(['p1', 'p1'])
  })

  it('makes this device remember the current child, unless it knows one of them already', async () => {
    answer([xi, chuan], xi)
    childIdKey.set('of-somebody-else')
    await readFamily(parent)
    expect(childIdKey.get()).toBe('xi')
    childIdKey.set('chuan')
    await readFamily(parent)
    expect(childIdKey.get()).toBe('chuan')
  })

  it('stays unknown when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(readFamily(parent)).rejects.toThrow()
    expect(childIdKey.get()).toBeNull()
  })

  it('is told of the chosen child with the parent in the address', async () => {
    answer([xi, chuan], xi)
    await setCurrentChild({ parentId: 'p1', chirdenList: [xi, chuan], currentChirden: xi }, chuan)
    expect(asked[0]?.url.pathname).toBe('/api/base/student/set/parentChildren')
    expect(asked[0]?.url.search).toBe('?parentId=p1')
    const body = new URLSearchParams(asked[0]?.body)
    expect(Object.fromEntries(body)).toEqual({ id: 'chuan', realName: '林川', gradeName: '七年级', className: '2班' })
  })
})

describe('the child that this device showed last', () => {
  const of = (chirdenList: Family['chirdenList'], currentChirden: Family['currentChirden']) =>
    childBefore({ parentId: 'p1', chirdenList, currentChirden })

  it('is asked about where another one is current', () => {
    childIdKey.set('xi')
    expect(of([xi, chuan], chuan)).toEqual(xi)
  })

  it('is not where it is the current one, where nothing was saved, where it is no child of theirs, and with one child', () => {
    expect(of([xi, chuan], chuan)).toBeNull()
    childIdKey.set('chuan')
    expect(of([xi, chuan], chuan)).toBeNull()
    childIdKey.set('gone')
    expect(of([xi, chuan], chuan)).toBeNull()
    childIdKey.set('xi')
    expect(of([chuan], chuan)).toBeNull()
  })
})

it('a class is named with its grade, in Chinese without a space', () => {
  const named = { ...xi, gradeEnglishName: 'Grade 4', classEnglishName: 'Class 1' }
  expect(fullClassIn(named, 'zh-CN')).toBe('四年级1班')
  expect(fullClassIn(named, 'en')).toBe('Grade 4 Class 1')
})
