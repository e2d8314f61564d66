import { expect, it, vi } from 'vitest'
import { detectEnvironment } from './environment.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

it.each([
  ['a browser', CHROME, 'browser'],
  ['WeChat', `${CHROME} MicroMessenger/8.0.50 NetType/WIFI`, 'wechat'],
  ['WeCom, which names WeChat too', `${CHROME} wxwork/4.1.20 MicroMessenger/7.0.1`, 'wecom'],
  ['the desktop client', `${CHROME} PortalDesktop/2.1`, 'desktop-client'],
  ['a client made with Electron', `${CHROME} Electron/38.0`, 'desktop-client'],
  ['the native app', `${CHROME} PortalApp/3.0`, 'native-app'],
])('knows %s by its user agent', (_, userAgent, kind) => {
  expect(detectEnvironment(userAgent, undefined, false).kind).toBe(kind)
})

it('is development only where nothing else is named', () => {
  expect(detectEnvironment(CHROME, undefined, true).kind).toBe('development')
  expect(detectEnvironment(`${CHROME} MicroMessenger/8`, undefined, true).kind).toBe('wechat')
})

it('believes the bridge object before the user agent, and knows the device that it names', () => {
  const given = { kind: 'native-app', deviceId: 'phone 1' }
  const { kind, host, hidesLogout } = detectEnvironment(`${CHROME} MicroMessenger/8`, given, false)
  expect(kind).toBe('native-app')
  expect(host?.deviceId).toBe('phone 1')
  expect(hidesLogout).toBe(true)
})

it('hides the logout in the native app and the desktop client only', () => {
  expect(detectEnvironment(`${CHROME} PortalDesktop/2`, undefined, false).hidesLogout).toBe(true)
  expect(detectEnvironment(`${CHROME} MicroMessenger/8`, undefined, false).hidesLogout).toBe(false)
})

it.each([
  null,
  'native-app',
  { kind: 'toaster' },
  { kind: 'native-app', onLogout: 'not a function' },
  { kind: 'native-app', userClientId: '' },
  { kind: 'native-app', deviceId: 'x'.repeat(257) },
])('takes a damaged bridge object for none: %o', (host) => {
  expect(detectEnvironment(CHROME, host, false)).toEqual({ kind: 'browser', host: null, hidesLogout: false })
})

it('outlives a bridge object that throws when it is read', () => {
  const host = new Proxy(
    {},
    {
      get() {
        throw new Error('bridge not ready')
      },
    },
  )
  expect(detectEnvironment(CHROME, host, false).host).toBeNull()
})

it('calls hooks on the host’s own object, and outlives one that throws', () => {
  const reported = vi.fn<typeof reportError>()
  vi.stubGlobal('reportError', reported)
  const opened: string[] = []
  const given = {
    kind: 'desktop-client',
    prefix: 'client:',
    openRelogin(this: { prefix: string }, address: string) {
      opened.push(this.prefix + address)
    },
    onLogout() {
      throw new Error('the host is broken')
    },
  }
  const { host } = detectEnvironment(CHROME, given, false)
  host?.openRelogin?.('/needtologinpagerelogin')
  host?.onLogout?.()
  expect(opened).toEqual(['client:/needtologinpagerelogin'])
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('the host is broken'))
  expect(host?.onLoginLost).toBeUndefined()
  vi.unstubAllGlobals()
})
