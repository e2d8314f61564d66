import { expect, it } from 'vitest'
import { isNetwork } from './network.ts'

it.each(['203.0.113.7', '203.0.113.0/24', '10.0.0.0/8', '2001:db8::', '::1', '2001:db8:12::/48', '1:2:3:4:5:6:7:8'])(
  '%s is a network',
  (typed) => expect(isNetwork(typed)).toBe(true),
)

it.each([
  '',
  'school',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '0.0.0.0/0',
  '10.0.0.0/7',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '::/0',
  '2001:db8::/31',
  '1::2::3',
  '1:2:3:4:5:6:7',
  ':::',
  '::ffff:10.0.0.1',
  'g::1',
])('%s is none', (typed) => expect(isNetwork(typed)).toBe(false))
