import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createVoice } from './create-voice.ts'

let asked: string[]

beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://localhost').pathname)
    return new Promise<Response>(() => {})
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function press() {
  const finger = new AbortController()
  return { press: { since: performance.now(), released: finger.signal }, lift: () => finger.abort() }
}

it('a press of 200 ms begins, and asks for the token then', async () => {
  const voice = createVoice(
    () => 'en',
    () => true,
  )
  void voice.hold(press().press)
  await vi.advanceTimersByTimeAsync(199)
  expect([voice.state.current.status, asked]).toEqual(['rest', []])
  await vi.advanceTimersByTimeAsync(1)
  expect(voice.state.current).toEqual({ status: 'starting', needs: 'token' })
  expect(asked).toEqual(['/api/base/get_ali_token'])
})

it('a shorter one says how it is done for 3 s, and asks for nothing', async () => {
  const voice = createVoice(
    () => 'en',
    () => true,
  )
  const short = press()
  const held = voice.hold(short.press)
  await vi.advanceTimersByTimeAsync(199)
  short.lift()
  await held
  expect(voice.state.current.status).toBe('hint')
  await vi.advanceTimersByTimeAsync(2999)
  expect(voice.state.current.status).toBe('hint')
  await vi.advanceTimersByTimeAsync(1)
  expect([voice.state.current.status, asked]).toEqual(['rest', []])
})
