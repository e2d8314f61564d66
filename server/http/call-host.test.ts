import { expect, test } from 'vitest'
import { normalizeHost } from './call-host.ts'

test.each([
  ['School.Example.org:8443', 'school.example.org'],
  ['school.example.org.', 'school.example.org'],
  ['[::1]:8080', '[::1]'],
  ['[0:0::1]', '[::1]'],
  ['[2001:DB8::10]:443', '[2001:db8::10]'],
])('a unit at %s is found as %s', (host, found) => {
  expect(normalizeHost(host)).toBe(found)
})
