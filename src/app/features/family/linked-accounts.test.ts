import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { linkedAccountsKey } from '../../core/storage/linked-accounts-key.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { skipToken } from '@tanstack/react-query'
import { queryClient } from '../../core/query/query-client.ts'
import { linkedAccountsQuery, otherAccounts } from './linked-accounts.ts'

const LINK = {
  parentId: 'p1',
  parentName: '王芳',
  parentEnglishName: 'Wang Fang',
  teacherId: 't1',
  teacherName: '王老师',
  teacherEnglishName: '',
}
const teacher = { userId: 't1', userType: 2 } as const
const parent = { userId: 'p1', userType: 3 } as const

let asked: URL[]

function answer(body: unknown): void {
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://localhost'))
    return Promise.resolve(Response.json(body))
  })
}

beforeEach(() => {
  asked = []
  queryClient.clear()
  stubLocalStorage()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the other accounts', () => {
  test('of a teacher are parents, and of a parent teachers', () => {
    expect(otherAccounts(teacher, [LINK])).toEqual([
      { userId: 'p1', name: '王芳', englishName: 'Wang Fang', userType: 3 },
    ])
    expect(otherAccounts(parent, [LINK])).toEqual([{ userId: 't1', name: '王老师', englishName: '', userType: 2 }])
  })

  test('come once each, and only those that are linked to this very account', () => {
    expect(otherAccounts(teacher, [LINK, LINK, { ...LINK, teacherId: 't2', parentId: 'p2' }])).toHaveLength(1)
    expect(otherAccounts({ userId: 's1', userType: 4 }, [{ ...LINK, teacherId: 's1' }])).toEqual([])
  })
})

describe('asking for them', () => {
  test('names a teacher by teacherId and a parent by parentId', async () => {
    answer({ status: 200, code: 'ok', message: '', data: [LINK] })
    expect(await queryClient.fetchQuery(linkedAccountsQuery(teacher))).toEqual([
      { userId: 'p1', name: '王芳', englishName: 'Wang Fang', userType: 3 },
    ])
    expect(await queryClient.fetchQuery(linkedAccountsQuery(parent))).toEqual([
      { userId: 't1', name: '王老师', englishName: '', userType: 2 },
    ])
    expect(asked.map(({ searchParams }) => [searchParams.get('teacherId'), searchParams.get('parentId')])).toEqual([
      ['t1', null],
      [null, 'p1'],
    ])
  })

  test('is not done for students and other staff', () => {
    expect(linkedAccountsQuery({ userId: 's1', userType: 1 }).queryFn).toBe(skipToken)
    expect(linkedAccountsQuery({ userId: 's1', userType: 4 }).queryFn).toBe(skipToken)
  })

  test('leaves those of an earlier visit when the server refuses', async () => {
    linkedAccountsKey('t1').set([{ userId: 'p1', name: '王芳', englishName: 'Wang Fang', userType: 3 }])
    answer({ status: 500, code: 'server.internal', message: '出错了|||Failed' })
    await expect(queryClient.fetchQuery(linkedAccountsQuery(teacher))).rejects.toThrow()
    expect(asked).toHaveLength(1)
    expect(linkedAccountsKey('t1').get()).toHaveLength(1)
  })
})
