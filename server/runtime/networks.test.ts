import { expect, test } from 'vitest'
import { createNetworks } from './networks.ts'

test.each([
  ['10.0.0.2', true],
  ['::ffff:10.0.0.2', true],
  ['10.0.0.3', false],
  ['192.168.7.9', true],
  ['fd00::1', true],
  ['fe80::1', false],
  ['school.example', false],
  ['', false],
])('%s is in the networks: %s', (address, expected) => {
  expect(createNetworks(['10.0.0.2', '192.168.0.0/16', 'fd00::/8'])(address)).toBe(expected)
})
