import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBrowserPorts } from './ports.ts'

const never = new AbortController().signal
let isOnline: boolean

beforeEach(() => {
  vi.useFakeTimers()
  isOnline = false
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function ports() {
  return createBrowserPorts(
    async () => null,
    async () => false,
  )
}

describe('whenOnline', () => {
  it('ends soon after the network is back', async () => {
    const waiting = ports().whenOnline(never)
    await vi.advanceTimersByTimeAsync(5000)
    expect(vi.getTimerCount()).toBe(1)
    isOnline = true
    await vi.advanceTimersByTimeAsync(500)
    await waiting
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends at once when the network is back already', async () => {
    isOnline = true
    await ports().whenOnline(never)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not believe for ever that there is no network', async () => {
    const waiting = ports().whenOnline(never)
    await vi.advanceTimersByTimeAsync(30_000)
    await waiting
    expect(ports().isOnline()).toBe(false)
  })

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController()
    const waiting = ports().whenOnline(controller.signal)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('sleep', () => {
  it('takes its time', async () => {
    const order: string[] = []
    const sleeping = ports()
      .sleep(never, 500)
      .then(() => order.push('awake'))
    await vi.advanceTimersByTimeAsync(499)
    order.push('before')
    await vi.advanceTimersByTimeAsync(1)
    await sleeping
    expect(order).toEqual(['before', 'awake'])
  })

  it('can be ended', async () => {
    const controller = new AbortController()
    const sleeping = ports().sleep(controller.signal, 500)
    controller.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(ports().sleep(controller.signal, 500)).rejects.toThrow('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('notices that a file cannot be read any more', async () => {
  const file = new Blob(['x'])
  expect(await ports().canRead(file)).toBe(true)
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
  expect(await ports().canRead(file)).toBe(false)
})
