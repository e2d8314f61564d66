import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { autoLoginCountKey, languageKey, loggedOutKey, nextLoginName, userKey } from './local-keys.ts'
import { changeRecentApps, childIdKey, forgetRecentApps, menuLockKey, recentAppsKey } from './signed-in-keys.ts'
import { themeColorKey, themeTintsKey } from './theme-keys.ts'

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
    ['themeTints', '#457cd6;--x:url(x)', () => themeTintsKey.get()],
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

describe('a parent who looks at another child', () => {
  const recent = () => recentAppsKey('pc', 'u1').get()

  test('finds the recent applications of that child, and later those of the first one again', () => {
    recentAppsKey('pc', 'u1').set(['files'])
    changeRecentApps('u1', 'xi', 'chuan')
    expect(recent()).toBeNull()
    recentAppsKey('pc', 'u1').set(['scratch', 'geogebra'])
    changeRecentApps('u1', 'chuan', 'xi')
    expect(recent()).toEqual(['files'])
    changeRecentApps('u1', 'xi', 'chuan')
    expect(recent()).toEqual(['scratch', 'geogebra'])
  })

  test('is forgotten with what was laid aside, and nobody else is', () => {
    recentAppsKey('pc', 'u1').set(['files'])
    recentAppsKey('pc', 'u11').set(['files'])
    changeRecentApps('u1', 'xi', 'chuan')
    forgetRecentApps('u1')
    expect([...entries.keys()]).toEqual(['home_pc_cyyy_u11'])
  })
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
