import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { endpoints } from '../../../contract/table.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { failuresOf } from '../../support/failures-of.ts'
import { signInOperator } from '../../support/schools/operators.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { multipart, send } from '../../support/callers/call.ts'
import { replaceAt, sampleOf, textsIn } from '../../support/callers/sample-call.ts'

// PostgreSQL stores no U+0000 in a text, so one that reaches it becomes a failure of the server.

/** One of each user type, and an administrator. */
const PEOPLE = ['admin', 'teacher', 'staff', 'parent', 'student'] as const
const ofFailure = z.pipe(
  envelopeSchema,
  z.transform(({ code }) => code),
)

/** The code of a refusal; for what is answered by a page, its HTTP status. */
function codeOf(response: LightMyRequestResponse): string {
  const isJson = response.headers['content-type']?.toString().includes('json')
  return isJson ? z.parse(ofFailure, response.json()) : `HTTP ${response.statusCode}`
}

let test: TestApp
const people = new Map<string, TestBrowser>()
beforeAll(async () => {
  test = await createTestApp()
  for (const name of PEOPLE) people.set(name, await test.signIn(name))
  // What an education office alone has.
  people.set('office', await test.signIn('admin', { host: 'area.localhost' }))
  // Whose endpoints no administrator may call.
  people.set('operator', await signInOperator(test))
})
afterAll(() => test.close())

/** All that take texts, but those whose answers are files of the build. */
const DELIVERED = /^(language|versions\.(packageJson|versionJson)|theme\.css|viewport\.manifest)/
const withText = endpoints.filter(({ name, request }) => !DELIVERED.test(name) && textsIn(sampleOf(request)).length > 0)

/** Tried by those who may call it. */
async function refusalOf(endpoint: AnyEndpoint, given: unknown, address: string): Promise<string> {
  if (endpoint.access === 'public') return codeOf(await send(test.visit({ address }), endpoint, given))
  for (const browser of people.values()) {
    const code = codeOf(await send(browser, endpoint, given))
    if (code !== 'access.denied') return code
  }
  return 'access.denied'
}

const nameOf = ({ name }: AnyEndpoint) => name

it('a null character in a text is refused as an invalid request by every endpoint', async () => {
  const failures = await failuresOf(withText, nameOf, async (endpoint) => {
    const usual = sampleOf(endpoint.request)
    expect(z.core.safeParse(endpoint.request, usual).error?.issues).toBeUndefined()
    const wrong: string[] = []
    let calls = 0
    for (const path of textsIn(usual)) {
      for (const by of [(text: string) => `${text}\u0000`, (text: string) => `\u0000${text}`, () => '\u0000']) {
        calls += 1
        const address = `198.51.${withText.indexOf(endpoint)}.${calls}`
        const code = await refusalOf(endpoint, replaceAt(usual, path, by), address)
        // The router takes some parts of a path by a pattern.
        // 'sso.logout_refused': a provider's server is told HTTP 400 for everything.
        const refused = [
          'request.invalid',
          'HTTP 400',
          'sso.logout_refused',
          // Without a token the body is not read; with one: third-party-messages.test.ts.
          'party.token',
          endpoint.path.includes(`{${path[0]}}_`) && 'request.not_found',
        ]
        if (!refused.includes(code)) wrong.push(`${path.join('.')}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })
  expect(failures).toEqual([])
}, 600_000)

describe('a null character outside of the contract’s fields is no failure of the server:', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

  it('in what the libraries of third parties send', async () => {
    const inForm = 'client_id=a%00&client_secret=b%00&grant_type=authorization_code&code=c%00&redirect_uri=d%00'
    // The names and secrets are "a\0" and "\0b".
    const basic = { authorization: `Basic ${Buffer.from('a%00:%00b').toString('base64')}` }
    for (const path of ['/oidc/token', '/oidc/revoke'])
      for (const headers of [FORM, { ...FORM, ...basic }]) {
        const { statusCode } = await test.visit().request('POST', path, { headers, payload: `${inForm}&token=e%00` })
        expect([400, 401]).toContain(statusCode)
      }
    const issued = await test
      .visit()
      .request('POST', '/api/uaa/ticket/issue', { headers: { ...FORM, ...basic }, payload: 'loginName=teacher' })
    expect(codeOf(issued)).toBe('request.invalid')
  })

  it('in addresses, cookies and the name of a file', async () => {
    for (const path of [
      '/%00',
      '/login%00',
      '/assets/%00.js',
      '/api/%00',
      '/api/storage/show/user/%00',
      '/pages/%00/x',
    ])
      expect((await test.visit().request('GET', path)).statusCode).toBeLessThan(500)
    const cookie = 'portal_access=a%00; portal_refresh=b%00; portal_device=c%00'
    for (const path of ['/api/uaa/oauth/me', '/api/uaa/oauth/refresh'])
      expect(codeOf(await test.visit().request('GET', path, { headers: { cookie } }))).toBe('session.expired')
    const upload = {
      payload: multipart(
        [
          ['serverid', 'x'],
          ['md5', '9dd4e461268c8034f5c8564e155c67a6'],
        ],
        'a\u0000.txt',
      ),
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const teacher = people.get('teacher')
    const response = await teacher?.request('POST', '/zuul/api/storage/upload', { ...upload, headers })
    expect(response && codeOf(response)).toBe('storage.name_invalid')
  })
})
