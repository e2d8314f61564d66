import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { readPhone } from './read-phone.ts'
import { showPhone, withShownPhone } from './show-phone.ts'

it.each([
  ['+447700900123', '+44 7700 900123'],
  ['+442079460958', '+44 20 7946 0958'],
  ['+85251234567', '+852 5123 4567'],
  ['+14155552671', '+1 415 555 2671'],
  ['+862162345678', '+86 21 6234 5678'],
  ['+8613800138000', '+86 138 0013 8000'],
  ['+390612345678', '+39 06 1234 5678'],
  ['+442079460958;ext=12', '+44 20 7946 0958 x12'],
  ['+14155552671;ext=5', '+1 415 555 2671 ext. 5'],
  ['+8613800138000;ext=5', '+86 138 0013 8000 ext. 5'],
])('%s is shown as %s', (phone, shown) => {
  expect(showPhone(phone)).toBe(shown)
})

it.each([
  '13800138000',
  '内线 8804',
  '021-62345678转801',
  '+44 20 7946 0958 ext. 12',
  '+442079460958;ext=',
  '+999123456789',
  '+1',
  '',
])('“%s” is shown as it is stored', (phone) => {
  expect(showPhone(phone)).toBe(phone)
})

it('what is shown is read as what is stored, in every country', () => {
  const changed = getCountries().flatMap((country) => {
    const stored = readPhone(getExampleNumber(country, examples)?.number ?? '')?.phone
    if (stored === undefined) return [`${country} has no example`]
    const withExtension = `${stored.replace(/^(?=1)/, '+86')};ext=12`
    return [stored, withExtension].flatMap((phone) =>
      (['CN', 'GB', 'US', 'HK'] as const)
        .filter((reading) => readPhone(showPhone(phone), reading)?.phone !== phone)
        .map((reading) => `${phone} in ${reading}`),
    )
  })
  expect(changed).toEqual([])
})

it('a row without a phone has none to be shown', () => {
  expect(withShownPhone({ phone: null })).toEqual({ phone: null, phoneShown: null })
})
