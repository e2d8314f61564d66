import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { bilingualErrorText, isErrorCode } from '../../../contract/error-texts.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/table.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { failuresOf } from '../../support/failures-of.ts'

/** What people, broken clients and attackers put where something else belongs. All of it is text that a form can carry. */
const ODDITIES: readonly string[] = [
  '',
  '\u0000',
  '\u202E\uFEFF',
  '😀'.repeat(10),
  '9'.repeat(40),
  "' or 1=1 --",
  '{"$ne": null}',
  '018f0000-0000-7000-8000-000000000000',
  'https://evil.example/',
]
/** Longer than any field of sign-in, and short enough to be read. */
const OVER_LONG = 'x'.repeat(20_000)
/** What only JSON can carry. */
const ODD_VALUES: readonly unknown[] = [null, true, 0, {}, [[]], { x: {} }]
const ODD_BODIES: readonly string[] = ['', '{', 'null', '[]', '"x"', '{"__proto__": {"x": 1}}']
/** The codes that say that the server failed, and nothing about what was sent. */
const FAULTS: readonly string[] = ['server.internal', 'server.unavailable']

const walked = endpoints.filter(({ path }) => /^\/api\/(uaa|sso|attendance|setup)\//.test(path))

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** The names of an endpoint's fields. */
function fieldsOf(endpoint: AnyEndpoint): string[] {
  const { def } = endpoint.request._zod
  return 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : []
}

type Fields = Record<string, unknown>

/** What goes over the wire; a list stands as a field that comes several times. */
function asForm(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [
      name,
      typeof each === 'string' ? each : JSON.stringify(each),
    ]),
  )
  return new URLSearchParams(pairs).toString()
}

function send(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  fields: Fields,
  payload?: string,
): Promise<LightMyRequestResponse> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(fields[name])))
  if (endpoint.method === 'GET') return browser.request('GET', `${path}?${asForm(fields)}`)
  const isJson = endpoint.encoding === 'json'
  return browser.request('POST', path, {
    payload: payload ?? (isJson ? JSON.stringify(fields) : asForm(fields)),
    headers: { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' },
  })
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'x')

/** What is wrong with an answer: undefined when it is a success, or a refusal with a code that is known and its two texts. */
function faultOf(endpoint: AnyEndpoint, response: LightMyRequestResponse): string | undefined {
  if (response.statusCode >= 500) return `HTTP ${response.statusCode} ${response.body.slice(0, 200)}`
  // A third party that is no client of the portal is answered as OAuth has it.
  if (endpoint.rawResponse) return undefined
  const { status, code, message } = z.parse(envelopeSchema, response.json())
  if (status === 200) return undefined
  if (!isErrorCode(code) || FAULTS.includes(code)) return `code ${code}`
  return message === bilingualErrorText(code) ? undefined : `text ${message}`
}

it('whatever is put into a call of sign-in or attendance is answered with a known code and its two texts', async () => {
  const check = async (endpoint: AnyEndpoint) => {
    const address = `198.51.100.${walked.indexOf(endpoint) + 1}`
    const user = endpoint.access === 'admin' ? 'admin' : 'teacher'
    const browser = endpoint.access === 'public' ? test.visit({ address }) : await test.signIn(user, { address })
    const fields = fieldsOf(endpoint)
    const usual = Object.fromEntries(fields.map((name) => [name, 'x']))
    const faults: string[] = []
    const tryWith = async (given: Fields, payload?: string) => {
      let response = await send(browser, endpoint, given, payload)
      // Slowed down for what was tried before: nothing was looked at.
      if (response.headers['retry-after'] !== undefined) {
        await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
        response = await send(browser, endpoint, given, payload)
        if (response.headers['retry-after'] !== undefined) faults.push('slowed down again')
      }
      const fault = faultOf(endpoint, response)
      if (fault !== undefined) faults.push(`${fault} for ${(payload ?? JSON.stringify(given)).slice(0, 200)}`)
    }
    await tryWith({})
    await tryWith(usual)
    for (const field of fields)
      for (const oddity of [...ODDITIES, OVER_LONG, ['a', 'b']]) await tryWith({ ...usual, [field]: oddity })
    if (endpoint.encoding === 'json') {
      for (const field of fields) for (const value of ODD_VALUES) await tryWith({ ...usual, [field]: value })
      for (const body of ODD_BODIES) await tryWith({}, body)
    }
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
  expect(await failuresOf(walked, ({ name }) => name, check, { patience: 300_000 })).toEqual([])
}, 900_000)
