import { describe, expect, it } from 'vitest'
import { PortalError } from '../../../contract/portal-error.ts'
import { readApplicationMessage, readSearchKeys, SEARCH_KEYS_MAX } from './application-message.ts'

class Message {
  readonly appName = 'Files'
}

describe('an application’s message', () => {
  it.each([[undefined], [null], ['text'], [7], [[]], [['appName']], [new Message()], [new Map()], [() => {}]])(
    'must be a plain object, which %o is not',
    (given) => {
      expect(() => readApplicationMessage(given, 'files')).toThrow(PortalError)
      expect(() => readApplicationMessage(given, 'files')).toThrow(
        'setApplicationMessage 参数错误，必须传入对象！|||Wrong parameters of setApplicationMessage: pass an object',
      )
    },
  )

  it('names no other application, and has texts', () => {
    for (const given of [{ appCode: 'roster' }, { appName: 7 }, { curAppDetails: {} }])
      expect(() => readApplicationMessage(given, 'files')).toThrow(
        expect.objectContaining({ code: 'client.application_message' }),
      )
  })

  it('is taken with what is known of it; long texts are cut', () => {
    expect(readApplicationMessage({}, 'files')).toEqual({})
    expect(readApplicationMessage({ appCode: 'files', appName: '计划', more: 1 }, 'files')).toEqual({
      appCode: 'files',
      appName: '计划',
    })
    expect(readApplicationMessage({ curAppDetails: 'x'.repeat(999) }, 'files').curAppDetails).toHaveLength(120)
  })
})

describe('search keys', () => {
  it.each([
    [undefined],
    [{ path: '/', name: 'Files' }],
    ['/'],
    [['/']],
    [[{ path: '/' }]],
    [[{ path: 'folder', name: 'x' }]],
    [[{ path: '//elsewhere.example', name: 'x' }]],
    [[{ path: '/', name: '' }]],
    [[{ path: '/', name: 'x', query: 'a=b' }]],
  ])('must be an array of path, name and query, which %j is not', (given) => {
    expect(() => readSearchKeys(given)).toThrow(PortalError)
    expect(() => readSearchKeys(given)).toThrow(
      'setSearchKeys 参数错误，必须传入数组，每项包含 path、name、query！|||Wrong parameters of setSearchKeys: pass an array of path, name and query',
    )
  })

  it('are taken with their query', () => {
    const keys = [{ path: '/class/1', name: '一年级1班', query: { day: '2026-09-01' } }]
    expect(readSearchKeys(keys)).toEqual(keys)
    expect(readSearchKeys([])).toEqual([])
  })

  it('are so many at most', () => {
    const many = Array.from({ length: SEARCH_KEYS_MAX + 1 }, (_, at) => ({ path: `/${at}`, name: `${at}` }))
    expect(readSearchKeys(many)).toHaveLength(SEARCH_KEYS_MAX)
  })
})
