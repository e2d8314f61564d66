import { expect, it } from 'vitest'
import { isPhone } from './phone.ts'

it.each(['13800138000', '19999999999', '10000000000', '+85291234567', '+8613800138000', '+442079460958;ext=12'])(
  'takes %s',
  (number) => {
    expect(isPhone(number)).toBe(true)
  },
)

it.each([
  '',
  '1380013800',
  '138001380000',
  '23800138000',
  '03800138000',
  '138 0013 8000',
  '138-0013-8000',
  '1380013800a',
  '１３８００１３８０００',
  '13800138000\n',
  '13800138000;ext=5',
  '+442079460958;ext=',
  '+442079460958 ext 12',
  ' 13800138000',
])('refuses %j', (number) => {
  expect(isPhone(number)).toBe(false)
})
