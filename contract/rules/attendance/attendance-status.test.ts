import { describe, expect, it } from 'vitest'
import type { AttendanceTimes } from './attendance-rule.ts'
import { dayOf, judgeDay, type DayFacts, type Passage } from './attendance-status.ts'
import { minutesOf, momentOf } from '../zoned-time.ts'

const ZONE = 'Asia/Shanghai'
/** A Monday. */
const DATE = '2026-11-23'
const TIMES: AttendanceTimes = {
  weekdays: [1, 2, 3, 4, 5],
  inBy: '08:00',
  inTolerance: 5,
  outFrom: '17:00',
  outTolerance: 10,
  dayStart: '04:00',
}

const clock = (time: string, date = DATE, zone = ZONE) => momentOf({ date, minutes: minutesOf(time) }, zone)
const come = (time: string, date?: string): Passage => ({ at: clock(time, date), direction: 'in' })
const go = (time: string, date?: string): Passage => ({ at: clock(time, date), direction: 'out' })

function judge(passages: readonly Passage[], more: Partial<DayFacts> = {}) {
  const now = clock('12:00', '2026-11-25')
  return judgeDay({
    date: DATE,
    times: TIMES,
    marked: undefined,
    passages,
    excuse: null,
    now,
    timeZone: ZONE,
    ...more,
  })
}

describe('a day that is over', () => {
  it.each<[string, Passage[], object]>([
    ['on time', [come('07:50'), go('17:20')], { status: 'on_time', lateMinutes: 0, earlyMinutes: 0, due: true }],
    ['on time to the last minute of both tolerances', [come('08:05'), go('16:50')], { status: 'on_time' }],
    ['late a minute after', [come('08:06'), go('17:00')], { status: 'late', lateMinutes: 6 }],
    ['early a minute before', [come('08:00'), go('16:49')], { status: 'early', earlyMinutes: 11 }],
    ['late and early', [come('09:00'), go('15:00')], { status: 'late_early', lateMinutes: 60, earlyMinutes: 120 }],
    ['without going', [come('07:59')], { status: 'missing_out', lastOut: null }],
    ['late without going', [come('08:30')], { status: 'missing_out', lateMinutes: 30 }],
    ['without coming', [go('17:01')], { status: 'missing_in', firstIn: null }],
    ['without either', [], { status: 'absent', overdue: false }],
    [
      'by the first coming and the last going',
      [go('17:05'), come('13:00'), come('07:55'), go('12:00')],
      { status: 'on_time' },
    ],
    [
      'of somebody who came back and did not go again',
      [come('08:00'), go('12:00'), come('13:00')],
      { status: 'missing_out' },
    ],
    ['with a going before the first coming', [go('07:00'), come('07:30')], { status: 'missing_out', lastOut: null }],
  ])('is judged: %s', (_, passages, expected) => {
    expect(judge(passages)).toMatchObject(expected)
  })

  it('counts seconds within a minute for nobody’s lateness', () => {
    expect(judge([{ at: clock('08:05') + 59_999, direction: 'in' }, go('17:00')])).toMatchObject({ status: 'on_time' })
  })
})

describe('the calendar', () => {
  it('frees holidays and weekends, and asks for make-up workdays', () => {
    expect(judge([], { marked: 'holiday' })).toMatchObject({ status: 'off', due: false })
    const sunday = { date: '2026-11-22' }
    expect(judge([come('08:00', '2026-11-22')], sunday)).toMatchObject({ status: 'off', due: false })
    expect(judge([], { ...sunday, marked: 'workday' })).toMatchObject({ status: 'absent', due: true })
  })

  it('asks nobody for anything without a rule', () => {
    expect(judge([come('10:00')], { times: null })).toMatchObject({
      status: 'off',
      due: false,
      firstIn: clock('10:00'),
    })
    expect(judge([], { times: null, marked: 'workday' })).toMatchObject({ status: 'off', due: false })
  })
})

describe('today', () => {
  it('is pending until somebody has come late, or has gone', () => {
    expect(judge([], { now: clock('07:00') })).toMatchObject({ status: 'pending', overdue: false })
    expect(judge([], { now: clock('08:05') })).toMatchObject({ status: 'pending', overdue: false })
    expect(judge([], { now: clock('08:06') })).toMatchObject({ status: 'pending', overdue: true })
    expect(judge([come('07:50')], { now: clock('10:00') })).toMatchObject({ status: 'pending', overdue: false })
    expect(judge([come('08:20')], { now: clock('10:00') })).toMatchObject({ status: 'late', lateMinutes: 20 })
    expect(judge([come('07:50'), go('17:10')], { now: clock('18:00') })).toMatchObject({ status: 'on_time' })
    expect(judge([go('07:10')], { now: clock('07:30') })).toMatchObject({ status: 'pending', overdue: false })
    expect(judge([go('11:30')], { now: clock('12:00') })).toMatchObject({ status: 'pending', overdue: true })
  })

  it('lasts until the next day starts, past midnight', () => {
    expect(judge([come('07:50')], { now: clock('03:59', '2026-11-24') })).toMatchObject({ status: 'pending' })
    expect(judge([come('07:50')], { now: clock('04:00', '2026-11-24') })).toMatchObject({ status: 'missing_out' })
  })
})

