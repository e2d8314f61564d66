import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DOWNLOAD_CHECK_HEADER } from '../../../contract/download.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { isErrorCode } from '../../../contract/error-texts.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { exportPeople } from '../../../contract/endpoints/people/imports.ts'
import { endpoints } from '../../../contract/table.ts'
import { registeredEndpoints } from '../../../server/http/route.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { failuresOf } from '../../support/failures-of.ts'
import { makeDownloadable, type Downloadable, type Person } from '../../support/schools/downloadable.ts'
import { OPERATORS, signInOperator } from '../../support/schools/operators.ts'

// A raw response is saved by the browser, or shown: a refusal must never be taken for it.

/** How a raw endpoint is tried. What the table has and this has not fails. */
interface Case {
  readonly who: Person
  /** The input, as it is in the address, with which it is answered; null where that is tried elsewhere. */
  readonly good: (() => Record<string, string>) | null
  /** An input of what is not there any more; null where there is none. */
  readonly gone: Record<string, string> | null
  readonly goneIs?: number
  /** Who else may call it, and gets nothing. */
  readonly notFor?: Person
}

const NO_ROW = '018f0000-0000-7000-8000-000000000000'
let ids: Downloadable
const byId = (name: keyof Downloadable) => () => ({ id: ids[name] })
const gone = { id: NO_ROW }

const CASES: Readonly<Record<string, Case>> = {
  'files.download': { who: 'teacher', good: byId('file'), gone, notFor: 'student' },
  'files.downloadFolder': { who: 'teacher', good: byId('folder'), gone, notFor: 'student' },
  'files.downloadVersion': { who: 'teacher', good: byId('version'), gone, notFor: 'student' },
  'shares.download': { who: 'student', good: byId('shared'), gone, notFor: 'parent' },
  'handins.download': { who: 'teacher', good: byId('handedIn'), gone, notFor: 'admin' },
  'handins.zip': { who: 'teacher', good: byId('handIn'), gone, notFor: 'admin' },
  'publications.file': { who: 'student', good: byId('attachment'), gone, notFor: 'teacher' },
  'imports.errorSheet': { who: 'admin', good: () => ({ importId: ids.import }), gone: { importId: NO_ROW } },
  'imports.markedSheet': { who: 'admin', good: () => ({ importId: ids.import }), gone: { importId: NO_ROW } },
  'imports.template': { who: 'admin', good: () => ({}), gone: null },
  'imports.export': { who: 'admin', good: () => ({ format: 'people.csv' }), gone: { format: 'none' }, goneIs: 400 },
  'people.export': {
    who: 'admin',
    good: () => ({ kind: 'pupil', id: ids.pupil }),
    gone: { kind: 'pupil', id: NO_ROW },
  },
  'operator.exportDownload': {
    who: 'operator',
    good: () => ({ exportId: ids.export }),
    gone: { exportId: NO_ROW },
    notFor: 'admin',
  },
  'face.audit': { who: 'admin', good: () => ({}), gone: null },
  'export.tableToSpreadsheet': { who: 'teacher', good: null, gone: null },
  'live.events': { who: 'teacher', good: null, gone: null },
  'account.picture': { who: 'teacher', good: null, gone: { userId: NO_ROW } },
  'family.childPicture': { who: 'parent', good: null, gone: { studentId: NO_ROW }, notFor: 'teacher' },
  'applications.picture': { who: 'teacher', good: null, gone: { pictureId: '0'.repeat(64) } },
  'branding.picture': { who: 'admin', good: null, gone: { picture: '0'.repeat(64) } },
  'tenant.loginPicture': { who: 'teacher', good: null, gone: { pictureId: '0'.repeat(64) } },
  'tenant.unitLogo': { who: 'teacher', good: null, gone: { unitId: NO_ROW } },
}

let test: TestApp
const people = new Map<Person, TestBrowser>()
const as = (person: Person) => people.get(person) ?? test.visit()

beforeAll(async () => {
  test = await createTestApp()
  for (const name of ['teacher', 'student', 'parent', 'admin'] as const) people.set(name, await test.signIn(name))
  people.set('operator', await signInOperator(test))
  ids = await makeDownloadable(test, as)
})
afterAll(() => test.close())

const raw = endpoints.filter(({ rawResponse }) => rawResponse)
type Tried = readonly [name: string, endpoint: AnyEndpoint, tried: Case]
const nameOf = ([name]: Tried) => name
const named = (which: (endpoint: AnyEndpoint, tried: Case) => boolean): Tried[] =>
  raw.flatMap((endpoint) => {
    const tried = CASES[endpoint.name]
    return tried && which(endpoint, tried) ? [[endpoint.name, endpoint, tried]] : []
  })
