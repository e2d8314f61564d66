import { describe, expect, it } from 'vitest'
import { addressKey, holdMilliseconds } from './login-limits.ts'

describe('holdMilliseconds', () => {
  it('grows after twenty failures and never exceeds two seconds', () => {
    expect([0, 20, 21, 24].map(holdMilliseconds)).toEqual([0, 0, 250, 1000])
    expect(holdMilliseconds(100_000)).toBe(2000)
  })
})

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
