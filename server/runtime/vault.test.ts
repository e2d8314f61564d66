import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault, readVaultKey } from './vault.ts'

describe('createVault', () => {
  const vault = createVault(randomBytes(32))

  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealed = vault.seal('密码 secret', 'mail 1')
    expect(vault.open(sealed, 'mail 1')).toBe('密码 secret')
    expect(vault.seal('密码 secret', 'mail 1').equals(sealed)).toBe(false)
    expect(sealed.toString('latin1')).not.toContain('secret')
  })

  it('seals bytes the same way: they open as they were, and at their place alone', () => {
    const bytes = randomBytes(512)
    const sealed = vault.sealBytes(bytes, 'face 1')
    expect(vault.openBytes(sealed, 'face 1').equals(bytes)).toBe(true)
    expect(() => vault.openBytes(sealed, 'face 2')).toThrow()
    expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
  })

  it('marks a text the same each time, and differently at each place and with each key', () => {
    const mark = vault.mark('20261234', 'card 1')
    expect(mark).toHaveLength(32)
    expect(vault.mark('20261234', 'card 1').equals(mark)).toBe(true)
    const others = [vault.mark('20261235', 'card 1'), vault.mark('20261234', 'card 2')]
    const elsewhere = createVault(randomBytes(32)).mark('20261234', 'card 1')
    expect([...others, elsewhere].some((other) => other.equals(mark))).toBe(false)
  })

  it('does not open it at another place, changed, or with another key', () => {
    const sealed = vault.seal('secret', 'mail 1')
    expect(() => vault.open(sealed, 'mail 2')).toThrow()
    expect(() => createVault(randomBytes(32)).open(sealed, 'mail 1')).toThrow()
    sealed[14]! ^= 1
    expect(() => vault.open(sealed, 'mail 1')).toThrow()
  })
})

describe('readVaultKey', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-vault-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('makes a key once, readable by its owner alone, whoever comes first', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => readVaultKey(folder, undefined)))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    const file = join(folder, 'secret.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64').equals(keys[0]!)).toBe(true)
  })

  it('takes the key of the environment, and then makes no file', async () => {
    const key = await readVaultKey(folder, 'a long secret of the district, shared by all')
    expect(key).toHaveLength(32)
    expect(await readVaultKey('/nowhere', 'a long secret of the district, shared by all')).toEqual(key)
  })

  it('refuses a damaged key with a sentence', async () => {
    await writeFile(join(folder, 'secret.key'), 'short')
    await expect(readVaultKey(folder, undefined)).rejects.toThrow(/is damaged/)
  })
})
