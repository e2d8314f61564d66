import { describe, expect, it } from 'vitest'
import { createExpiringCache } from './expiring-cache.ts'

function counting() {
  let made = 0
  return { make: async () => ({ value: (made += 1), keep: 100 }) }
}

describe('what is kept', () => {
  it('is made once for all who ask meanwhile and afterwards, until its time is over', async () => {
    let clock = 0
    const kept = createExpiringCache<number>(2, () => clock)
    const { make } = counting()
    expect(await Promise.all([kept.get('a', make), kept.get('a', make)])).toEqual([1, 1])
    clock = 99
    expect(await kept.get('a', make)).toBe(1)
    clock = 100
    expect(await kept.get('a', make)).toBe(2)
  })

  it('gives way when there is more than the limit, the longest unused first', async () => {
    const kept = createExpiringCache<number>(2, () => 0)
    const { make } = counting()
    await kept.get('a', make)
    await kept.get('b', make)
    await kept.get('a', make)
    expect(await kept.get('c', make)).toBe(3)
    expect(await kept.get('a', make)).toBe(1)
    expect(await kept.get('b', make)).toBe(4)
  })

  it('is no failure, and nothing that was forgotten', async () => {
    const kept = createExpiringCache<number>(2)
    const { make } = counting()
    await expect(kept.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await kept.get('a', make)).toBe(1)
    kept.forget('a')
    expect(await kept.get('a', make)).toBe(2)
  })
})
