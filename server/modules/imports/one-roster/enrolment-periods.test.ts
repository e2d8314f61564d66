import { describe, expect, it } from 'vitest'
import { compareByToday, type Period, spanOf, standingOf } from './enrolment-periods.ts'

const lastYear: Period = { from: '2025-09-01', to: '2026-09-01' }
const thisYear: Period = { from: '2026-09-01', to: '2027-09-01' }
const nextYear: Period = { from: '2027-09-01', to: '2028-09-01' }

const firstOn = (today: string, ...periods: Period[]) =>
  periods.toSorted((one, other) => compareByToday(one, other, today))[0]

describe('which of several enrolments counts', () => {
  it('is the current one, whatever the order in the file', () => {
    expect(firstOn('2026-11-29', lastYear, thisYear, nextYear)).toBe(thisYear)
    expect(firstOn('2026-11-29', nextYear, thisYear, lastYear)).toBe(thisYear)
  })

  it('is the next one in the holidays before a year, and the last one after all have ended', () => {
    expect(firstOn('2025-08-10', nextYear, lastYear, thisYear)).toBe(lastYear)
    expect(firstOn('2029-01-01', lastYear, nextYear, thisYear)).toBe(nextYear)
  })

  it('has an end that is the first day without it', () => {
    expect(standingOf(lastYear, '2026-08-31')).toBe('current')
    expect(standingOf(lastYear, '2026-09-01')).toBe('over')
    expect(standingOf(thisYear, '2026-08-31')).toBe('coming')
    expect(standingOf({}, '2026-08-31')).toBe('current')
  })

  it('began later, where two are current', () => {
    const moved = { from: '2026-11-01' }
    expect(firstOn('2026-11-29', thisYear, moved)).toBe(moved)
    expect(firstOn('2026-11-29', {}, thisYear)).toBe(thisYear)
  })

  it('spans the terms of its class', () => {
    expect(
      spanOf([
        { from: '2026-09-01', to: '2027-02-01' },
        { from: '2027-02-01', to: '2027-07-15' },
      ]),
    ).toEqual({
      from: '2026-09-01',
      to: '2027-07-15',
    })
    expect(spanOf([{ from: '2026-09-01' }, thisYear])).toEqual({ from: '2026-09-01', to: undefined })
    expect(spanOf([])).toEqual({ from: undefined, to: undefined })
  })
})
