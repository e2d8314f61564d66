import { describe, expect, it } from 'vitest'
import { proposedDirection, type ScheduledTimes, type StationSchedule } from './proposed-direction.ts'
import { addDays, minutesOf, momentOf } from '../zoned-time.ts'

const ZONE = 'Asia/Shanghai'
/** A Monday. */
const DATE = '2026-11-23'
const PUPILS: ScheduledTimes = {
  from: '2026-09-01',
  until: null,
  weekdays: [1, 2, 3, 4, 5],
  inBy: '08:00',
  outFrom: '16:30',
  dayStart: '04:00',
}
const SCHOOL: StationSchedule = { timeZone: ZONE, times: [PUPILS], markedDays: [] }

/** The proposal when a clock in the schedule's zone shows `time` (HH:MM or HH:MM:SS). */
function proposal(time: string, schedule = SCHOOL, date = DATE) {
  const minute = momentOf({ date, minutes: minutesOf(time.slice(0, 5)) }, schedule.timeZone)
  return proposedDirection(minute + Number(time.slice(6)) * 1000, schedule)
}

describe('a station proposes', () => {
  it('to come until the middle between the times to come and to go, and then to go until the next day starts', () => {
    for (const time of ['04:00', '07:59', '08:30', '12:14:59']) expect(proposal(time)).toBe('in')
    for (const time of ['12:15', '16:30', '23:59:59']) expect(proposal(time)).toBe('out')
    expect(proposal('00:00', SCHOOL, addDays(DATE, 1))).toBe('out')
    expect(proposal('03:59:59', SCHOOL, addDays(DATE, 1))).toBe('out')
    expect(proposal('04:00', SCHOOL, addDays(DATE, 1))).toBe('in')
  })

  it('what most people do: the nearest time of all groups counts', () => {
    const shifts = {
      ...SCHOOL,
      times: [
        { ...PUPILS, inBy: '08:00', outFrom: '12:00' },
        { ...PUPILS, inBy: '13:00', outFrom: '18:00' },
      ],
    }
    const times = ['09:59', '10:00', '12:29', '12:30', '15:29', '15:30']
    expect(times.map((time) => proposal(time, shifts))).toEqual(['in', 'out', 'out', 'in', 'in', 'out'])
    const evening = { ...SCHOOL, times: [{ ...PUPILS, inBy: '14:00', outFrom: '22:30', dayStart: '06:00' }] }
    const tuesday = addDays(DATE, 1)
    const nightTimes = ['05:59', '06:00', '18:14', '18:15']
    expect(nightTimes.map((time) => proposal(time, evening, tuesday))).toEqual(['out', 'in', 'in', 'out'])
  })

  it('until noon to come where no rule says otherwise', () => {
    for (const timeZone of [ZONE, 'America/Anchorage', 'Pacific/Kiritimati', 'UTC']) {
      const empty = { timeZone, times: [], markedDays: [] }
      const times = ['03:59', '04:00', '11:59:59', '12:00', '23:59:59', '00:00']
      expect(times.map((time) => proposal(time, empty))).toEqual(['out', 'in', 'in', 'out', 'out', 'out'])
    }
  })

  it('until noon to come on days on which nobody has to come', () => {
    const holiday = { ...SCHOOL, markedDays: [{ date: DATE, kind: 'holiday' as const }] }
    expect(['11:59', '12:00'].map((time) => proposal(time, holiday))).toEqual(['in', 'out'])
    const sunday = addDays(DATE, -1)
    expect(['11:59', '12:00'].map((time) => proposal(time, SCHOOL, sunday))).toEqual(['in', 'out'])
    const workday = { ...SCHOOL, markedDays: [{ date: sunday, kind: 'workday' as const }] }
    expect(['12:14', '12:15'].map((time) => proposal(time, workday, sunday))).toEqual(['in', 'out'])
  })

  it('by the version of the rule that is in force on the day', () => {
    const next = addDays(DATE, 1)
    const later = { ...PUPILS, from: next, inBy: '09:00', outFrom: '17:30' }
    const changed = { ...SCHOOL, times: [{ ...PUPILS, until: next }, later] }
    expect(proposal('12:30', changed)).toBe('out')
    expect(proposal('12:30', changed, next)).toBe('in')
    // The night belongs to the day before and its version.
    expect(proposal('03:59', changed, next)).toBe('out')
    expect(proposal('12:10', { ...SCHOOL, times: [later] })).toBe('out')
  })

  it('the same at the same moment wherever the device is, and by the clock of the school’s zone', () => {
    const noonInShanghai = Date.parse('2026-11-23T04:00:00Z')
    const at = (timeZone: string) => proposedDirection(noonInShanghai, { ...SCHOOL, timeZone })
    expect(at('Asia/Shanghai')).toBe('in')
    // 18:00 on Monday, and 23:00 on Sunday.
    expect(at('Pacific/Kiritimati')).toBe('out')
    expect(at('America/New_York')).toBe('out')
  })

  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-10-25'],
    ['America/New_York', '2026-03-08', '2026-11-01'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ])('by the clock in %s on the days on which it changes', (timeZone, spring, autumn) => {
    const everyDay = {
      ...SCHOOL,
      timeZone,
      times: [{ ...PUPILS, from: '2026-01-01', weekdays: [1, 2, 3, 4, 5, 6, 7] }],
    }
    for (const date of [spring, autumn]) {
      const times = ['03:59', '04:00', '12:14:59', '12:15']
      expect(times.map((time) => proposal(time, everyDay, date))).toEqual(['out', 'in', 'in', 'out'])
    }
  })
})
