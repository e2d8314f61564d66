import { describe, expect, it } from 'vitest'
import { freshDemandOf, freshParameters, provedAt } from './fresh-sign-in.ts'

describe('what a third party demands of a sign-in', () => {
  it.each([
    ['/authorize?client_id=a&prompt=login', 0],
    ['/authorize?client_id=a&prompt=consent%20login&max_age=600#started=x', 0],
    ['/pages/uaa/authorize.html?max_age=600', 600],
    ['/authorize?max_age=0', 0],
    ['/authorize?prompt=consent', null],
    ['/authorize?max_age=soon', null],
    ['/pages/base/pc_desktop_all/index.html?prompt=login', null],
    ['/', null],
    [null, null],
  ])('of %s is %s', (returnTo, maxAge) => {
    expect(freshDemandOf(returnTo)).toEqual(maxAge === null ? null : { maxAge })
  })

  it('is passed on in the words that the provider knows', () => {
    expect(freshParameters(null, undefined)).toEqual({})
    expect(freshParameters({ maxAge: 600 }, undefined)).toEqual({ max_age: '600' })
    expect(freshParameters({ maxAge: 0 }, undefined)).toEqual({ max_age: '0', prompt: 'login' })
    expect(freshParameters({ maxAge: 0 }, ['none', 'login'])).toEqual({ max_age: '0', prompt: 'login' })
    expect(freshParameters({ maxAge: 0 }, ['none', 'consent'])).toEqual({ max_age: '0' })
  })
})

describe('when the person proved who they are', () => {
  const now = new Date('2026-11-30T08:00:00Z')
  const times = { begunAt: new Date('2026-11-30T07:59:00Z'), now }
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const told = (seconds: number) => ({ at: before(seconds), isAnnounced: true })
  const refused = expect.objectContaining({ code: 'sso.not_fresh' })

  it('is what the provider says, but never later than now; unknown where nothing was demanded and nothing is said', () => {
    expect(provedAt(null, told(7200), times)).toEqual(before(7200))
    expect(provedAt(null, told(-20), times)).toEqual(now)
    expect(provedAt(null, { at: null, isAnnounced: true }, times)).toEqual(new Date(0))
  })

  it('is refused where it was before a demanded sign-in began', () => {
    expect(() => provedAt({ maxAge: 0 }, told(7200), times)).toThrow(refused)
    expect(() => provedAt({ maxAge: 0 }, told(91), times)).toThrow(refused)
    expect(provedAt({ maxAge: 0 }, told(30), times)).toEqual(before(30))
  })

  it('may be a little before by another clock, and then counts from the beginning', () => {
    expect(provedAt({ maxAge: 0 }, told(80), times)).toEqual(times.begunAt)
  })

  it('may be as old as the third party takes', () => {
    expect(provedAt({ maxAge: 600 }, told(500), times)).toEqual(before(500))
    expect(() => provedAt({ maxAge: 600 }, told(601), times)).toThrow(refused)
  })

  it('must be said by a provider that announces that it says it, and is now with others', () => {
    expect(() => provedAt({ maxAge: 0 }, { at: null, isAnnounced: true }, times)).toThrow(refused)
    expect(provedAt({ maxAge: 0 }, { at: null, isAnnounced: false }, times)).toBeNull()
  })
})
