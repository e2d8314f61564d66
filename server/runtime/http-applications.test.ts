import { describe, expect, it } from 'vitest'
import { createHttpApplications, isHttpPlace } from './http-applications.ts'

const rule = createHttpApplications([
  '192.168.3.0/24',
  'Library.School.local',
  '10.0.0.7:8080',
  'meals.school.local:80',
  'fd00:1::/64',
  '::1',
])

describe('the operator’s rule about plain http', () => {
  it.each([
    'http://192.168.3.20:8080/library',
    'http://192.168.3.20',
    'http://library.school.local/',
    'http://LIBRARY.school.local:9000/a?b#c',
    'http://10.0.0.7:8080/',
    'http://meals.school.local/',
    'http://[fd00:1::5]:81/',
    'http://[::1]:3000/',
  ])('allows %s', (address) => expect(rule.allows(address)).toBe(true))

  it.each([
    ['another network', 'http://192.168.4.20/'],
    ['another host', 'http://www.school.local/'],
    ['a host below a named one', 'http://a.library.school.local/'],
    ['a host that begins as a named one', 'http://library.school.local.evil.example/'],
    ['a named host as the user', 'http://library.school.local@evil.example/'],
    ['a password', 'http://me:word@192.168.3.20/'],
    ['another port', 'http://10.0.0.7/'],
    ['another port than the usual one', 'http://meals.school.local:8080/'],
    ['https, which needs no rule', 'https://192.168.3.20/'],
    ['another scheme', 'ftp://192.168.3.20/'],
    ['a port of another protocol', 'http://192.168.3.20:25/'],
    ['a port that browsers do not open', 'http://library.school.local:6000/'],
    ['no address', '192.168.3.20'],
    ['nothing', ''],
  ])('refuses %s', (_, address) => expect(rule.allows(address)).toBe(false))

  it('reads other forms of an address as browsers do', () => {
    expect(rule.allows('http://0xC0A80314/')).toBe(true)
    expect(rule.allows('http://0x7f000001/')).toBe(false)
  })

  it('allows nothing without a place', () => {
    expect(createHttpApplications().allows('http://127.0.0.1/')).toBe(false)
  })

  it('tells hosts that are named from those in a network, to which alone the portal may connect', () => {
    expect(rule.isNamed('http://library.school.local/')).toBe(true)
    expect(rule.isNamed('http://192.168.3.20/')).toBe(false)
    expect(rule.addresses.allows('192.168.3.20')).toBe(true)
    expect(rule.addresses.allows('192.168.4.20')).toBe(false)
  })
})

it.each([
  ['library.school.local', true],
  ['library.school.local:8080', true],
  ['192.168.3.20', true],
  ['[fd00::1]:8080', true],
  ['fd00::1', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/7', false],
  ['http://library', false],
  ['library:', false],
  ['library:0x50', false],
  ['library/path', false],
  ['', false],
])('%s is a place: %s', (text, isOne) => expect(isHttpPlace(text)).toBe(isOne))
