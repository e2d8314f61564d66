import { expect, it } from 'vitest'
import { isInNetwork } from './in-network.ts'

it.each([
  ['203.0.113.7', '203.0.113.0/24', true],
  ['203.0.114.7', '203.0.113.0/24', false],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.8', '203.0.113.7', false],
  ['::ffff:203.0.113.7', '203.0.113.0/24', true],
  ['2001:db8:12::9', '2001:db8:12::/48', true],
  ['2001:db8:13::9', '2001:db8:12::/48', false],
  ['203.0.113.7', '2001:db8::/32', false],
  ['203.0.113.7', '203.0.113', false],
  ['nowhere', '203.0.113.0/24', false],
])('%s in %s: %s', (address, network, expected) => {
  expect(isInNetwork(address, network)).toBe(expected)
})
