import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { externalLoginUrl } from '../../../contract/endpoints/desktop/desktop.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { eventsOf, readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import {
  addressOf,
  ask,
  askForTokens,
  CALLBACK,
  decide,
  register,
  type Registered,
} from '../../support/callers/third-party.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let teacher: TestBrowser
let request: Record<string, string>
beforeAll(async () => {
  test = await createTestApp()
  teacher = await test.signIn('teacher')
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`delete from oauth_client`)
  request = {
    response_type: 'code',
    client_id: (await register(test)).clientId,
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: 's-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
})

const without = (name: string) => Object.fromEntries(Object.entries(request).filter(([key]) => key !== name))
const artifacts = () => runAsOwner(test, sql`select from oauth_artifact union all select from oauth_consent`)

/** What both rows answer, whether an answer names the address, and what was issued or remembered. */
async function tryBoth(parameters: Record<string, string>, browser = teacher) {
  const answers = [await ask(browser, parameters), await decide(browser, parameters)]
  return {
    envelopes: answers.map(({ envelope }) => envelope),
    told: answers.some(({ response }) => response.body.includes(CALLBACK)),
    kept: await artifacts(),
  }
}

/** Both refuse alike, and nothing came of it. */
const refused = (envelope: { status: number; code: ErrorCode; fieldErrors?: readonly unknown[] }) => ({
  envelopes: [envelope, envelope],
  told: false,
  kept: [],
})

