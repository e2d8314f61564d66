import { describe, expect, it } from 'vitest'
import { retryDelay } from './retry.ts'

function failure(status: number, retryAfter?: number, code = status === 0 ? 'network.failed' : 'x') {
  return { code, status, retryAfter }
}

describe('retryDelay', () => {
  it.each([0, 408, 429, 500, 502, 503, 504])('tries again after status %i', (status) => {
    expect(retryDelay(failure(status), 1, 0)).toBeGreaterThan(0)
  })

  it.each([400, 401, 403, 404, 409, 413, 415, 422, 501, 505, 507])('never repeats after status %i', (status) => {
    expect(retryDelay(failure(status), 1, 0)).toBeUndefined()
  })

  it('never repeats what the client found about its own file', () => {
    expect(retryDelay(failure(0, undefined, 'storage.file_unreadable'), 1, 0)).toBeUndefined()
  })

  const delaysOf = (status: number) => Array.from({ length: 10 }, (_, at) => retryDelay(failure(status), at + 1, 1))
  const rising = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]

  it('doubles up to half a minute and then gives up on a server that fails', () => {
    expect(delaysOf(500)).toEqual([...rising, undefined, undefined])
  })

  it('asks again, and not for ever, where the answer was none', () => {
    const delays = Array.from({ length: 9 }, (_, at) => retryDelay(failure(0, undefined, 'network.answer'), at + 1, 1))
    expect(delays).toEqual([...rising, undefined])
  })

  it('asks six times in all where the request came by half', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((attempts) =>
      retryDelay(failure(400, undefined, 'request.invalid'), attempts, 1),
    )
    expect(delays).toEqual([...rising.slice(0, 5), undefined])
    expect(retryDelay(failure(418, undefined, 'request.invalid'), 1, 1)).toBeUndefined()
  })

  it.each([0, 502, 503, 504])('never gives up on one that is away (status %i)', (status) => {
    expect(delaysOf(status)).toEqual([...rising, 30_000, 30_000])
  })

  it('spreads clients over half of the time', () => {
    expect(retryDelay(failure(503), 3, 0)).toBe(1000)
    expect(retryDelay(failure(503), 3, 1)).toBe(2000)
  })

  it('obeys Retry-After and never comes back before', () => {
    expect(retryDelay(failure(429, 7000), 1, 0)).toBe(7000)
    expect(retryDelay(failure(503, 7000), 5, 1)).toBe(7500)
    expect(retryDelay(failure(429, 3_600_000), 1, 0)).toBeUndefined()
  })
})
