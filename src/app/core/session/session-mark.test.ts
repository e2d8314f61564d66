import { expect, it } from 'vitest'
import { hasSessionMark } from './session-mark.ts'

it('knows the mark among other cookies, and nothing that only looks like it', () => {
  expect(hasSessionMark('2', 'a=b; portal_signed_in=1; c=d')).toBe(true)
  for (const cookies of ['', 'portal_signed_in=', 'portal_signed_in=10', 'x_portal_signed_in=1'])
    expect(hasSessionMark('2', cookies)).toBe(false)
})

it('tells an operator’s session from that of a school in the same browser', () => {
  expect(hasSessionMark('0', 'portal_signed_in=1')).toBe(false)
  expect(hasSessionMark('2', 'portal_signed_in_operator=1')).toBe(false)
  expect(hasSessionMark('0', 'portal_signed_in=1; portal_signed_in_operator=1')).toBe(true)
})
