import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

it('gives back what was sealed, and shows nothing of it', async () => {
  const sealed = await seal('密码 Campus2026')
  expect(new TextDecoder().decode(sealed.data)).not.toContain('Campus2026')
  expect(await unseal(sealed)).toBe('密码 Campus2026')
})

it('keeps its key from being taken out', async () => {
  const { key } = await seal('x')
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

it('refuses what was changed', async () => {
  const sealed = await seal('x')
  const data = sealed.data.slice(0)
  new Uint8Array(data)[0]! ^= 1
  await expect(unseal({ ...sealed, data })).rejects.toThrow()
})
