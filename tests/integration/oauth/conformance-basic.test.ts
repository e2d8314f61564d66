import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { readMe } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import {
  age,
  answerTo,
  follow,
  type More,
  SETTINGS,
  setUp,
  signInAgain,
  tokensOf,
} from '../../support/callers/relying-party.ts'
import { ask, begin, CALLBACK, decide, failure, nextStep, register } from '../../support/callers/third-party.ts'

// The cases of the OpenID Foundation's plan "Basic OP", by the library that third parties use.

const school = useListeningSchool()
const LONG = 'x'.repeat(4096)

interface Lab {
  readonly config: client.Configuration
  readonly browser: TestBrowser
}

/** The request is answered with a code whose tokens pass every check. */
const succeeds =
  (more: More = {}, scope?: string) =>
  async ({ config, browser }: Lab) => {
    expect((await tokensOf(config, browser, more, scope)).claims()?.sub).toBe((await readMe(browser)).userId)
  }

/** The third party gets this error, with its state and the issuer, and no code. */
const failsWith =
  (error: string, more: More, scope?: string) =>
  async ({ config, browser }: Lab) => {
    const { back, checks, parameters } = await answerTo(config, browser, more, scope)
    expect(back.searchParams.get('error')).toBe(error)
    expect(back.searchParams.get('state')).toBe(checks.expectedState)
    expect(back.searchParams.get('iss')).toBe(config.serverMetadata().issuer)
    expect(back.searchParams.has('code')).toBe(false)
    expect(parameters['redirect_uri']).toBe(CALLBACK)
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error })
  }

/** The browser stays at the portal. */
const stays =
  (code: string, more: More) =>
  async ({ config, browser }: Lab) => {
    const { parameters } = await begin(config, 'openid', more)
    for (const who of [browser, school.test.visit(school.at)])
      expect((await ask(who, parameters)).envelope).toEqual(expect.objectContaining({ code }))
    const { envelope, response } = await decide(browser, parameters)
    expect(envelope.code).toBe(code)
    expect(response.body).not.toContain(CALLBACK)
  }

const authTimeOf = (tokens: client.TokenEndpointResponseHelpers) => Number(tokens.claims()?.auth_time)
const nobody = () => school.test.visit(school.at)

