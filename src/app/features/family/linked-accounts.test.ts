import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { linked, loadLinkedAccounts, otherAccounts } from './linked-accounts.ts'

const LINK = { parentId: 'p1', parentName: '王芳', teacherId: 't1', teacherName: '王老师' }
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
  linked.of = null
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the other accounts', () => {
  test('of a teacher are parents, and of a parent teachers', () => {
    expect(otherAccounts(teacher, [LINK])).toEqual([{ userId: 'p1', name: '王芳', userType: 3 }])
    expect(otherAccounts(parent, [LINK])).toEqual([{ userId: 't1', name: '王老师', userType: 2 }])
  })

  test('come once each, and only those that are linked to this very account', () => {
    expect(otherAccounts(teacher, [LINK, LINK, { ...LINK, teacherId: 't2', parentId: 'p2' }])).toHaveLength(1)
    expect(otherAccounts({ userId: 's1', userType: 4 }, [{ ...LINK, teacherId: 's1' }])).toEqual([])
  })
})

describe('asking for them', () => {
  test('names a teacher by teacherId and a parent by parentId', async () => {
    answer({ status: 200, code: 'ok', message: '', data: [LINK] })
    await loadLinkedAccounts(teacher)
    expect(linked.of).toEqual({ userId: 't1', accounts: [{ userId: 'p1', name: '王芳', userType: 3 }], asOf: 'now' })
    await loadLinkedAccounts(parent)
    expect(linked.of).toEqual({ userId: 'p1', accounts: [{ userId: 't1', name: '王老师', userType: 2 }], asOf: 'now' })
    expect(asked.map(({ searchParams }) => [searchParams.get('teacherId'), searchParams.get('parentId')])).toEqual([
      ['t1', null],
      [null, 'p1'],
    ])
  })

  test('is not done for students and other staff', async () => {
    answer({ status: 200, code: 'ok', message: '', data: [LINK] })
    await loadLinkedAccounts({ userId: 's1', userType: 1 })
    await loadLinkedAccounts({ userId: 's1', userType: 4 })
    expect(asked).toEqual([])
    expect(linked.of).toBeNull()
  })

  test('leaves what is known when the server refuses', async () => {
    answer({ status: 500, code: 'server.internal', message: '出错了|||Failed' })
    await loadLinkedAccounts(teacher)
    expect(asked).toHaveLength(1)
    expect(linked.of).toBeNull()
  })
})
