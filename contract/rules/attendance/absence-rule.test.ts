import { describe, expect, it } from 'vitest'
import { absenceProblem, hoursLeft } from './absence-rule.ts'

describe('absenceProblem', () => {
  const TODAY = '2026-11-24'
  const problem = (firstDate: string, lastDate = firstDate, from: string | null = null, until: string | null = null) =>
    absenceProblem({ firstDate, lastDate, from, until }, TODAY)

  it.each([
    ['2026-11-17', '2026-11-17', null],
    ['2026-11-16', '2026-11-20', 'past'],
    ['2027-01-23', '2027-01-23', null],
    ['2027-01-20', '2027-01-24', 'ahead'],
    ['2026-11-24', '2026-12-23', null],
    ['2026-11-24', '2026-12-24', 'long'],
    ['2026-11-24', '2026-11-23', 'order'],
  ])('of %s to %s is %s', (first, last, expected) => {
    expect(problem(first, last)).toBe(expected)
  })

  it('takes times for a single day, in their order', () => {
    expect(problem(TODAY, TODAY, '08:00', '09:00')).toBeNull()
    expect(problem(TODAY, TODAY, null, '09:00')).toBeNull()
    expect(problem(TODAY, TODAY, '09:00', '09:00')).toBe('times')
    expect(problem(TODAY, '2026-11-25', '08:00')).toBe('times')
  })
})

it('takes the excused part from the hours', () => {
  const hours = { inBy: '08:00', outFrom: '16:30' }
  const left = (from: string | null, until: string | null) => hoursLeft(hours, { from, until })
  expect(left(null, null)).toBeNull()
  expect(left('08:00', '16:30')).toBeNull()
  expect(left('07:00', null)).toBeNull()
  expect(left(null, '10:00')).toEqual({ inBy: '10:00', outFrom: '16:30' })
  expect(left('14:00', null)).toEqual({ inBy: '08:00', outFrom: '14:00' })
  expect(left('10:00', '11:00')).toEqual(hours)
  // Before and after the hours.
  expect(left(null, '07:30')).toEqual(hours)
  expect(left('17:00', null)).toEqual(hours)
})
