import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  type FakeOidcOptions,
  type FakeOidcProvider,
  startFakeOidcProvider,
} from '../../support/fakes/fake-oidc-provider.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { begin, bind, finish, unboundId, visitProvider } from '../../support/callers/social-caller.ts'
import { addProvider, oidcForm } from '../../support/schools/social-providers.ts'
import { PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const school = useSocialSchool()
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const OTHERS = '11111111-2222-4333-8444-555555555555'

/** The peer's answer without the issuer, which Entra does not name there. */
async function comeFrom(provider: string, browser: TestBrowser = school.test.visit()) {
  const { url } = await begin(browser, provider)
  const { iss: _, ...back } = await visitProvider(url)
  return { browser, url, answer: await finish(browser, back) }
}

describe('an issuer for many tenants', () => {
  let peer: FakeOidcProvider
  beforeAll(async () => {
    peer = await startFakeOidcProvider()
    peer.document = (_, { authorization_response_iss_parameter_supported: __, ...usual }) => ({
      ...usual,
      issuer: `${peer.issuer}/{tenantid}/v2.0`,
    })
  })
  afterAll(() => peer.close())
  beforeEach(() => {
    peer.person = { subject: 'u-1', name: '王老师' }
  })

  const claimsOf = (token: string) =>
    z.parse(
      z.record(z.string(), z.unknown()),
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    )
  /** From now on the peer's tokens are of this tenant, and say what is given besides. */
  function speakFor(tid: string | undefined, more: object = {}) {
    peer.tamper = (token) => peer.signIdToken({ ...claimsOf(token), iss: `${peer.issuer}/${tid}/v2.0`, tid, ...more })
  }
  const add = (tenants: { tenants?: string[]; anyTenant?: boolean }) =>
    addProvider(school.test.database, school.vault, {
      ...oidcForm(peer),
      baseUrl: `${peer.issuer}/common/v2.0`,
      ...tenants,
    })

  it('signs in who is of a listed tenant, by code and by a token of a native app', async () => {
    const provider = await add({ tenants: [TENANT] })
    speakFor(TENANT)
    const first = await comeFrom(provider)
    const id = unboundId(first.answer)
    expect((await bind(first.browser, { id, username: 'teacher', password: PASSWORD })).envelope.status).toBe(200)
    expect((await readMe((await comeFrom(provider)).browser)).loginName).toBe('teacher')

    const browser = school.test.visit()
    const { url, state } = await begin(browser, provider)
    const seconds = Math.floor(Date.now() / 1000)
    const token = peer.signIdToken({
      iss: `${peer.issuer}/${TENANT}/v2.0`,
      tid: TENANT,
      aud: 'portal',
      sub: 'u-1',
      nonce: new URL(url).searchParams.get('nonce'),
      iat: seconds,
      exp: seconds + 300,
    })
    expect((await finish(browser, { state, token })).envelope.status).toBe(200)
  })

  it('lets nobody of another tenant in, and nobody at all while none is listed', async () => {
    speakFor(OTHERS)
    for (const tenants of [{ tenants: [TENANT] }, { tenants: [] }, {}]) {
      const { answer } = await comeFrom(await add(tenants))
      expect(answer.envelope).toMatchObject({ status: 403, code: 'sso.tenant_refused' })
    }
  })

  it('takes the same subject of two tenants for two people, where all are let in', async () => {
    const provider = await add({ anyTenant: true })
    speakFor(TENANT)
    const { browser, answer } = await comeFrom(provider)
    await bind(browser, { id: unboundId(answer), username: 'teacher', password: PASSWORD })
    speakFor(OTHERS)
    expect((await comeFrom(provider)).answer.envelope.code).toBe('sso.unbound')
  })

  it('refuses tokens of no tenant, of an issuer of another tenant, and of the place itself', async () => {
    const provider = await add({ anyTenant: true })
    const refused = { status: 403, code: 'sso.provider_refused' }
    speakFor(undefined)
    expect((await comeFrom(provider)).answer.envelope).toMatchObject(refused)
    for (const iss of [`${peer.issuer}/${OTHERS}/v2.0`, `${peer.issuer}/{tenantid}/v2.0`, peer.issuer]) {
      speakFor(TENANT, { iss })
      expect((await comeFrom(provider)).answer.envelope).toMatchObject(refused)
    }
    speakFor(`${TENANT}/v2.0#`)
    expect((await comeFrom(provider)).answer.envelope).toMatchObject(refused)
  })
})

describe('the secret', () => {
  const ways: [string, FakeOidcOptions, string[] | undefined, string[], string[]][] = [
    ['by basic alone', { secretMethod: 'client_secret_basic' }, undefined, ['basic'], ['basic']],
    [
      'in the body alone, as its document says',
      { secretMethod: 'client_secret_post' },
      ['client_secret_post'],
      ['body'],
      ['body'],
    ],
    [
      'in the body, where the document is silent',
      { secretMethod: 'client_secret_post' },
      undefined,
      ['basic', 'body'],
      ['body'],
    ],
    [
      'in the body, where the document says both',
      { secretMethod: 'client_secret_post' },
      ['client_secret_basic', 'client_secret_post'],
      ['basic', 'body'],
      ['body'],
    ],
  ]
  it.each(ways)('is taken %s, and the way is remembered', async (_, options, methods, first, second) => {
    const peer = await startFakeOidcProvider(options)
    try {
      peer.document = (__, { token_endpoint_auth_methods_supported: ___, ...usual }) => ({
        ...usual,
        authorization_response_iss_parameter_supported: false,
        ...(methods && { token_endpoint_auth_methods_supported: methods }),
      })
      const provider = await addProvider(school.test.database, school.vault, oidcForm(peer))
      expect((await comeFrom(provider)).answer.envelope.code).toBe('sso.unbound')
      expect(peer.secretWays).toEqual(first)
      peer.secretWays.length = 0
      expect((await comeFrom(provider)).answer.envelope.code).toBe('sso.unbound')
      expect(peer.secretWays).toEqual(second)
      await runAsOwner(school.test, sql`delete from sign_in_provider where provider_id = ${provider}`)
    } finally {
      await peer.close()
    }
  })

  it('that is wrong is told as a fault of the set-up: whom to tell, and which code', async () => {
    const peer = await startFakeOidcProvider()
    try {
      const provider = await addProvider(school.test.database, school.vault, {
        ...oidcForm(peer),
        clientSecret: 'not-the-secret',
      })
      const browser = school.test.visit()
      const { url } = await begin(browser, provider)
      const { envelope } = await finish(browser, await visitProvider(url))
      expect(envelope).toMatchObject({ status: 502, code: 'sso.provider_setup' })
      expect(envelope.message).toMatch(
        /学校管理员.*sso\.provider_setup.*administrators of your school.*sso\.provider_setup/,
      )
      await runAsOwner(school.test, sql`delete from sign_in_provider where provider_id = ${provider}`)
    } finally {
      await peer.close()
    }
  })
})
