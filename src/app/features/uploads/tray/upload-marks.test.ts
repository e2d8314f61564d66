import { afterEach, describe, expect, it, vi } from 'vitest'
import { notificationPermission, waitsForLong } from './upload-marks.ts'

afterEach(() => vi.unstubAllGlobals())

it('knows who waits for long', () => {
  expect(waitsForLong({ active: 1, secondsLeft: 300 })).toBe(true)
  expect(waitsForLong({ active: 1, secondsLeft: 20 })).toBe(false)
  expect(waitsForLong({ active: 1, secondsLeft: null })).toBe(false)
  expect(waitsForLong({ active: 0, secondsLeft: 300 })).toBe(false)
})

describe('the permission to notify', () => {
  function stubBrowser(query: () => Promise<{ state: PermissionState }>): void {
    const Notification = { permission: 'granted' }
    vi.stubGlobal('window', { Notification })
    vi.stubGlobal('Notification', Notification)
    vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query } })
  }

  it('is what the browser says of it', async () => {
    for (const [state, permission] of [
      ['prompt', 'default'],
      ['granted', 'granted'],
      ['denied', 'denied'],
    ] as const) {
      stubBrowser(async () => ({ state }))
      expect(await notificationPermission()).toBe(permission)
    }
  })

  it('is asked of notifications where the browser has no other word on it', async () => {
    stubBrowser(() => Promise.reject(new TypeError('unknown name')))
    expect(await notificationPermission()).toBe('granted')
    vi.stubGlobal('navigator', { serviceWorker: {} })
    expect(await notificationPermission()).toBe('granted')
  })

  it('is impossible to have without notifications', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('navigator', { serviceWorker: {} })
    expect(await notificationPermission()).toBe('impossible')
  })
})
