import { describe, expect, it, test } from 'vitest'
import { isLink, isPicture } from './link.ts'
import { isRedirectAddress, isWebAddress, linesOf, webHostOf } from './web-address.ts'

describe('isWebAddress', () => {
  it.each([
    'https://id.example.org',
    'https://id.example.org:8443/realms/school?x=1',
    'http://localhost:9000/callback',
    'http://127.0.0.1:9000',
    'http://[::1]:9000/',
  ])('accepts %s', (address) => expect(isWebAddress(address)).toBe(true))

  it.each([
    ['plain http elsewhere', 'http://id.example.org'],
    ['a host that only begins like this machine', 'http://localhost.example.org'],
    ['no scheme', 'id.example.org'],
    ['another scheme', 'javascript:alert(1)'],
    ['a fragment', 'https://id.example.org/#x'],
    ['an empty fragment', 'https://id.example.org/#'],
    ['a wildcard', 'https://*.example.org/'],
    ['a name and password', 'https://me:secret@id.example.org/'],
    ['white space', 'https://id.example.org/ x'],
    ['a backslash, which browsers take for a slash', 'https:\\\\id.example.org'],
    ['a host that would end an entry of a policy', 'https://a;sandbox'],
    ['a host with a comma', 'https://a,b'],
    ['nothing', ''],
  ])('refuses %s', (_, address) => expect(isWebAddress(address)).toBe(false))
})

describe('an address that codes are sent to', () => {
  it.each([
    'https://app.example.org',
    'https://app.example.org/callback',
    'https://app.example.org:8443/callback?tenant=7&mode=a%20b',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:8080/cb',
    'https://xn--fiqs8s.example/cb',
  ])('may be %s', (address) => {
    expect(isRedirectAddress(address)).toBe(true)
  })

  it.each([
    ['http elsewhere', 'http://app.example.org/cb'],
    ['http at a name that only begins like this computer', 'http://localhost.example.org/cb'],
    ['another scheme', 'myapp://callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['no scheme', '//app.example.org/cb'],
    ['a path', '/callback'],
    ['a fragment', 'https://app.example.org/cb#part'],
    ['an empty fragment', 'https://app.example.org/cb#'],
    ['a wildcard', 'https://*.example.org/cb'],
    ['a wildcard in the path', 'https://app.example.org/*'],
    ['credentials', 'https://app.example.org@evil.example/cb'],
    ['a backslash', 'https://app.example.org\\@evil.example/cb'],
    ['a line break', 'https://app.example.org/cb\r\nset-cookie: a=b'],
    ['a space', 'https://app.example.org/c b'],
    ['capitals in the host', 'https://APP.example.org/cb'],
    ['a default port', 'https://app.example.org:443/cb'],
    ['dots that go up', 'https://app.example.org/a/../cb'],
    ['letters outside ASCII', 'https://学校.example/cb'],
    ['nothing', ''],
    ['too much', `https://app.example.org/${'a'.repeat(2048)}`],
  ])('is not %s', (_, address) => {
    expect(isRedirectAddress(address)).toBe(false)
  })
})

describe('linesOf', () => {
  it('leaves out blank lines and what stands around the others, whatever ends a line', () => {
    expect(linesOf(' a \r\n\n\tb\rc')).toEqual(['a', 'b', 'c'])
  })
})

describe('what a public page links to and shows', () => {
  it.each(['https://beian.mps.gov.cn/#/query/webSearch?code=1', 'http://www.example.cn/a'])('links to %s', (address) =>
    expect(isLink(address)).toBe(true),
  )
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/path',
    'https://a:b@example.cn/',
    'https://a b',
    '',
    'https:example.cn',
    'http:/example.cn',
  ])('does not link to “%s”', (address) => expect(isLink(address)).toBe(false))
  it.each(['/icons/filing.svg', 'data:image/png;base64,AAAA'])('shows %s', (address) =>
    expect(isPicture(address)).toBe(true),
  )
  it.each(['//evil.example/x.png', '/\\evil.example', 'https://x/y.png', 'data:image/svg+xml;base64,AAAA', '/'])(
    'does not show %s',
    (address) => expect(isPicture(address)).toBe(false),
  )
})

test.each([
  ['school.example.org', 'school.example.org'],
  [' School.Example.ORG ', 'school.example.org'],
  ['192.168.1.10', '192.168.1.10'],
  ['[::1]', '[::1]'],
  ['::1', '[::1]'],
  ['2001:0DB8:0:0::0010', '[2001:db8::10]'],
  ['[fd00::5]', '[fd00::5]'],
  ['[::1]:8080', null],
  ['[fe80::1%eth0]', null],
  ['school.example.org:443', null],
  ['https://school.example.org', null],
  ['[::1', null],
  ['a:b', null],
  ['', null],
])('the host of an address typed as %s is %s', (typed, host) => {
  expect(webHostOf(typed)).toBe(host)
})
