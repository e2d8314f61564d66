import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '../../../tests/support/stub-storage.ts'
import {
  autoLoginCountKey,
  childIdKey,
  forgetRecentApps,
  languageKey,
  loggedOutKey,
  menuLockKey,
  nextLoginName,
  recentAppsKey,
  themeColorKey,
  userKey,
} from './local-keys.ts'

let entries: Map<string, string>

beforeEach(() => {
  entries = stubLocalStorage()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function refuse(): never {
  throw new DOMException('refused', 'SecurityError')
}

describe('a local storage key', () => {
  test('has the name that the specification gives it', () => {
    userKey.set({ userId: 'u1', realName: '李老师', userType: 2, unitId: 'riverside' })
    loggedOutKey.set(true)
    autoLoginCountKey.set(2)
    languageKey.set('en')
    recentAppsKey('pc', 'u1').set(['files'])
    expect([...entries]).toEqual([
      ['user', '{"userId":"u1","realName":"李老师","userType":2,"unitId":"riverside"}'],
      ['IS_LOGOUTED', 'true'],
      ['AUTO_LOGIN_NUM', '2'],
      ['lange_', 'en'],
      ['home_pc_cyyy_u1', '["files"]'],
    ])
  })

  test('gives back what was set, and null once removed', () => {
    themeColorKey.set('#457CD6')
    menuLockKey.set(false)
    childIdKey.set('c1')
    expect([themeColorKey.get(), menuLockKey.get(), childIdKey.get()]).toEqual(['#457CD6', false, 'c1'])
    themeColorKey.remove()
    expect(themeColorKey.get()).toBeNull()
  })

  test.each([
    ['user', '{"userId":', () => userKey.get()],
    ['user', '{"userId":7}', () => userKey.get()],
    ['IS_LOGOUTED', 'perhaps', () => loggedOutKey.get()],
    ['AUTO_LOGIN_NUM', '99', () => autoLoginCountKey.get()],
    ['lange_', 'fr', () => languageKey.get()],
    ['themeColor', 'red;background:url(x)', () => themeColorKey.get()],
    ['home_pc_cyyy_u1', JSON.stringify(Array.from({ length: 11 }, String)), () => recentAppsKey('pc', 'u1').get()],
  ])('%s holding %s reads as null', (name, text, read) => {
    entries.set(name, text)
    expect(read()).toBeNull()
  })

  test('does not throw where storage is refused', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    languageKey.set('en')
    languageKey.remove()
    expect(languageKey.get()).toBeNull()
  })
})

test('forgetting recent applications removes them on every platform and leaves those of others', () => {
  recentAppsKey('pc', 'u1').set(['files'])
  recentAppsKey('mobile', 'u1').set(['files'])
  recentAppsKey('pc', 'u2').set(['files'])
  forgetRecentApps('u1')
  expect([...entries.keys()]).toEqual(['home_pc_cyyy_u2'])
})

describe('the login name that comes next', () => {
  test('is told once, and to nobody where storage is refused', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    })
    nextLoginName.set('teacher')
    expect(nextLoginName.take()).toBe('teacher')
    expect(nextLoginName.take()).toBeNull()
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    nextLoginName.set('teacher')
    expect(nextLoginName.take()).toBeNull()
  })
})