const CASES: Record<string, (lab: Lab) => Promise<void>> = {
  'a code without a nonce': succeeds({ nonce: undefined }),
  'a code without a state': async ({ config, browser }) => {
    const { back } = await answerTo(config, browser, { state: undefined })
    expect([...back.searchParams.keys()]).toEqual(['code', 'iss'])
  },
  'a state of 4096 characters comes back': async ({ config, browser }) => {
    const { back } = await answerTo(config, browser, { state: LONG })
    expect(back.searchParams.get('state')).toBe(LONG)
  },
  'a nonce of 4096 characters is in the ID token': succeeds({ nonce: LONG }),
  'a state with any characters': async ({ config, browser }) => {
    const state = ' a&b=c%20d+e#"é学?'
    expect((await answerTo(config, browser, { state })).back.searchParams.get('state')).toBe(state)
  },
  'a request without response_type': failsWith('invalid_request', { response_type: undefined }),
  'a response_type that is not supported': failsWith('unsupported_response_type', { response_type: 'id_token' }),
  'response_mode=query': succeeds({ response_mode: 'query' }),
  'a response_mode that is not supported': failsWith('invalid_request', { response_mode: 'form_post' }),
  'scope openid alone': succeeds({}, 'openid'),
  'scope profile': succeeds({}, 'openid profile'),
  'scope email': succeeds({}, 'openid email'),
  'scopes address and phone, which are left out': succeeds({}, 'openid address phone'),
  'all scopes': succeeds({}, 'openid profile email address phone offline_access'),
  'scopes in another order': succeeds({}, 'email profile openid'),
  'no scope that is known': failsWith('invalid_scope', {}, 'everything'),
  'userinfo by GET': async ({ config, browser }) => {
    const { access_token } = await tokensOf(config, browser, {}, 'openid profile')
    const { userId, realName } = await readMe(browser)
    expect(await client.fetchUserInfo(config, access_token, userId)).toMatchObject({ sub: userId, name: realName })
  },
  'userinfo by POST with the token in the header': async ({ config, browser }) => {
    const { access_token } = await tokensOf(config, browser)
    const me = new URL(config.serverMetadata().userinfo_endpoint ?? '')
    const answer = await client.fetchProtectedResource(config, access_token, me, 'POST')
    expect(await answer.json()).toMatchObject({ sub: (await readMe(browser)).userId })
  },
  'userinfo by POST with the token in the body': async ({ config, browser }) => {
    const { access_token } = await tokensOf(config, browser)
    const body = new URLSearchParams({ access_token })
    const answer = await fetch(config.serverMetadata().userinfo_endpoint ?? '', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ sub: (await readMe(browser)).userId })
  },
  'userinfo without a token': async ({ config }) => {
    const answer = await fetch(config.serverMetadata().userinfo_endpoint ?? '')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])
  },
  'display=page': succeeds({ display: 'page' }),
  'display=popup': succeeds({ display: 'popup' }),
  'an unknown parameter': succeeds({ extra: 'foobar' }),
  ui_locales: succeeds({ ui_locales: 'en zh' }),
  claims_locales: succeeds({ claims_locales: 'se' }),
  'claims, which are not supported': succeeds({ claims: '{"id_token":{"name":{"essential":true}}}' }),
  login_hint: succeeds({ login_hint: 'teacher' }),
  acr_values: async ({ config, browser }) => {
    expect((await tokensOf(config, browser, { acr_values: '1 2' })).claims()?.['acr']).toBe('1')
  },
  'a request object, which is not supported': failsWith('request_not_supported', { request: 'e30.e30.' }),
  'a request_uri, which is not supported': failsWith('request_uri_not_supported', {
    request_uri: 'https://library.example/request',
  }),
  'a registration, which is not supported': failsWith('registration_not_supported', { registration: '{}' }),
  'a parameter twice': failsWith('invalid_request', { repeated: 'scope' }),
  'PKCE that protects nothing': failsWith('invalid_request', { code_challenge_method: 'plain' }),
  'no PKCE': failsWith('invalid_request', { code_challenge: undefined, code_challenge_method: undefined }),
  'auth_time in each ID token': async ({ config, browser }) => {
    await age(school.test, browser, 500)
    const [first, second] = [await tokensOf(config, browser), await tokensOf(config, browser)]
    expect(authTimeOf(first)).toBeLessThanOrEqual(Date.now() / 1000 - 500)
    expect(authTimeOf(second)).toBe(authTimeOf(first))
  },
  'prompt=none for somebody who is not signed in': async ({ config }) => {
    await failsWith('login_required', { prompt: 'none' })({ config, browser: nobody() })
  },
  'prompt=none before consent': failsWith('consent_required', { prompt: 'none' }),
  'prompt=none after consent': async (lab) => {
    await succeeds()(lab)
    await succeeds({ prompt: 'none' })(lab)
    await failsWith('consent_required', { prompt: 'none' }, 'openid email')(lab)
  },
  'prompt=none with another value': failsWith('invalid_request', { prompt: 'none login' }),
  'a prompt that there is not': failsWith('invalid_request', { prompt: 'create' }),
  'prompt=login': async ({ config, browser }) => {
    const first = await tokensOf(config, browser)
    await age(school.test, browser, 60)
    const begun = await begin(config, 'openid', { prompt: 'login' })
    const { step, started } = await nextStep(browser, begun.parameters)
    expect(step).toBe('sign-in')
    await signInAgain(browser)
    const parameters = { ...begun.parameters, started: started ?? '' }
    const back = await follow(browser, { ...begun, parameters })
    const again = await client.authorizationCodeGrant(config, back, begun.checks)
    expect(authTimeOf(again)).toBeGreaterThan(authTimeOf(first) - 60)
    expect(again.claims()?.sub).toBe(first.claims()?.sub)
  },
  'prompt=login by an older sign-in': async ({ config, browser }) => {
    const { parameters } = await begin(config, 'openid', { prompt: 'login' })
    const { started } = await nextStep(browser, parameters)
    const envelope = async (given?: string) =>
      (await decide(browser, parameters, { consent: 'true', ...(given !== undefined && { started: given }) })).envelope
    expect(await envelope(started ?? '')).toMatchObject({ code: 'sso.sign_in_due' })
    expect(await envelope()).toMatchObject({ code: 'sso.sign_in_due' })
  },
  'prompt=login, refused': async ({ config, browser }) => {
    const { parameters } = await begin(config, 'openid', { prompt: 'login' })
    const { envelope } = await decide(browser, parameters, { refuse: 'true' })
    expect(new URL(String(envelope.data)).searchParams.get('error')).toBe('login_required')
  },
  'prompt=consent asks again': async (lab) => {
    await succeeds()(lab)
    const { parameters } = await begin(lab.config, 'openid', { prompt: 'consent' })
    expect((await nextStep(lab.browser, parameters)).step).toBe('consent')
    expect((await decide(lab.browser, parameters, {})).envelope.code).toBe('sso.consent_required')
    await succeeds({ prompt: 'consent' })(lab)
  },
  'prompt=select_account asks for the account': async (lab) => {
    await succeeds()(lab)
    const { parameters } = await begin(lab.config, 'openid', { prompt: 'select_account' })
    expect((await nextStep(lab.browser, parameters)).step).toBe('choose-account')
    expect((await decide(lab.browser, parameters, {})).envelope.code).toBe('sso.sign_in_due')
    expect((await decide(lab.browser, parameters, { chosen: 'true' })).envelope.code).toBe('ok')
  },
  'max_age=1 after a while': async ({ config, browser }) => {
    await age(school.test, browser, 10)
    const { parameters } = await begin(config, 'openid', { max_age: '1' })
    expect((await nextStep(browser, parameters)).step).toBe('sign-in')
  },
  'max_age=10000': succeeds({ max_age: '10000' }),
  'max_age=0 asks each time': async ({ config, browser }) => {
    const { parameters } = await begin(config, 'openid', { max_age: '0' })
    const { step, started } = await nextStep(browser, parameters)
    expect(step).toBe('sign-in')
    await signInAgain(browser)
    expect((await nextStep(browser, { ...parameters, started: started ?? '' })).step).toBe('consent')
    expect((await nextStep(browser, parameters)).step).toBe('sign-in')
  },
  'max_age with prompt=none after a while': async (lab) => {
    await succeeds()(lab)
    await age(school.test, lab.browser, 10)
    await failsWith('login_required', { prompt: 'none', max_age: '5' })(lab)
  },
  'max_age that is no number': failsWith('invalid_request', { max_age: '-1' }),
  'id_token_hint of the person': async (lab) => {
    const { id_token } = await tokensOf(lab.config, lab.browser)
    await succeeds({ prompt: 'none', id_token_hint: id_token ?? '' })(lab)
  },
  'id_token_hint of another person': async ({ config, browser }) => {
    const { id_token } = await tokensOf(config, await school.signIn('staff'))
    await tokensOf(config, browser)
    await failsWith('login_required', { prompt: 'none', id_token_hint: id_token ?? '' })({ config, browser })
    const { parameters } = await begin(config, 'openid', { id_token_hint: id_token ?? '' })
    expect((await nextStep(browser, parameters)).step).toBe('other-account')
    expect((await decide(browser, parameters)).envelope.code).toBe('sso.sign_in_due')
  },
  'id_token_hint that was changed': async (lab) => {
    const { id_token = '' } = await tokensOf(lab.config, lab.browser)
    const changed = id_token.slice(0, -4) + (id_token.endsWith('AAAA') ? 'BBBB' : 'AAAA')
    await failsWith('invalid_request', { id_token_hint: changed })(lab)
  },
  'id_token_hint of another client': async (lab) => {
    const { id_token } = await tokensOf(await school.connect(), lab.browser)
    await failsWith('invalid_request', { id_token_hint: id_token ?? '' })(lab)
  },
  'a redirect address that is not registered': stays('sso.redirect_mismatch', { redirect_uri: `${CALLBACK}/other` }),
  'a redirect address with a query added': stays('sso.redirect_mismatch', { redirect_uri: `${CALLBACK}?foo=bar` }),
  'no redirect address': stays('request.invalid', { redirect_uri: undefined }),
  'a client that there is not': stays('sso.client_unknown', { client_id: 'unknown' }),
  'a request by POST': async ({ config }) => {
    const { parameters } = await begin(config)
    const body = new URLSearchParams(parameters)
    const address = config.serverMetadata().authorization_endpoint ?? ''
    const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/oidc/authorize?${body.toString()}`])
  },
  'a code twice': async ({ config, browser }) => {
    const { back, checks } = await answerTo(config, browser)
    const { access_token } = await client.authorizationCodeGrant(config, back, checks)
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error: 'invalid_grant' })
    const { userId } = await readMe(browser)
    expect(await failure(client.fetchUserInfo(config, access_token, userId))).toMatchObject({ status: 401 })
  },
  'the secret in the body': async ({ browser }) => {
    const { clientId, secret } = await register(school.test)
    const options = { execute: [client.allowInsecureRequests] }
    const issuer = new URL(`${school.at.origin}/oidc`)
    const config = await client.discovery(issuer, clientId, undefined, client.ClientSecretPost(secret), options)
    expect((await tokensOf(config, browser)).claims()?.aud).toBe(clientId)
  },
  'a refresh token keeps who and when': async ({ config, browser }) => {
    const first = await tokensOf(config, browser, {}, 'openid offline_access')
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    const named = (tokens: client.TokenEndpointResponseHelpers) => {
      const { iss, sub, aud, auth_time, acr, sid } = { ...tokens.claims() }
      return { iss, sub, aud, auth_time, acr, sid }
    }
    expect(named(second)).toEqual(named(first))
  },
}

describe.each(SETTINGS)('with the %s settings of openid-client', (settings) => {
  it.each(Object.entries(CASES))('%s', async (_, run) => {
    const config = setUp(await school.connect(), settings)
    await expect(run({ config, browser: await school.signIn() })).resolves.toBeUndefined()
  })
})
