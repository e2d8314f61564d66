import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { endpoints } from '../../../contract/table.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { signInOperator } from '../../support/schools/operators.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// PostgreSQL stores no U+0000 in a text, so one that reaches it becomes a failure of the server.

/** One of each user type, and an administrator. */
const PEOPLE = ['admin', 'teacher', 'staff', 'parent', 'student'] as const
/** Of these each text, number and truth value of the contract accepts one. */
const SAMPLES: readonly unknown[] = [
  'x',
  1,
  30,
  36,
  true,
  '1',
  'true',
  '2026',
  'x'.repeat(16),
  '0'.repeat(32),
  '0'.repeat(64),
  '/icons/apps/files.svg',
  '018f0000-0000-7000-8000-000000000000',
  'x'.repeat(43),
  '2026-03-02',
  '2026-03',
  '08:00',
  '2026-03-02T08:00:00Z',
  'a@example.org',
  'https://example.org/',
  '#112233',
  'AAAA'.repeat(40),
  'S256',
  '13800000000',
  '123456',
  '/x',
  '#/x',
  JSON.stringify([{ name: 'x', md5: '0'.repeat(32), size: 1 }]),
  'data:image/png;base64,AAAA',
  'new-1',
  // A school year, whose days have to follow each other.
  {
    name: 'x',
    startsOn: '2026-03-02',
    endsOn: '2026-07-02',
    terms: [{ name: 'x', englishName: 'x', startsOn: '2026-03-02', endsOn: '2026-07-02' }],
  },
]

type Path = readonly (string | number)[]

/** An input that a schema accepts as far as the samples do, with all that is optional. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const made = Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, sampleOf(each)]))
      const fits = (each: unknown) => z.core.safeParse(schema, each).success
      return fits(made) ? made : (SAMPLES.find(fits) ?? made)
    }
    case 'array':
      return lists(def.element).find((each) => z.core.safeParse(schema, each).success)
    case 'tuple':
      return def.items.map(sampleOf)
    case 'record':
      return { x: sampleOf(def.valueType) }
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'union':
      return def.options.map(sampleOf).find((each) => z.core.safeParse(schema, each).success)
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType)
    case 'pipe':
      return z.core.safeParse(schema, sampleOf(def.in)).success ? sampleOf(def.in) : fromSamples(schema)
    default:
      return fromSamples(schema)
  }
}

const lists = (element: z.core.$ZodType) => [[sampleOf(element)], ...SAMPLES.map((each) => [each])]

const fromSamples = (schema: z.core.$ZodType) => SAMPLES.find((each) => z.core.safeParse(schema, each).success) ?? 'x'

/** Where texts stand in an input. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function replaceAt(value: unknown, [key, ...rest]: Path, by: (text: string) => string): unknown {
  if (key === undefined) return by(String(value))
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaceAt(each, rest, by) : each))
  const fields = z.parse(z.record(z.string(), z.unknown()), value)
  return { ...fields, [key]: replaceAt(fields[key], rest, by) }
}

/** The fields of a form: with dots for what is nested, repeated for a list. */
function pairsOf(value: unknown, name = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => pairsOf(each, name))
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, each]) => pairsOf(each, name === '' ? key : `${name}.${key}`))
}

function send(browser: TestBrowser, endpoint: AnyEndpoint, given: unknown): Promise<LightMyRequestResponse> {
  const fields = z.parse(z.record(z.string(), z.unknown()), given)
  const inPath = new Set<string>()
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(fields[name]))
  })
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.has(name)))
  const form = new URLSearchParams(pairsOf(rest)).toString()
  if (endpoint.method === 'GET') return browser.request('GET', `${path}?${form}`)
  const [type, payload] = {
    query: ['', ''],
    form: ['application/x-www-form-urlencoded', form],
    json: ['application/json', JSON.stringify(rest)],
    multipart: ['multipart/form-data; boundary=b', multipart(pairsOf(rest))],
  }[endpoint.encoding] as [string, string]
  return browser.request('POST', path, { payload, headers: { 'content-type': type } })
}

function multipart(fields: readonly (readonly [string, string])[], fileName = 'x.txt'): string {
  const parts = fields.map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `content-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: text/plain`
  return `${parts.join('')}--b\r\n${head}\r\n\r\nx\r\n--b--\r\n`
}

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

describe('a null character in a text is refused as an invalid request by', () => {
  it.each(withText.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_, endpoint) => {
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
})

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
