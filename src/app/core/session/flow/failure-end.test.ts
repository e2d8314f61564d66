import { afterEach, expect, it, vi } from 'vitest'
import { failureEnd } from './failure-end.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function openReloginIn(portalHost: object) {
  const open = vi.fn<typeof window.open>()
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('window', { portalHost, open })
  const { openRelogin } = await import('./failure-end.ts')
  openRelogin()
  return open
}

it('opens the relogin page by the desktop client, or in a window of its own where the client supplies nothing', async () => {
  const byClient = vi.fn<(address: string) => void>()
  expect(await openReloginIn({ kind: 'desktop-client', openRelogin: byClient })).not.toHaveBeenCalled()
  expect(byClient).toHaveBeenCalledWith('/needtologinpagerelogin')
  vi.resetModules()
  expect(await openReloginIn({ kind: 'desktop-client' })).toHaveBeenCalledWith(
    '/needtologinpagerelogin',
    '_blank',
    'noopener',
  )
})

const PAGE = '/pages/files/pc_files_tm/index.html'

it('is the relogin page in a new window on the desktop client, unless that is where it happened', () => {
  const window = { kind: 'relogin-window' }
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
