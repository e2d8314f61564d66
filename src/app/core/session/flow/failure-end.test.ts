import { expect, it } from 'vitest'
import { failureEnd } from './failure-end.ts'

const PAGE = '/pages/files/pc_files_tm/index.html'

it('is the relogin page in a new window on the desktop client, unless that is where it happened', () => {
  const window = { kind: 'relogin-window', address: '/needtologinpagerelogin' }
  expect(failureEnd('desktop-client', PAGE, '')).toEqual(window)
  expect(failureEnd('desktop-client', '/login', '')).toEqual(window)
  expect(failureEnd('desktop-client', '/needtologinpagerelogin', '')).toEqual({ kind: 'form-here' })
})

it('is the native app’s own logout', () => {
  expect(failureEnd('native-app', '/login', '')).toEqual({ kind: 'logout-hook' })
})

it('is the login box where it happened, while developing', () => {
  expect(failureEnd('development', PAGE, '')).toEqual({ kind: 'form-here' })
})

it.each(['browser', 'wechat', 'wecom'] as const)(
  'is the login page in %s, leading back, unless already there',
  (kind) => {
    const address = `/login?redirect_uri=${encodeURIComponent(`${PAGE}?a=1#/b`)}`
    expect(failureEnd(kind, PAGE, '?a=1#/b')).toEqual({ kind: 'form-at', address })
    expect(failureEnd(kind, '/login', '?redirect_uri=%2Fx')).toEqual({ kind: 'form-here' })
    expect(failureEnd(kind, '/', '')).toEqual({ kind: 'form-at', address: '/login' })
  },
)

it('is the form on the page of an authorization, whose address says all that is needed to go on', () => {
  expect(failureEnd('browser', '/oauth/authorize', '?client_id=c')).toEqual({ kind: 'form-here' })
})