describe('a request for authorization', () => {
  it('needs a sign-in, and gives nothing without one', async () => {
    const visitor = test.visit()
    expect((await ask(visitor, request)).envelope.data).toMatchObject({ step: 'sign-in', address: null })
    expect((await decide(visitor, request)).envelope).toMatchObject({ status: 401, code: 'session.required' })
    expect(await artifacts()).toEqual([])
  })

  it('is not made by another site', async () => {
    for (const { path } of [sso.authorization, sso.webauth]) {
      const { envelope } = await teacher.post(path, request, { headers: { 'sec-fetch-site': 'cross-site' } })
      expect(envelope.code).toBe('request.cross_site')
    }
  })

  it('goes nowhere for a client that is unknown, turned off or another unit’s', async () => {
    const unknown = { status: 404, code: 'sso.client_unknown' } as const
    expect(await tryBoth({ ...request, client_id: 'nobody' })).toMatchObject(refused(unknown))
    expect(await tryBoth({ ...request, client_id: (await register(test, { disabled: true })).clientId })).toMatchObject(
      refused(unknown),
    )
    expect(
      await tryBoth({ ...request, client_id: (await register(test, {}, 'ginkgo.localhost')).clientId }),
    ).toMatchObject(refused(unknown))
  })

  it.each([
    ['another host', 'https://library.example.evil.example/callback'],
    ['a longer path', `${CALLBACK}/more`],
    ['a path that climbs', 'https://library.example/callback/../callback'],
    ['a slash', `${CALLBACK}/`],
    ['a query', `${CALLBACK}?a=b`],
    ['a fragment', `${CALLBACK}#a`],
    ['another scheme', 'http://library.example/callback'],
    ['a port', 'https://library.example:444/callback'],
    ['capitals', 'https://LIBRARY.example/callback'],
    ['credentials', 'https://library.example@evil.example/callback'],
    ['the portal itself', 'http://localhost/callback'],
    ['a script', 'javascript:alert(1)'],
    ['something that is no address', 'callback'],
  ])('goes nowhere when the address differs by %s', async (_, redirect_uri) => {
    expect(await tryBoth({ ...request, redirect_uri })).toMatchObject(
      refused({ status: 403, code: 'sso.redirect_mismatch' }),
    )
  })

  it.each(['client_id', 'redirect_uri'])('needs %s', async (name) => {
    const expected = { status: 400, code: 'request.invalid', fieldErrors: [{ field: name }] } as const
    expect(await tryBoth(without(name))).toMatchObject(refused(expected))
    expect(await tryBoth({ ...request, [name]: '' })).toMatchObject(refused(expected))
  })

  it.each([
    ['client_id', 129],
    ['redirect_uri', 2049],
    ['response_type', 2049],
    ['response_mode', 2049],
    ['state', 4097],
    ['scope', 2049],
    ['nonce', 4097],
    ['code_challenge', 2049],
    ['code_challenge_method', 2049],
    ['prompt', 2049],
    ['max_age', 2049],
    ['id_token_hint', 8193],
  ])('has a %s below %i characters and without control characters', async (name, length) => {
    const expected = { status: 400, code: 'request.invalid', fieldErrors: [{ field: name }] } as const
    expect(await tryBoth({ ...request, [name]: 'x'.repeat(length) })).toMatchObject(refused(expected))
    expect(await tryBoth({ ...request, [name]: 'a\u0000b' })).toMatchObject(refused(expected))
  })

  it('has each parameter once, and no objects', async () => {
    for (const path of [sso.authorization.path, sso.webauth.path])
      for (const name of ['client_id', 'redirect_uri', 'state', 'code_challenge']) {
        const base = new URLSearchParams(without(name)).toString()
        for (const payload of [`${base}&${name}=a&${name}=b`, `${base}&${name}.a=b`]) {
          const { envelope } = await teacher.post(path, {}, { payload })
          expect(envelope).toMatchObject({ code: 'request.invalid' })
        }
      }
  })

  it.each([
    ['without PKCE', 'invalid_request', () => without('code_challenge')],
    ['with PKCE that protects nothing', 'invalid_request', () => ({ ...request, code_challenge_method: 'plain' })],
    ['with PKCE of no method', 'invalid_request', () => without('code_challenge_method')],
    ['for a token', 'unsupported_response_type', () => ({ ...request, response_type: 'token' })],
    ['for nothing that is known', 'invalid_scope', () => ({ ...request, scope: 'everything' })],
  ])('%s is answered to the third party, without asking the person', async (_, error, make) => {
    const parameters = make()
    for (const browser of [teacher, test.visit()]) {
      const { envelope } = await ask(browser, parameters)
      expect(envelope.data).toMatchObject({ step: 'leave', address: expect.stringContaining(`error=${error}`) })
    }
    const { searchParams } = addressOf(await decide(teacher, parameters, {}))
    expect(searchParams.get('error')).toBe(error)
    expect(searchParams.get('state')).toBe('s-1')
    expect(searchParams.get('iss')).toBe('http://localhost/oidc')
    expect(searchParams.has('code')).toBe(false)
    expect(await artifacts()).toEqual([])
  })

  it('without PKCE is good for a client that is registered so, and then needs no verifier', async () => {
    const { clientId, secret } = await register(test, { pkceRequired: false })
    const parameters = { ...request, client_id: clientId }
    for (const name of ['code_challenge', 'code_challenge_method'] as const) Reflect.deleteProperty(parameters, name)
    const code = addressOf(await decide(teacher, parameters)).searchParams.get('code') ?? ''
    const redeem = (more: Record<string, string>) =>
      askForTokens(test.visit(), {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: secret,
        redirect_uri: CALLBACK,
        code,
        ...more,
      })
    // A verifier cannot be added to a code that was made without.
    expect((await redeem({ code_verifier: 'v'.repeat(43) })).body).toMatchObject({ error: 'invalid_grant' })
    expect((await redeem({})).body).toMatchObject({ token_type: 'Bearer', scope: 'openid' })
  })

  it('carries no state back when there was none', async () => {
    expect([...addressOf(await decide(teacher, without('state'))).searchParams.keys()]).toEqual(['code', 'iss'])
  })

  it('is remembered on the person’s list, each time a code is given and only then', async () => {
    const { userId } = await readMe(teacher)
    const count = async () => (await eventsOf(test, userId)).filter((kind) => kind === 'authorized').length
    const before = await count()
    await ask(teacher, request)
    await decide(teacher, request, { refuse: 'true' })
    await decide(teacher, request, {})
    expect(await count()).toBe(before)
    await decide(teacher, request)
    await decide(teacher, request, {})
    expect(await count()).toBe(before + 2)
  })

  it('does not reach the log with what it carries', async () => {
    const from = await test.signIn('teacher', { address: '198.51.100.98' })
    const code = addressOf(await decide(from, { ...request, state: 'state-in-the-body' })).searchParams.get('code')
    await until(async () =>
      test.logLines.some((line) => line.includes('198.51.100.98') && line.includes(sso.webauth.path)),
    )
    const log = test.logLines.join('\n')
    for (const secret of ['state-in-the-body', code ?? '']) expect(log).not.toContain(secret)
  })
})

