import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  it('accepts the password that was hashed and no other', async () => {
    const passwords = createPasswords()
    const stored = await passwords.hash('Campus2026')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify(stored, 'Campus2026')).toBe(true)
    expect(await passwords.verify(stored, 'campus2026')).toBe(false)
  })

  it('ignores spaces around a password, as the login form does', async () => {
    const passwords = createPasswords()
    expect(await passwords.verify(await passwords.hash('Campus2026'), ' Campus2026 ')).toBe(true)
  })

  it('is false without a stored hash', async () => {
    expect(await createPasswords().verify(undefined, 'Campus2026')).toBe(false)
  })

  it('refuses when too many wait, and works again afterwards', async () => {
    const passwords = createPasswords({ concurrency: 1, queueLength: 1 })
    const first = passwords.hash('one-password')
    const second = passwords.hash('two-password')
    await expect(passwords.hash('three-password')).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 2 })
    await Promise.all([first, second])
    expect(await passwords.hash('four-password')).toMatch(/^\$argon2id/)
  })

  it('passes its place on when the work fails', async () => {
    const passwords = createPasswords({ concurrency: 1, queueLength: 4 })
    await expect(passwords.verify('not a hash', 'x')).rejects.toThrow('Decoding failed')
    expect(await passwords.hash('a-password')).toMatch(/^\$argon2id/)
  })
})
