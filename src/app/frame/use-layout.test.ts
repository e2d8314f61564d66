import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onResized } from './use-layout.ts'

let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('many changes of the window’s size are one in 50 ms', () => {
  const listener = vi.fn<() => void>()
  const end = onResized(listener)
  for (let step = 0; step < 5; step += 1) {
    page.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(9)
  }
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5)
  expect(listener).toHaveBeenCalledOnce()
  page.dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(50)
  expect(listener).toHaveBeenCalledTimes(2)

  page.dispatchEvent(new Event('resize'))
  end()
  vi.advanceTimersByTime(50)
  page.dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(50)
  expect(listener).toHaveBeenCalledTimes(2)
})
