import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { postJson } from '../../support/callers/passkey-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { begin } from '../../support/callers/social-caller.ts'
import { fieldsOf, GOOD_PROVIDER } from '../../support/schools/sign-in-settings.ts'
import { useSocialSchool } from '../../support/schools/social-school.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

// What an administrator is told who saves a provider, from the document of a real one and of servers that are none.

const school = useSocialSchool()
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'
let admin: TestBrowser
let other: Server
let elsewhere: string
/** What the other server answers. */
let answer: { status: number; headers?: Record<string, string>; body: string }

beforeAll(async () => {
  admin = await school.test.signIn('admin')
  other = createServer((_, response) => response.writeHead(answer.status, answer.headers).end(answer.body))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  elsewhere = `http://127.0.0.1:${z.parse(z.object({ port: z.number() }), other.address()).port}`
})
afterAll(() => new Promise((resolve) => other.close(resolve)))
beforeEach(async () => {
  school.peer.document = undefined
  await runAsOwner(school.test, sql`delete from rate_limit`)
  await runAsOwner(
    school.test,
    sql`delete from sign_in_provider where provider_id not in (${school.provider}, ${school.ofGinkgo})`,
  )
})

const used = { ...GOOD_PROVIDER, enabled: true }
async function save(given: object) {
  const { peer } = school
  const own = { clientId: peer.clientId, clientSecret: peer.clientSecret, version: null }
  return (await postJson(admin, signInAdmin.saveProvider.path, { ...used, ...own, ...given })).envelope
}
function savedOf(data: unknown) {
  const { providers } = z.parse(signInAdmin.settings.response, data)
  return providers.at(-1)
}

describe('a provider that is saved', () => {
  it('is found by its document, whose issuer is kept', async () => {
    const { code, data } = await save({ baseUrl: school.peer.issuer })
    expect(code).toBe('ok')
    expect(savedOf(data)).toMatchObject({ baseUrl: school.peer.issuer, issuer: school.peer.issuer })
  })

  it.each([
    ['without the last slash, where the document has it', '/school', '/school/'],
    ['with a last slash, where the document has none', '/school/', '/school'],
  ])('is taken %s, and kept as the document names it', async (_, typed, named) => {
    const { peer } = school
    peer.document = (__, usual) => ({ ...usual, issuer: peer.issuer + named })
    const { code, data } = await save({ baseUrl: peer.issuer + typed })
    expect(code).toBe('ok')
    const saved = savedOf(data)
    expect(saved).toMatchObject({ baseUrl: peer.issuer + named, issuer: peer.issuer + named })
    // And so a sign-in begins there.
    expect((await begin(school.test.visit(), saved?.providerId ?? '')).url).toContain(`${peer.issuer}/auth?`)
  })

  it('keeps its secret and who is bound when only the slash changes', async () => {
    const { peer } = school
    const saved = savedOf((await save({ baseUrl: peer.issuer })).data)
    const { clientSecret: _, ...kept } = used
    await runAsOwner(
      school.test,
      sql`insert into external_identity (unit_id, provider_id, user_id, subject)
        select unit_id, ${saved?.providerId}, user_id, 's' from user_account
        where login_name = 'teacher' and unit_id = (select unit_id from unit_host where host = 'localhost')`,
    )
    peer.document = (__, usual) => ({ ...usual, issuer: `${peer.issuer}/` })
    const again = { ...kept, clientSecret: undefined, providerId: saved?.providerId, version: saved?.version }
    const { code, data } = await save({ ...again, baseUrl: `${peer.issuer}/` })
    expect(code).toBe('ok')
    expect(savedOf(data)).toMatchObject({ baseUrl: `${peer.issuer}/`, secretSet: true })
    expect(await runAsOwner(school.test, sql`select from external_identity`)).toHaveLength(1)
  })

  it('is refused where the document names another issuer, which is told', async () => {
    const { peer } = school
    peer.document = (_, usual) => ({ ...usual, issuer: 'https://id.other.example/realm' })
    const envelope = await save({ baseUrl: peer.issuer })
    expect(fieldsOf(envelope)).toEqual(['sso.document_issuer', 'baseUrl'])
    expect(envelope.data).toEqual({ issuer: 'https://id.other.example/realm' })
  })

  it.each([
    ['has no document', { status: 404, body: 'not here' }, 'sso.document_missing', { status: 404 }],
    [
      'leads elsewhere',
      { status: 302, headers: { location: 'https://a.example' }, body: '' },
      'sso.document_missing',
      { status: 302 },
    ],
    ['fails', { status: 500, body: '' }, 'sso.document_missing', { status: 500 }],
    [
      'answers with a page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>hello' },
      'sso.document_unreadable',
      {},
    ],
    [
      'answers with broken JSON',
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"issuer":' },
      'sso.document_unreadable',
      {},
    ],
    [
      'answers with JSON without an issuer',
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
      'sso.document_unreadable',
      {},
    ],
  ])('is refused where the address %s', async (_, given, code, data) => {
    answer = given
    const envelope = await save({ baseUrl: elsewhere })
    expect(fieldsOf(envelope)).toEqual([code, 'baseUrl'])
    expect(envelope.data).toEqual(data)
  })

  it('is refused where nothing answers, and saved all the same once it is not in use', async () => {
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`
    const envelope = await save({ baseUrl })
    expect(fieldsOf(envelope)).toEqual(['sso.document_unreachable', 'baseUrl'])
    expect((await save({ baseUrl, enabled: false })).code).toBe('ok')
  })

  it('is refused where the document lacks addresses of a sign-in, or has one without TLS', async () => {
    const { peer } = school
    peer.document = (_, { token_endpoint: __, ...usual }) => ({ ...usual, jwks_uri: 'http://id.example.org/keys' })
    const envelope = await save({ baseUrl: peer.issuer })
    expect(fieldsOf(envelope)).toEqual(['sso.document_incomplete', 'baseUrl'])
    expect(envelope.data).toEqual({ missing: ['token_endpoint', 'jwks_uri'] })
  })

  it('is refused with a secret that the provider does not take', async () => {
    const { peer } = school
    peer.document = (_, usual) => ({ ...usual, token_endpoint_auth_methods_supported: ['private_key_jwt'] })
    expect(fieldsOf(await save({ baseUrl: peer.issuer }))).toEqual(['sso.document_secret', 'clientSecret'])
  })

  it('for many tenants says who is let in: those that are listed, or all', async () => {
    const { peer } = school
    const baseUrl = `${peer.issuer}/common/v2.0`
    peer.document = (_, usual) => ({ ...usual, issuer: `${peer.issuer}/{tenantid}/v2.0` })
    expect(fieldsOf(await save({ baseUrl }))).toEqual(['request.invalid', 'tenants'])
    expect(fieldsOf(await save({ baseUrl, tenants: ['contoso.com'] }))).toEqual(['request.invalid', 'tenants'])
    const listed = savedOf((await save({ baseUrl, tenants: [TENANT] })).data)
    const issuer = `${peer.issuer}/{tenantid}/v2.0`
    expect(listed).toMatchObject({ baseUrl, issuer, tenants: [TENANT], anyTenant: false })
    expect(savedOf((await save({ baseUrl, anyTenant: true })).data)).toMatchObject({ tenants: [], anyTenant: true })
  })
})