const closed = (endpoint: AnyEndpoint) => endpoint.access !== 'public'

/** As a window sends it, or a link: without the headers of calls. */
const WINDOW = { 'x-portal-device': undefined, 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*' }
const PROGRAM = { 'x-portal-device': undefined, accept: '*/*' }
/** Without these a form would count as one that a window posts. */
const CALL = { 'x-portal-device': 'pc' }
const CHECK = { [DOWNLOAD_CHECK_HEADER]: '1' }

function addressOf({ path, method }: AnyEndpoint, input: Record<string, string>): string {
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return input[name] ?? NO_ROW
  })
  const query = new URLSearchParams(rest).toString()
  return method === 'GET' && query !== '' ? `${filled}?${query}` : filled
}

function ask(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  input: Record<string, string>,
  headers: Record<string, string | undefined>,
) {
  const path = addressOf(endpoint, input)
  if (endpoint.method === 'GET') return browser.request('GET', path, { headers })
  const form = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' }
  const sent = headers === PROGRAM ? CALL : headers
  return browser.request('POST', path, { payload: 'title=x&data=x', headers: { ...sent, ...form } })
}

/** What a window gets: a page in both languages, which is not saved. */
function pageOf({ statusCode, headers, body }: LightMyRequestResponse) {
  return {
    http: statusCode,
    type: headers['content-type'],
    saved: headers['content-disposition'],
    cache: headers['cache-control'],
    isGuarded: headers['content-security-policy']?.toString().includes("object-src 'none'"),
    isInBoth: /<h1>[^<]*[\u4e00-\u9fff][^<]*<\/h1><p lang="en">[^<]+<\/p>/.test(body),
    waysOn: [...body.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href),
  }
}
const aPage = (http: number, address?: string) => ({
  http,
  type: 'text/html; charset=utf-8',
  saved: undefined,
  cache: 'no-store',
  isGuarded: true,
  isInBoth: true,
  waysOn: ['/', ...(address === undefined ? [] : [address.replaceAll('&', '&amp;')])],
})

/** What everything else gets: an envelope whose status is the HTTP status. */
function refusalOf(response: LightMyRequestResponse) {
  const { code, status } = z.parse(envelopeSchema, response.json())
  const known = isErrorCode(code) ? errorStatus(code) : undefined
  return { http: response.statusCode, status, known, saved: response.headers['content-disposition'] }
}
const aRefusal = (status: number) => ({ http: status, status, known: status, saved: undefined })

it('every raw response of the server is tried here', () => {
  const answered = new Set([...registeredEndpoints(test.app)].map(({ name }) => name))
  expect(raw.map(({ name }) => name).filter((name) => answered.has(name))).toEqual(
    raw.map(({ name }) => name).filter((name) => Object.hasOwn(CASES, name)),
  )
})

it('without a session, a raw response is refused with 401', async () => {
  const check = async ([, endpoint, { who, good, gone: missing }]: Tried) => {
    const input = good?.() ?? missing ?? {}
    const visitor = test.visit({ host: who === 'operator' ? OPERATORS : 'localhost' })
    expect(refusalOf(await ask(visitor, endpoint, input, PROGRAM))).toEqual(aRefusal(401))
    // What a form has sent cannot be opened again.
    const again = endpoint.method === 'GET' ? addressOf(endpoint, input) : undefined
    expect(pageOf(await ask(visitor, endpoint, input, WINDOW))).toEqual(aPage(401, again))
  }
  expect(await failuresOf(named(closed), nameOf, check)).toEqual([])
})

it('without the right, a raw response is refused with 403', async () => {
  const check = async ([, endpoint, { who, good, gone: missing }]: Tried) => {
    const { permission } = endpoint
    const taken = await runAsOwner(test, sql`delete from permission_grant where code = ${permission} returning *`)
    try {
      const input = good?.() ?? missing ?? {}
      expect(refusalOf(await ask(as(who), endpoint, input, PROGRAM))).toEqual(aRefusal(403))
      expect(pageOf(await ask(as(who), endpoint, input, WINDOW))).toEqual(aPage(403, addressOf(endpoint, input)))
    } finally {
      for (const row of taken)
        await runAsOwner(
          test,
          sql`insert into permission_grant (unit_id, code, user_type, role_id) values (${row['unit_id']}, ${row['code']}, ${row['user_type']}, ${row['role_id']})`,
        )
    }
  }
  const rightful = named(
    ({ permission }) => permission !== null && permission !== undefined && permission !== 'operator',
  )
  expect(await failuresOf(rightful, nameOf, check)).toEqual([])
})

