import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRange, readStart } from './read-ranges.ts'

const fetched = vi.fn<typeof fetch>()
const never = new AbortController().signal
const range = { begin: 10, end: 14, etag: '"a"' }

/** The headers of a call, by its number. */
const headersOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  // Node has no events of the network.
  vi.stubGlobal('addEventListener', vi.fn())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

describe('readStart', () => {
  it('has the length of the whole file and its version', async () => {
    fetched.mockResolvedValueOnce(
      new Response('abcd', { status: 206, headers: { 'content-range': 'bytes 0-3/900', etag: '"a"' } }),
    )
    expect(await readStart('/f', never)).toEqual({ bytes: new TextEncoder().encode('abcd'), total: 900, etag: '"a"' })
  })

  it('takes the whole file where the server knows no ranges', async () => {
    fetched.mockResolvedValueOnce(new Response('abcd'))
    expect(await readStart('/f', never)).toMatchObject({ total: 4, etag: null })
  })

  it('finds an empty file', async () => {
    fetched.mockResolvedValueOnce(new Response('', { status: 416 }))
    expect(await readStart('/f', never)).toMatchObject({ total: 0 })
  })

  it('throws on what is no file', async () => {
    fetched.mockResolvedValueOnce(new Response('{}', { status: 404 }))
    await expect(readStart('/f', never)).rejects.toThrow('404')
  })
})

describe('readRange', () => {
  it('asks for the bytes of one version', async () => {
    fetched.mockResolvedValueOnce(new Response('abcd', { status: 206 }))
    expect(await readRange('/f', range, never)).toEqual(new TextEncoder().encode('abcd'))
    expect(Object.fromEntries(headersOf(0))).toEqual({ range: 'bytes=10-13', 'if-range': '"a"' })
  })

  it('tries again without a connection and when the server has too much to do', async () => {
    fetched
      .mockRejectedValueOnce(new TypeError('no network'))
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockResolvedValueOnce(new Response('', { status: 429 }))
      .mockResolvedValueOnce(new Response('abcd', { status: 206 }))
    const read = readRange('/f', range, never)
    await vi.runAllTimersAsync()
    expect(await read).toHaveLength(4)
    expect(fetched).toHaveBeenCalledTimes(4)
  })

  it.each([200, 404, 401])('gives up at %i: gone, or other bytes by now', async (status) => {
    fetched.mockResolvedValueOnce(new Response('', { status }))
    await expect(readRange('/f', range, never)).rejects.toThrow(String(status))
  })

  it('ends while it waits for the next attempt', async () => {
    const ending = new AbortController()
    fetched.mockRejectedValue(new TypeError('no network'))
    const read = readRange('/f', range, ending.signal)
    const ended = read.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(500)
    ending.abort()
    expect(await ended).toMatchObject({ name: 'AbortError' })
    expect(fetched).toHaveBeenCalledOnce()
  })
})