it('says nothing about the future', () => {
  expect(judge([], { now: clock('12:00', '2026-11-22') })).toMatchObject({ status: null, due: true })
})

describe('a night', () => {
  it('belongs to the day before, until the day starts', () => {
    expect(dayOf(clock('03:59', '2026-11-24'), ZONE)).toBe(DATE)
    expect(dayOf(clock('04:00', '2026-11-24'), ZONE)).toBe('2026-11-24')
    expect(dayOf(clock('00:30', '2026-11-24'), ZONE, '00:00')).toBe('2026-11-24')
  })

  it('that ends after midnight is not early', () => {
    const times = { ...TIMES, inBy: '14:00', outFrom: '22:30' }
    expect(judge([come('13:55'), go('00:40', '2026-11-24')], { times })).toMatchObject({ status: 'on_time' })
  })
})

it('judges by the clock of the unit’s time zone, also on the day on which it changes', () => {
  const timeZone = 'America/New_York'
  const date = '2026-03-08'
  const passages: Passage[] = [
    { at: Date.parse('2026-03-08T12:04:00Z'), direction: 'in' },
    { at: Date.parse('2026-03-08T21:00:00Z'), direction: 'out' },
  ]
  const more = { date, timeZone, marked: 'workday' as const, now: Date.parse('2026-03-10T12:00:00Z') }
  expect(judge(passages, more)).toMatchObject({ status: 'on_time' })
  expect(judge(passages, { ...more, timeZone: 'Europe/London' })).toMatchObject({ status: 'late', lateMinutes: 244 })
})

describe('a notice of absence', () => {
  const accepted = (from: string | null = null, until: string | null = null) => ({
    excuse: { accepted: true, from, until },
  })
  const open = (from: string | null = null, until: string | null = null) => ({
    excuse: { accepted: false, from, until },
  })

  it('excuses a pupil who did not come, once it is accepted', () => {
    expect(judge([], accepted())).toMatchObject({ status: 'excused', due: true, overdue: false })
    expect(judge([], open())).toMatchObject({ status: 'absent' })
    // All of the hours are the whole day.
    expect(judge([], accepted('07:30', '17:00'))).toMatchObject({ status: 'excused' })
  })

  it('changes nothing for a pupil who came nevertheless', () => {
    expect(judge([come('08:20'), go('17:00')], accepted())).toMatchObject({ status: 'late', lateMinutes: 20 })
    expect(judge([come('07:55'), go('17:00')], accepted())).toMatchObject({ status: 'on_time' })
    expect(judge([come('07:55')], accepted())).toMatchObject({ status: 'missing_out' })
  })

  it('shortens the hours by its start or end', () => {
    expect(judge([come('10:04'), go('17:00')], accepted(null, '10:00'))).toMatchObject({ status: 'on_time' })
    expect(judge([come('10:20'), go('17:00')], accepted(null, '10:00'))).toMatchObject({
      status: 'late',
      lateMinutes: 20,
    })
    expect(judge([come('07:55'), go('14:00')], accepted('14:00'))).toMatchObject({ status: 'on_time' })
    expect(judge([come('07:55'), go('13:00')], accepted('14:00'))).toMatchObject({ status: 'early', earlyMinutes: 60 })
    expect(judge([], accepted(null, '10:00'))).toMatchObject({ status: 'absent' })
    // One in the middle is neither.
    expect(judge([come('08:20'), go('17:00')], accepted('10:00', '11:00'))).toMatchObject({ lateMinutes: 20 })
    expect(judge([come('09:50'), go('17:00')], open(null, '10:00'))).toMatchObject({ status: 'late' })
  })

  it('keeps a pupil from being overdue, also while it waits', () => {
    const at = (time: string) => ({ now: clock(time) })
    expect(judge([], { ...open(), ...at('09:00') })).toMatchObject({ status: 'pending', overdue: false })
    expect(judge([], { ...open(null, '10:00'), ...at('10:05') })).toMatchObject({ overdue: false })
    expect(judge([], { ...open(null, '10:00'), ...at('10:06') })).toMatchObject({ overdue: true })
    expect(judge([], { ...open('14:00'), ...at('08:06') })).toMatchObject({ overdue: true })
    expect(judge([], { ...accepted(), ...at('07:00') })).toMatchObject({ status: 'excused' })
  })

  it('says nothing of free days and of days to come', () => {
    expect(judge([], { ...accepted(), marked: 'holiday' })).toMatchObject({ status: 'off' })
    expect(judge([], { ...accepted(), now: clock('12:00', '2026-11-22') })).toMatchObject({ status: null })
  })
})
