import { describe, expect, it } from 'vitest'
import { createSalt, createTokens, deriveSuccessors, hashToken, splitRefresh } from './session-tokens.ts'

describe('session tokens', () => {
  it('are 256 random bits each and never the same twice', () => {
    const first = createTokens()
    const second = createTokens()
    expect(Buffer.from(first.access, 'base64url')).toHaveLength(32)
    expect(Buffer.from(splitRefresh(first.refresh)?.secret ?? '', 'base64url')).toHaveLength(32)
    expect(first.access).not.toBe(second.access)
    expect(first.refresh).not.toBe(second.refresh)
  })

  it('gives two presenters of one refresh token the same successors', () => {
    const { refresh } = createTokens()
    const salt = createSalt()
    expect(deriveSuccessors(refresh, salt)).toEqual(deriveSuccessors(refresh, salt))
  })

  it('keeps the family through a rotation and changes everything else', () => {
    const { refresh } = createTokens()
    const next = deriveSuccessors(refresh, createSalt())
    expect(splitRefresh(next.refresh)?.family).toBe(splitRefresh(refresh)?.family)
    expect(splitRefresh(next.refresh)?.secret).not.toBe(splitRefresh(refresh)?.secret)
    expect(next.access).not.toBe(splitRefresh(next.refresh)?.secret)
  })

  it('derives other successors with another salt', () => {
    const { refresh } = createTokens()
    expect(deriveSuccessors(refresh, createSalt())).not.toEqual(deriveSuccessors(refresh, createSalt()))
  })

  it('recognises what cannot be a refresh token', () => {
    expect(splitRefresh('')).toBeUndefined()
    expect(splitRefresh('abc')).toBeUndefined()
    expect(splitRefresh(`${createTokens().refresh}x`)).toBeUndefined()
    expect(() => deriveSuccessors('abc', createSalt())).toThrow(TypeError)
  })

  it('hashes to 32 bytes', () => {
    expect(hashToken('a')).toHaveLength(32)
  })
})