it('a raw response of others is not there, or not theirs', async () => {
  const check = async ([, endpoint, { good, gone: missing, notFor = 'parent' }]: Tried) => {
    const isOfType = Array.isArray(endpoint.access) || endpoint.permission === 'operator'
    const response = await ask(as(notFor), endpoint, good?.() ?? missing ?? {}, PROGRAM)
    expect(refusalOf(response)).toEqual(aRefusal(isOfType ? 403 : 404))
  }
  expect(
    await failuresOf(
      named((_, { notFor }) => notFor !== undefined),
      nameOf,
      check,
    ),
  ).toEqual([])
})

it('of what is gone, a raw response is refused with 404', async () => {
  const check = async ([, endpoint, { who, gone: missing, goneIs = 404 }]: Tried) => {
    const input = missing ?? {}
    expect(refusalOf(await ask(as(who), endpoint, input, PROGRAM))).toEqual(aRefusal(goneIs))
    expect(pageOf(await ask(as(who), endpoint, input, WINDOW))).toEqual(aPage(goneIs, addressOf(endpoint, input)))
  }
  expect(
    await failuresOf(
      named((_, tried) => tried.gone !== null),
      nameOf,
      check,
    ),
  ).toEqual([])
})

describe('the check of a download', () => {
  const downloads = named(({ download }) => download === true)
  const events = async () =>
    Number((await runAsOwner(test, sql`select count(*)::int as count from admin_event`))[0]?.['count'])

  it('is of everything that browsers save: what else is raw is shown, or read by a call', () => {
    const others = raw.filter(({ name, download }) => Object.hasOwn(CASES, name) && !download)
    expect(others.map(({ name }) => name).toSorted()).toEqual([
      'account.picture',
      'applications.picture',
      'branding.picture',
      'export.tableToSpreadsheet',
      'face.audit',
      'family.childPicture',
      'live.events',
      'tenant.loginPicture',
      'tenant.unitLogo',
    ])
  })

  it('says that it would come, without it; then it comes', async () => {
    const check = async ([, endpoint, { who, good }]: Tried) => {
      const before = await events()
      // More often than the limits would allow: a check counts nothing, and leaves nothing behind.
      for (let time = 0; time < 12; time++) {
        const response = await ask(as(who), endpoint, good?.() ?? {}, CHECK)
        expect([response.statusCode, response.json()]).toEqual([
          200,
          { status: 200, code: 'ok', message: '', data: 'success' },
        ])
        expect(response.headers['content-disposition']).toBeUndefined()
      }
      expect(await events()).toBe(before)
      const file = await ask(as(who), endpoint, good?.() ?? {}, WINDOW)
      expect(file.statusCode).toBe(200)
      expect(file.headers['content-disposition']).toMatch(/^attachment; /)
      expect(file.rawPayload.length).toBeGreaterThan(0)
    }
    expect(await failuresOf(downloads, nameOf, check)).toEqual([])
  })

  it('says why not, as a call', async () => {
    const check = async ([, endpoint, { who, gone: missing, goneIs = 404 }]: Tried) => {
      const response = await ask(as(who), endpoint, missing ?? {}, CHECK)
      expect([response.statusCode, z.parse(envelopeSchema, response.json()).status]).toEqual([200, goneIs])
      const visitor = test.visit({ host: who === 'operator' ? OPERATORS : 'localhost' })
      const without = await ask(visitor, endpoint, missing ?? {}, CHECK)
      expect([without.statusCode, without.json()]).toMatchObject([200, { status: 401, code: 'session.required' }])
    }
    const missable = downloads.filter(([, , tried]) => tried.gone !== null)
    expect(await failuresOf(missable, nameOf, check)).toEqual([])
  })

  it('that would be over a limit says so', async () => {
    const input = { format: 'classes.csv' }
    let last: LightMyRequestResponse
    let check: LightMyRequestResponse
    // On a slow machine one more may be allowed between the refusal and the check.
    do {
      do last = await ask(as('admin'), exportPeople, input, PROGRAM)
      while (last.statusCode === 200)
      expect(last.statusCode).toBe(429)
      check = await ask(as('admin'), exportPeople, input, CHECK)
    } while (z.parse(envelopeSchema, check.json()).code === 'ok')
    expect(z.parse(envelopeSchema, check.json()).code).toBe('request.rate_limited')
  })
})
