import { expect, it } from 'vitest'
import { hasSessionMark } from './session-mark.ts'

it('knows the mark among other cookies, and nothing that only looks like it', () => {
  expect(hasSessionMark('a=b; portal_signed_in=1; c=d')).toBe(true)
  for (const cookies of ['', 'portal_signed_in=', 'portal_signed_in=10', 'x_portal_signed_in=1'])
    expect(hasSessionMark(cookies)).toBe(false)
})
