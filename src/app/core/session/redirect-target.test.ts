import { describe, expect, it } from 'vitest'
import type { EnvironmentKind } from './flow/environment.ts'
import {
  asksForAuthorization,
  destinationAfterSignIn,
  pathHere,
  redirectTarget,
  returnTarget,
} from './redirect-target.ts'
import { pageOf } from '../../../../contract/pages.ts'

const origin = 'https://school.example'
const FILES = '/pages/files/pc_files_tm/index.html'
const target = (uri: string): string | null => redirectTarget(`?redirect_uri=${encodeURIComponent(uri)}`, origin)
const go = (address: string, environment: EnvironmentKind = 'browser', jumpPage?: string) =>
  destinationAfterSignIn({ address: new URL(address, origin), environment, jumpPage })
const back = (address: string, environment: EnvironmentKind = 'browser') =>
  returnTarget({ address: new URL(address, origin), environment, jumpPage: undefined })

it('accepts paths and addresses of the same origin', () => {
  expect(target(`${FILES}?a=1#/b`)).toBe(`${FILES}?a=1#/b`)
  expect(target('https://school.example/desktop/setting')).toBe('/desktop/setting')
})

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://school.example.evil.example/',
  'https://school.example@evil.example/',
  'http://school.example/',
  '/\t/evil.example',
  '/login',
  '/login/?redirect_uri=/x',
  '/needtologinpagerelogin',
  '',
])('refuses %j', (uri) => {
  expect(target(uri)).toBeNull()
})

it('is null without the parameter', () => {
  expect(redirectTarget('?x=1', origin)).toBeNull()
  expect(pathHere(undefined, origin)).toBeNull()
})

describe('after a sign-in', () => {
  it.each(['/pages/base/desktop/setting', '/area/areaBase/areaDesktop/setting'])(
    'the settings page %s is skipped, whatever it carries',
    (path) => {
      expect(go(`${path}?redirect_uri=${encodeURIComponent(FILES)}`)).toEqual({ kind: 'stay' })
    },
  )

  it.each([FILES, '/pages/base/pc_desktop_all/index.html'])('the page %s stays', (path) => {
    expect(go(path, 'wechat', '/pages/jump/pc_jump_tm/index.html')).toEqual({ kind: 'stay' })
  })

  it.each(['/', '/login', '/login/', '/needtologinpagerelogin'])('%s leads to redirect_uri before all else', (path) => {
    const address = `${path}?redirect_uri=${encodeURIComponent(`${FILES}?a=1`)}&app=other`
    expect(go(address, 'wechat', '/pages/jump/pc_jump_tm/index.html')).toEqual({ kind: 'page', path: `${FILES}?a=1` })
  })

  it('then to the configured page, then to the desktop', () => {
    expect(go('/login', 'browser', FILES)).toEqual({ kind: 'page', path: FILES })
    expect(go('/login', 'browser', 'https://evil.example/')).toEqual({ kind: 'desktop' })
    expect(go('/login?redirect_uri=//evil.example/', 'browser')).toEqual({ kind: 'desktop' })
    expect(go('/login')).toEqual({ kind: 'desktop' })
  })

  it.each(['wechat', 'wecom'] as const)('in %s by path, or by app', (kind) => {
    expect(go(`/login?path=${encodeURIComponent(FILES)}&app=other`, kind)).toEqual({ kind: 'page', path: FILES })
    expect(go('/login?app=files', kind, FILES)).toEqual({ kind: 'application', app: 'files' })
    expect(go('/login?app=../x&path=//evil.example', kind)).toEqual({ kind: 'desktop' })
  })

  it('path and app mean nothing in another browser', () => {
    expect(go(`/login?path=${encodeURIComponent(FILES)}&app=files`)).toEqual({ kind: 'desktop' })
  })

  it('/redirect/{app} is the application, also where redirect_uri leads there', () => {
    expect(go('/redirect/files')).toEqual({ kind: 'application', app: 'files' })
    expect(go('/login?redirect_uri=%2Fredirect%2Ffiles')).toEqual({ kind: 'application', app: 'files' })
  })

  it('redirect_uri to the top is the desktop', () => {
    expect(go('/login?redirect_uri=%2F')).toEqual({ kind: 'desktop' })
  })

  it('an authorization stays, and its redirect_uri is the third party’s', () => {
    const request = `/oidc/authorize?client_id=c&redirect_uri=${encodeURIComponent(origin + FILES)}`
    expect(go(request)).toEqual({ kind: 'stay' })
    expect(go(`/oidc/authorize?redirect_uri=${encodeURIComponent(FILES)}`)).toEqual({ kind: 'desktop' })
    expect(go(`/login?redirect_uri=${encodeURIComponent(request)}`)).toEqual({ kind: 'page', path: request })
  })
})

it('an authorization without a client_id asks for none', () => {
  const page = pageOf('/oidc/authorize')
  expect(asksForAuthorization(page, '?client_id=c')).toBe(true)
  expect(asksForAuthorization(page, '?client_id=%20')).toBe(false)
  expect(asksForAuthorization(pageOf('/login'), '?client_id=c')).toBe(false)
})

it('whoever signs in over another site comes back to where they wanted to be', () => {
  expect(back(`/oidc/authorize?client_id=c&state=s#x`)).toBe('/oidc/authorize?client_id=c&state=s#x')
  expect(back(`${FILES}?a=1#/b`)).toBe(`${FILES}?a=1#/b`)
  expect(back(`/login?redirect_uri=${encodeURIComponent(FILES)}`)).toBe(FILES)
  expect(back('/login?app=files', 'wechat')).toBe('/redirect/files')
  expect(back('/login')).toBeUndefined()
})
