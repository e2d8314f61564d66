import { expect, it } from 'vitest'
import { allowsFrame } from './frame-rules.ts'

const ADDRESS = 'http://library.school.local:8080/start'
const PORTAL = 'http://portal.school.local'

it.each<[string, string[], string[], boolean]>([
  ['says nothing', [], [], true],
  ['denies', [], ['DENY'], false],
  ['wants its own origin', [], ['sameorigin'], false],
  ['allows one as only old browsers read it', [], ['ALLOW-FROM http://portal.school.local'], true],
  ['allows all', [], ['ALLOWALL'], true],
  ['contradicts itself', [], ['ALLOWALL, DENY'], false],
  ['contradicts itself in two headers', [], ['SAMEORIGIN', 'DENY'], false],
  ['has nobody above it', ["frame-ancestors 'none'"], [], false],
  ['has only itself above it', ["default-src 'self'; Frame-Ancestors 'self'"], [], false],
  ['has an empty list', ['frame-ancestors'], [], false],
  ['names the portal', [`frame-ancestors 'self' ${PORTAL}`], [], true],
  ['names the portal, and an old header says no', [`frame-ancestors ${PORTAL}`], ['DENY'], true],
  ['names its host', ['frame-ancestors portal.school.local'], [], true],
  ['names all hosts of the school', ['frame-ancestors *.school.local'], [], true],
  ['names another port', [`frame-ancestors ${PORTAL}:8080`], [], false],
  ['names any port', [`frame-ancestors ${PORTAL}:*`], [], true],
  ['names https', ['frame-ancestors https:'], [], false],
  ['names http', ['frame-ancestors http:'], [], true],
  ['names all', ['frame-ancestors *'], [], true],
  ['names another host', ['frame-ancestors http://other.school.local'], [], false],
  ['names it in one policy and not in the other', [`frame-ancestors ${PORTAL}, frame-ancestors 'none'`], [], false],
  ['speaks of other things', ["default-src 'self'"], ['DENY'], false],
])('an answer that %s', (_, policies, options, expected) => {
  expect(allowsFrame({ policies, options }, ADDRESS, PORTAL)).toBe(expected)
})
