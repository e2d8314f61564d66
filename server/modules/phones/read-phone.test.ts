import { expect, it } from 'vitest'
import { countryOfZone, readPhone } from './read-phone.ts'

it.each([
  ['Asia/Shanghai', 'CN'],
  ['Asia/Urumqi', 'CN'],
  ['Europe/London', 'GB'],
  ['Asia/Hong_Kong', 'HK'],
  ['America/New_York', 'US'],
  ['America/Toronto', 'CA'],
  ['Asia/Kolkata', 'IN'],
  ['UTC', 'CN'],
])('numbers in the zone %s are those of %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country)
})

it.each([
  ['07700 900101', 'GB', '+447700900101'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['138 0013 8000', 'GB', '13800138000'],
  ['5123 4567', 'HK', '+85251234567'],
  ['2345 6789', 'HK', '+85223456789'],
  ['13800138000', 'HK', '13800138000'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['415.555.2671', 'US', '+14155552671'],
  ['1 415 555 2671', 'US', '+14155552671'],
  ['138 0013 8000', 'US', '13800138000'],
  ['13802345678', 'US', '13802345678'],
  ['+86 138 0013 8000', 'US', '13800138000'],
  ['+44 (0)7700 900123', 'US', '+447700900123'],
  ['07700 900101', 'CN', '+447700900101'],
  ['020 7946 0958 ext 12', 'GB', '+442079460958;ext=12'],
  ['020 7946 0958, ext. 12', 'GB', '+442079460958;ext=12'],
  ['020 7946 0958 (x12)', 'GB', '+442079460958;ext=12'],
  ['+44 20 7946 0958;ext=12', 'CN', '+442079460958;ext=12'],
  ['(415) 555-2671 #5', 'US', '+14155552671;ext=5'],
  ['138 0013 8000 ext 5', 'CN', '+8613800138000;ext=5'],
] as const)('“%s” in %s is %s', (cell, country, phone) => {
  expect(readPhone(cell, country)).toEqual({ phone, isNumber: true, more: [] })
})

it.each([
  ['5123 4567', 'CN'],
  ['021-62345678', 'GB'],
  ['021-62345678转801', 'CN'],
  ['021-62345678-801', 'CN'],
] as const)('“%s” in %s is kept as it is', (cell, country) => {
  expect(readPhone(cell, country)).toEqual({ phone: cell, isNumber: false, more: [] })
})

it('further numbers of a cell keep their extensions', () => {
  expect(readPhone('020 7946 0958 ext 12 / 020 7946 0959, ext 13', 'GB')).toEqual({
    phone: '+442079460958;ext=12',
    isNumber: true,
    more: ['+442079460959;ext=13'],
  })
})
