import { describe, expect, it } from 'vitest'
import { createNetworks } from '../runtime/networks.ts'
import { seenByProxies } from './forwarded.ts'

const isTrusted = createNetworks(['10.0.0.0/8', 'fd00::/8'])
const see = (headers: Record<string, string>, remote = '10.0.0.2') => seenByProxies(headers, remote, isTrusted)

describe('what proxies say of a request', () => {
  it.each([
    ['one proxy', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }, ['203.0.113.7'], 'https'],
    ['capitals', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'HTTPS' }, ['203.0.113.7'], 'https'],
    [
      'two trusted proxies, of which the outer one ends TLS',
      { 'x-forwarded-for': '203.0.113.7, 10.0.0.1', 'x-forwarded-proto': 'https, http' },
      ['203.0.113.7', '10.0.0.1'],
      'https',
    ],
    [
      'two trusted proxies, of which the inner one passes the scheme on',
      { 'x-forwarded-for': '203.0.113.7,10.0.0.1', 'x-forwarded-proto': 'https' },
      ['203.0.113.7', '10.0.0.1'],
      'https',
    ],
    [
      'a visitor who wrote entries of their own',
      { 'x-forwarded-for': '192.0.2.66, 203.0.113.7', 'x-forwarded-proto': 'https, http' },
      ['203.0.113.7'],
      'http',
    ],
    ['a port', { 'x-forwarded-for': '203.0.113.7:51000', 'x-forwarded-proto': 'https' }, ['203.0.113.7'], 'https'],
    ['IPv6', { 'x-forwarded-for': '[2001:db8::7]:51000', 'x-forwarded-proto': 'https' }, ['2001:db8::7'], 'https'],
    ['another scheme', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'wss' }, ['203.0.113.7'], undefined],
    ['the scheme alone', { 'x-forwarded-proto': 'https' }, [], 'https'],
    [
      'Forwarded, of two proxies',
      { forwarded: 'For="[2001:db8::7]:4711";Proto=https, for=10.0.0.1;proto=http' },
      ['2001:db8::7', '10.0.0.1'],
      'https',
    ],
    [
      'Forwarded that the visitor sent past a proxy that writes the others',
      { forwarded: 'for=192.0.2.66;proto=https', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' },
      ['203.0.113.7'],
      'http',
    ],
  ])('%s', (_, headers, addresses, scheme) => {
    expect(see(headers)).toMatchObject({ addresses, scheme })
  })

  it.each(['for="203.0.113.7;proto=https', 'x=", for=203.0.113.7', 'a b, for=203.0.113.7'])(
    'is refused where Forwarded is not well formed: %s',
    (forwarded) => expect(() => see({ forwarded })).toThrow('request.invalid'),
  )

  it('is nothing from an address that is not trusted', () => {
    expect(see({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }, '203.0.113.9')).toBeNull()
  })

  it('names the host that the outermost trusted proxy was called by', () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7, 10.0.0.1',
      'x-forwarded-host': 'evil.example, school.example, inner',
    }
    expect(see(headers)?.host).toBe('school.example')
    expect(see({ forwarded: 'for=203.0.113.7;host="school.example:8443"' })?.host).toBe('school.example:8443')
  })
})
