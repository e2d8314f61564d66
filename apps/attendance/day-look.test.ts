import { describe, expect, it } from 'vitest'
import { countGroups, isIn, lookOf, toneOf, type ShownDay } from './day-look.ts'

const plain: ShownDay = { status: 'pending', due: true, firstIn: null, lastOut: null, overdue: false }

describe('lookOf', () => {
  it('shows what a day came to', () => {
    expect(lookOf({ ...plain, status: 'late_early' })).toBe('late_early')
    expect(lookOf({ ...plain, status: 'absent' })).toBe('absent')
  })

  it('tells today who is here, who is missing and who has still time', () => {
    expect(lookOf({ ...plain, firstIn: '2026-11-22T23:52:00Z' })).toBe('here')
    expect(lookOf({ ...plain, overdue: true })).toBe('overdue')
    expect(lookOf(plain)).toBe('expected')
  })

  it('says of a person who signed out only that there was no sign-in, once it was due', () => {
    const out = { ...plain, lastOut: '2026-11-22T03:30:00Z' }
    expect(lookOf({ ...out, overdue: true })).toBe('missing_in')
    expect(lookOf(out)).toBe('expected')
  })

  it('tells free days to come from those on which somebody has to be there', () => {
    expect(lookOf({ ...plain, status: null })).toBe('future')
    expect(lookOf({ ...plain, status: null, due: false })).toBe('off')
  })
})

it('counts who came late and left early in both groups, and warns of them', () => {
  expect([isIn('late', 'late_early'), isIn('early', 'late_early'), isIn('present', 'late_early')]).toEqual([
    true,
    true,
    false,
  ])
  expect(toneOf('late_early')).toBe('warning')
  expect(toneOf('absent')).toBe('danger')
})

it('counts who is missing, late, early and here', () => {
  expect(
    countGroups(['absent', 'overdue', 'late_early', 'late', 'here', 'on_time', 'missing_out', 'off', 'excused']),
  ).toEqual({
    missing: 2,
    excused: 1,
    late: 2,
    early: 1,
    incomplete: 1,
    present: 2,
    rest: 1,
  })
})
