import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createKindLog, REPORT_PATH } from '../../../server/http/csp-reports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { until } from '../../support/until.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** Another page and another address for each test: kinds and addresses are counted over all of them. */
let at = 0
beforeEach(() => {
  at += 1
})
const page = () => `http://localhost/page-${at}`

const OLD = 'application/csp-report'
const NEW = 'application/reports+json'

async function send(body: unknown, type = OLD, address = `192.0.2.${at}`) {
  const response = await test.visit({ address }).request('POST', REPORT_PATH, {
    // As browsers send it: without the portal's own header.
    headers: { 'content-type': type, 'x-portal-device': undefined, 'sec-fetch-site': undefined },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return response.statusCode
}

const line = z.object({ directive: z.string(), blocked: z.string(), page: z.string(), times: z.number() })
const logged = () =>
  test.logLines
    .filter((text) => text.includes('content-security policy'))
    .map((text) => z.parse(line, JSON.parse(text)))
    .filter(({ page: on }) => on === `localhost/page-${at}`)

const oldReport = (given: object = {}) => ({
  'csp-report': {
    'document-uri': `${page()}?ticket=secret#part`,
    'effective-directive': 'script-src-elem',
    'violated-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/track.js?who=teacher',
    ...given,
  },
})
const newReport = (given: object = {}) => ({
  type: 'csp-violation',
  age: 1,
  url: page(),
  body: {
    documentURL: `${page()}?ticket=secret`,
    effectiveDirective: 'img-src',
    blockedURL: 'https://pictures.example/a.png?b=c',
    disposition: 'enforce',
    ...given,
  },
})
/** So that what was sent before has been dealt with. */
const settle = () => send(oldReport({ 'effective-directive': 'frame-src' }))

describe('a report of a violated content-security policy', () => {
  it('is logged in both formats, without queries and fragments', async () => {
    expect(await send(oldReport())).toBe(204)
    expect(await send([newReport(), { type: 'deprecation', body: {} }], NEW)).toBe(204)
    await until(() => logged().length === 2)
    expect(logged()).toEqual([
      { directive: 'script-src-elem', blocked: 'https://evil.example', page: `localhost/page-${at}`, times: 1 },
      { directive: 'img-src', blocked: 'https://pictures.example', page: `localhost/page-${at}`, times: 1 },
    ])
    expect(test.logLines.join('')).not.toContain('secret')
  })

  it('is logged once for each kind, however often it comes', async () => {
    for (let times = 0; times < 10; times += 1) await send(oldReport({ 'document-uri': `${page()}?${times}` }))
    await settle()
    await until(() => logged().length === 2)
    expect(logged().map(({ directive }) => directive)).toEqual(['script-src-elem', 'frame-src'])
  })

  it('says of what has no address what it was', async () => {
    for (const blocked of ['inline', 'eval', 'data', 'blob:http://localhost/x', 'http://localhost/own.js'])
      await send(oldReport({ 'blocked-uri': blocked }))
    await until(() => logged().length === 5)
    expect(logged().map(({ blocked }) => blocked)).toEqual(['inline', 'eval', 'data', 'blob:', 'self'])
  })

  it.each([
    ['of an add-on', () => oldReport({ 'blocked-uri': 'chrome-extension://abc/inject.js' })],
    ['of an add-on of Safari', () => oldReport({ 'blocked-uri': 'safari-web-extension://abc' })],
    ['that an add-on caused', () => oldReport({ 'source-file': 'moz-extension://abc/x.js' })],
    ['of another site’s page', () => oldReport({ 'document-uri': 'https://elsewhere.example/' })],
    ['without a page', () => oldReport({ 'document-uri': 'about:blank' })],
    ['of no directive', () => oldReport({ 'effective-directive': 'x y\nz' })],
    ['of another form', () => ({ anything: [1] })],
    ['that is no JSON', () => '{'],
    ['that is a number', () => '7'],
  ])('%s is dropped', async (_, report) => {
    expect(await send(report())).toBe(204)
    await settle()
    await until(() => logged().length > 0)
    expect(logged().map(({ directive }) => directive)).toEqual(['frame-src'])
  })

  it('is refused when it is large, or of another type', async () => {
    expect(await send(oldReport({ 'blocked-uri': 'x'.repeat(20_000) }))).toBe(413)
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expect(await send(oldReport(), type)).toBe(415)
    expect(logged()).toEqual([])
  })

  it('is refused when too many come from one address, and when too many come in all', async () => {
    const statuses: (number | undefined)[] = []
    for (let times = 0; times < 61; times += 1) statuses.push(await send(oldReport()))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await send(oldReport(), OLD, '203.0.113.1')).toBe(204)
    const others: (number | undefined)[] = []
    for (let times = 0; times < 560; times += 1) others.push(await send(oldReport(), OLD, `198.51.100.${times % 250}`))
    expect(others.filter((status) => status === 429).length).toBeGreaterThan(0)
  })
})

describe('the log of kinds', () => {
  it('says after an hour how often each kind came, and begins again', () => {
    const lines: object[] = []
    const kinds = createKindLog((fields) => lines.push(fields))
    const [one, other] = ['script-src', 'img-src'].map((directive) => ({ directive, blocked: 'inline', page: 'a/' }))
    if (!one || !other) return
    kinds.add(one)
    kinds.add(one)
    kinds.add(one)
    kinds.add(other)
    kinds.flush()
    expect(lines).toEqual([
      { ...one, times: 1 },
      { ...other, times: 1 },
      { ...one, times: 3 },
    ])
    kinds.flush()
    expect(lines).toHaveLength(3)
    kinds.add(other)
    expect(lines).toHaveLength(4)
  })

  it('counts everything beyond a hundred kinds together', () => {
    const lines: { page: string }[] = []
    const kinds = createKindLog((fields) => lines.push(fields))
    for (let n = 0; n < 1000; n += 1) kinds.add({ directive: 'img-src', blocked: 'inline', page: `a/${n}` })
    expect(lines).toHaveLength(101)
    kinds.flush()
    expect(lines.at(-1)).toEqual({ directive: 'any', blocked: 'any', page: 'any', times: 900 })
  })
})
