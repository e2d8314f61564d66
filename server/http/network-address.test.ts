import { describe, expect, it } from 'vitest'
import { addressKey, plainAddress } from './network-address.ts'

describe('addressKey', () => {
  it('takes an IPv4 address as it is, mapped or not', () => {
    expect(addressKey('192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
  })

  it('takes the 64-bit network of an IPv6 address, however it is written', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:0DB8:1:2::6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:db8::6')).toBe('2001:db8:0:0')
    expect(addressKey('::1')).toBe('0:0:0:0')
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0')
  })
})

describe('plainAddress', () => {
  it('is what PostgreSQL takes, and null for what is no address', () => {
    expect(plainAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
    expect(plainAddress('unknown')).toBeNull()
  })
})
