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
    const passwords = createPasswords({ threads: 1, queueLength: 1 })
    // Two are the thread's, one waits.
    const hashed = ['one', 'two', 'three'].map((password) => passwords.hash(password))
    await expect(passwords.hash('four')).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 2 })
    await Promise.all(hashed)
    expect(await passwords.hash('five')).toMatch(/^\$argon2id/)
  })

  it('lets units take turns, and refuses only the one that has too many', async () => {
    const passwords = createPasswords({ threads: 1, queueLength: 2 })
    const order: string[] = []
    const hash = (unitId: string) => passwords.hash('a-password', unitId).then(() => order.push(unitId))
    const work = [hash('busy'), hash('busy'), hash('busy'), hash('busy'), hash('calm')]
    await expect(passwords.hash('a-password', 'busy')).rejects.toMatchObject({ code: 'server.unavailable' })
    await Promise.all(work)
    expect(order).toEqual(['busy', 'busy', 'busy', 'calm', 'busy'])
  })

  it('passes its place on when the work fails', async () => {
    const passwords = createPasswords({ threads: 1, queueLength: 4 })
    await expect(passwords.verify('not a hash', 'x')).rejects.toThrow('Decoding failed')
    expect(await passwords.hash('a-password')).toMatch(/^\$argon2id/)
  })

  it('leaves no unhandled rejection when it is closed before the hash for unknown users is made', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const passwords = createPasswords({ threads: 2 })
    const verified = passwords.verify('no hash', 'Campus2026')
    await Promise.all([expect(verified).rejects.toThrow(), passwords.close()])
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('rejects what is in work when it is closed', async () => {
    const passwords = createPasswords({ threads: 1 })
    const failure = passwords.hash('a-password').catch(String)
    await passwords.close()
    expect(await failure).toContain('closed')
  })
})
