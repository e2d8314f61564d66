import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  authenticatorUri,
  createAuthenticatorSecret,
  createRecoveryCodes,
  findStep,
  readTypedCode,
} from './one-time-codes.ts'

/** The secret of RFC 6238's test values, as base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('the code of an authenticator', () => {
  it.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 37_037_036],
    [20_000_000_000_000, '353130', 666_666_666],
  ])('is the one of RFC 6238 at %d ms', (now, code, step) => {
    expect(findStep(RFC_SECRET, code, now)).toBe(step)
  })

  it.each([
    ['a step before', 30_000, 1],
    ['at the end of its step', 59_999, 1],
    ['a step after', 89_999, 1],
    ['two steps after', 90_000, null],
  ])('is known %s', (_, now, step) => {
    expect(findStep(RFC_SECRET, '287082', now)).toBe(step)
  })

  it('is not known two steps before', () => {
    expect(findStep(RFC_SECRET, '081804', 1_111_111_109_000 - 60_000)).toBe(null)
  })

  it('belongs to the secret that was scanned', () => {
    const secret = createAuthenticatorSecret()
    const uri = authenticatorUri(secret, { issuer: '河畔实验学校: A', label: 'admin' })
    expect(uri).toMatch(/^otpauth:\/\/totp\//)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(findStep(secret, new TOTP({ secret }).generate())).not.toBe(null)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(new URL(uri).searchParams.get('issuer')).toBe('河畔实验学校  A')
  })
})

describe('recovery codes', () => {
  it('are ten, all different, and fit into the field', () => {
    const codes = createRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-k][\da-z]{3}-[\da-z]{4}-[\da-z]{4}$/)
  })

  it('are read back to their slots, however they are typed', () => {
    for (const [slot, code] of createRecoveryCodes().entries()) {
      const plain = code.replaceAll('-', '')
      for (const typed of [code, plain, ` ${code.toUpperCase()} `, plain.replaceAll(/.{3}/g, '$& ')])
        expect(readTypedCode(typed)).toEqual({ kind: 'recovery', slot, code: plain })
    }
  })
})

describe('what somebody types', () => {
  it.each([
    ['123456', { kind: 'authenticator', code: '123456' }],
    ['123 456', { kind: 'authenticator', code: '123456' }],
    ['１２３４５６', { kind: 'authenticator', code: '123456' }],
    ['12345', { kind: 'neither' }],
    ['1234567', { kind: 'neither' }],
    ['', { kind: 'neither' }],
    ['zzzz-zzzz-zzzz', { kind: 'neither' }],
    ['azzz-zzzz-zzzu', { kind: 'neither' }],
    ['a', { kind: 'neither' }],
  ])('is told apart: %s', (typed, read) => {
    expect(readTypedCode(typed)).toEqual(read)
  })
})