describe('the way to an external application', () => {
  const entry = (query = '') => teacher.get(externalLoginUrl.path + query)
  const LOGIN = 'https://shop.example/enter?from=portal'
  const redeem = async (client: Registered, code: string, uri = LOGIN) =>
    (await askForTokens(test.visit(), { grant_type: 'authorization_code', code, redirect_uri: uri }, client)).body

  it('carries a code for a trusted one, which it redeems once at its own address', async () => {
    const shop = await register(test, { trusted: true, loginUrl: LOGIN })
    const url = addressOf(await entry())
    expect([...url.searchParams.keys()]).toEqual(['from', 'code', 'iss'])
    const code = url.searchParams.get('code') ?? ''
    expect(await redeem(await register(test), code)).toMatchObject({ error: 'invalid_grant' })
    expect(await redeem(shop, code, CALLBACK)).toMatchObject({ error: 'invalid_grant' })
    expect(await redeem(shop, code)).toMatchObject({ scope: 'openid profile' })
    expect(await redeem(shop, code)).toMatchObject({ error: 'invalid_grant' })
    expect((await eventsOf(test, (await readMe(teacher)).userId))[0]).toBe('authorized')
  })

  it.each([
    ['is not trusted', { trusted: false }],
    ['keeps no secret', { trusted: true, confidential: false }],
  ])('carries only the issuer for one that %s: it begins by itself', async (_, settings) => {
    await register(test, { ...settings, loginUrl: LOGIN })
    const url = addressOf(await entry())
    expect([...url.searchParams]).toEqual([
      ['from', 'portal'],
      ['iss', 'http://localhost/oidc'],
    ])
    expect(await artifacts()).toEqual([])
  })

  it('leads to the first by position, or to the one asked for', async () => {
    await register(test, { loginUrl: 'https://second.example/', position: 2 })
    const first = await register(test, { loginUrl: 'https://first.example/', position: 1 })
    const third = await register(test, { loginUrl: 'https://third.example/', position: 3 })
    expect(addressOf(await entry()).host).toBe('first.example')
    expect(addressOf(await entry(`?clientId=${third.clientId}`)).host).toBe('third.example')
    await runAsOwner(test, sql`update oauth_client set disabled_at = now() where client_id = ${first.clientId}`)
    expect(addressOf(await entry()).host).toBe('second.example')
  })

  it('leads nowhere when there is none, for one without an entry, an unknown, another unit’s, or by a bad id', async () => {
    const unknown = { status: 404, code: 'sso.client_unknown' }
    expect((await entry()).envelope).toMatchObject(unknown)
    const { clientId } = await register(test)
    expect((await entry(`?clientId=${clientId}`)).envelope).toMatchObject(unknown)
    expect((await entry('?clientId=nobody')).envelope).toMatchObject(unknown)
    const elsewhere = await register(test, { loginUrl: LOGIN }, 'ginkgo.localhost')
    expect((await entry(`?clientId=${elsewhere.clientId}`)).envelope).toMatchObject(unknown)
    const invalid = { status: 400, code: 'request.invalid', fieldErrors: [{ field: 'clientId' }] }
    for (const id of ['', 'x'.repeat(129), 'a%00b'])
      expect((await entry(`?clientId=${id}`)).envelope).toMatchObject(invalid)
    expect((await entry('?clientId=a&clientId=b')).envelope).toMatchObject({ code: 'request.invalid' })
  })

  it('is asked by somebody who is signed in, from a page of the portal', async () => {
    expect((await test.visit().get(externalLoginUrl.path)).envelope.code).toBe('session.required')
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await teacher.get(externalLoginUrl.path, { headers })).envelope.code).toBe('request.cross_site')
  })
})

describe('the same third party at two units', () => {
  it('may have one id, and is two all the same', async () => {
    const unitId = await unitOf(test, 'ginkgo.localhost')
    await runAsOwner(
      test,
      sql`insert into oauth_client select ${unitId}::uuid, client_id, 'Elsewhere', 'Elsewhere', secret_hash, '{https://elsewhere.example/}'
        from oauth_client where client_id = ${request['client_id']}`,
    )
    expect((await ask(teacher, request)).envelope.data).toMatchObject({ clientEnglishName: 'Library' })
    expect(await tryBoth({ ...request, redirect_uri: 'https://elsewhere.example/' })).toMatchObject(
      refused({ status: 403, code: 'sso.redirect_mismatch' }),
    )
  })
})
