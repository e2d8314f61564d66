import { expect, it } from 'vitest'
import { addDays, daysOf, isTimeZone, minutesOf, momentOf, wallTime, weekdayOf } from './zoned-time.ts'

const at = (text: string) => Date.parse(text)

it('reads the clock of a time zone', () => {
  expect(wallTime(at('2026-11-22T23:59:59Z'), 'Asia/Shanghai')).toEqual({ date: '2026-11-23', minutes: 7 * 60 + 59 })
  expect(wallTime(at('2026-11-23T05:00:00Z'), 'America/New_York')).toEqual({ date: '2026-11-23', minutes: 0 })
  expect(wallTime(at('2026-11-23T18:20:00Z'), 'Asia/Kathmandu')).toEqual({ date: '2026-11-24', minutes: 5 })
})

it.each(['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'finds the moment of a clock in %s again, also on the days on which it changes',
  (zone) => {
    for (const date of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-12-31'])
      for (const minutes of [0, 59, 8 * 60, 23 * 60 + 59])
        expect(wallTime(momentOf({ date, minutes }, zone), zone)).toEqual({ date, minutes })
  },
)

it('takes the first of a time that comes twice, and moves one that is left out', () => {
  expect(momentOf({ date: '2026-10-25', minutes: 150 }, 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
  expect(momentOf({ date: '2026-03-29', minutes: 150 }, 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'))
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
