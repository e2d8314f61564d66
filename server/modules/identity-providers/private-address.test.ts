import { describe, expect, it } from 'vitest'
import { isLoopbackHost, isPrivateAddress } from './private-address.ts'

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    'not an address',
  ])('is true for %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('is false for %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

describe('isLoopbackHost', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('is true for %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  })

  it.each(['127.0.0.1.example.org', 'localhost.example.org', '10.0.0.1', ''])('is false for %s', (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  })
})
