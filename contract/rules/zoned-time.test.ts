import { expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  daysOf,
  isTimeZone,
  minutesOf,
  momentOf,
  usableTimeZone,
  wallTime,
  weekdayOf,
} from './zoned-time.ts'

const at = (text: string) => Date.parse(text)

it('reads the clock of a time zone', () => {
  expect(wallTime(at('2026-11-22T23:59:59Z'), 'Asia/Shanghai')).toEqual({ date: '2026-11-23', minutes: 7 * 60 + 59 })
  expect(wallTime(at('2026-11-23T05:00:00Z'), 'America/New_York')).toEqual({ date: '2026-11-23', minutes: 0 })
  expect(wallTime(at('2026-11-23T18:20:00Z'), 'Asia/Kathmandu')).toEqual({ date: '2026-11-24', minutes: 5 })
})

it.each([
  ['Asia/Shanghai', '2026-11-23T16:00:00Z', '2026-11-24'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['America/Anchorage', '2028-02-29T09:00:00Z', '2028-02-29'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  ['Australia/Lord_Howe', '2026-10-04T13:00:00Z', '2026-10-05'],
])('begins a day in %s with the first millisecond after its last second', (zone, midnight, date) => {
  expect(wallTime(at(midnight) - 1, zone)).toEqual({ date: addDays(date, -1), minutes: 24 * 60 - 1 })
  expect(wallTime(at(midnight), zone)).toEqual({ date, minutes: 0 })
  expect(momentOf({ date, minutes: 0 }, zone)).toBe(at(midnight))
})

it.each([
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/Anchorage',
  'Asia/Kathmandu',
  'UTC',
])('finds the moment of a clock in %s again, also on the days on which it changes', (zone) => {
  for (const date of [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
    '2026-12-31',
    '2028-02-29',
  ])
    for (const minutes of [0, 59, 8 * 60, 23 * 60 + 59])
      expect(wallTime(momentOf({ date, minutes }, zone), zone)).toEqual({ date, minutes })
})

it('takes the first of a time that comes twice, and moves one that is left out', () => {
  expect(momentOf({ date: '2026-10-25', minutes: 150 }, 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
  expect(momentOf({ date: '2026-03-29', minutes: 150 }, 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'))
  // By half an hour: 01:45 twice, and 02:15 not at all.
  expect(momentOf({ date: '2026-04-05', minutes: 105 }, 'Australia/Lord_Howe')).toBe(at('2026-04-04T14:45:00Z'))
  expect(momentOf({ date: '2026-10-04', minutes: 135 }, 'Australia/Lord_Howe')).toBe(at('2026-10-03T15:45:00Z'))
})

it('goes on to the next day after midnight', () => {
  expect(momentOf({ date: '2026-11-23', minutes: 25 * 60 }, 'Asia/Shanghai')).toBe(at('2026-11-23T17:00:00Z'))
})

it('knows what is a time zone', () => {
  expect(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', '+08:00', '河畔', "UTC'; select 1"].some(isTimeZone)).toBe(false)
})

it('counts days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([1, 7])
  expect(daysOf('2027-02')).toHaveLength(28)
  expect(daysOf('2026-12').at(-1)).toBe('2026-12-31')
  expect(minutesOf('07:45')).toBe(465)
})

it('counts months to the same day, or to the last one of a shorter month', () => {
  expect(addMonths('2026-11-23', 2)).toBe('2027-01-23')
  expect(addMonths('2027-05-31', -3)).toBe('2027-02-28')
  expect(addMonths('2028-05-31', -3)).toBe('2028-02-29')
  expect(addMonths('2028-02-29', -12)).toBe('2027-02-28')
  expect(addMonths('2027-01-31', -1)).toBe('2026-12-31')
})

it('takes the engine’s own zone for one that it does not know', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(usableTimeZone('Pacific/Kiritimati')).toBe('Pacific/Kiritimati')
  expect([usableTimeZone('Europe/Newly_Named'), usableTimeZone(undefined)]).toEqual([timeZone, timeZone])
})
