import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { logoutRequest } from '../../../contract/endpoints/sign-in/sso.ts'
import { pageOf } from '../../../contract/pages.ts'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { answerTo, SETTINGS, setUp, signInAgain, tokensOf } from '../../support/callers/relying-party.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { register } from '../../support/callers/third-party.ts'

// The cases of the OpenID Foundation's plan "RP-Initiated Logout OP", by the library that third parties use.

const school = useListeningSchool()
const BYE = 'https://library.example/bye?from=portal'
const STATE = 's&1 '

interface Lab {
  readonly config: client.Configuration
  readonly browser: TestBrowser
  readonly idToken: string
}

/** What the page of the address that openid-client builds is told. */
async function asked({ config, browser }: Lab, parameters: Record<string, string>, without: readonly string[] = []) {
  const url = client.buildEndSessionUrl(config, parameters)
  expect(pageOf(url.pathname)).toEqual({ kind: 'logout' })
  for (const name of without) url.searchParams.delete(name)
  const { envelope } = await browser.post(logoutRequest.path, Object.fromEntries(url.searchParams))
  return z.parse(logoutRequest.response, envelope.data)
}

const back = (state?: string) => `${BYE}${state === undefined ? '' : `&${new URLSearchParams({ state })}`}`
const NO_HINT = { post_logout_redirect_uri: BYE }

const CASES: Record<string, (lab: Lab) => Promise<void>> = {
  'with the hint of this session goes on without a question': async (lab) => {
    const parameters = { id_token_hint: lab.idToken, post_logout_redirect_uri: BYE, state: STATE }
    expect(await asked(lab, parameters)).toEqual({
      ask: false,
      clientName: '图书馆',
      clientEnglishName: 'Library',
      address: back(STATE),
      problem: null,
    })
  },
  'with the hint alone needs no client_id': async (lab) => {
    const parameters = { id_token_hint: lab.idToken, post_logout_redirect_uri: BYE }
    expect(await asked(lab, parameters, ['client_id'])).toMatchObject({ ask: false, address: BYE })
  },
  'without a state leads back without one': async (lab) => {
    const parameters = { id_token_hint: lab.idToken, post_logout_redirect_uri: BYE }
    expect(await asked(lab, parameters)).toMatchObject({ address: back() })
  },
  'with a state of 4096 characters leads back with it': async (lab) => {
    const state = 'x'.repeat(4096)
    expect(await asked(lab, { ...NO_HINT, state })).toMatchObject({ address: back(state) })
  },
  'with a hint that has expired is good': async (lab) => {
    const { 1: payload = '' } = lab.idToken.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).exp).toBeTypeOf('number')
    const now = Date.now
    Date.now = () => now() + 3 * 3600 * 1000
    try {
      expect(await asked(lab, { id_token_hint: lab.idToken, ...NO_HINT })).toMatchObject({ problem: null })
    } finally {
      Date.now = now
    }
  },
  'without a hint is asked about': async (lab) => {
    expect(await asked(lab, NO_HINT)).toMatchObject({ ask: true, address: BYE, problem: null })
  },
  'with the hint of another session of the person is asked about': async (lab) => {
    await signInAgain(lab.browser)
    expect(await asked(lab, { id_token_hint: lab.idToken, ...NO_HINT })).toMatchObject({ ask: true, address: BYE })
  },
  'with the hint of another person is asked about': async (lab) => {
    const other = await tokensOf(lab.config, await school.signIn('staff'))
    expect(await asked(lab, { id_token_hint: other.id_token ?? '', ...NO_HINT })).toMatchObject({ ask: true })
  },
  'with a changed hint leads nowhere': async (lab) => {
    const changed = `${lab.idToken.slice(0, -4)}${lab.idToken.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    expect(await asked(lab, { id_token_hint: changed, ...NO_HINT })).toMatchObject({
      ask: true,
      address: null,
      problem: 'sso.logout_hint',
    })
  },
  'with a hint that is no token leads nowhere': async (lab) => {
    for (const token of ['x', 'a.b.c', '..'])
      expect(await asked(lab, { id_token_hint: token, ...NO_HINT })).toMatchObject({ problem: 'sso.logout_hint' })
  },
  'with the hint of another client leads nowhere': async (lab) => {
    const other = await tokensOf(await school.connect(), lab.browser)
    expect(await asked(lab, { id_token_hint: other.id_token ?? '', ...NO_HINT })).toMatchObject({
      address: null,
      problem: 'sso.logout_hint',
    })
  },
  'to an address that is not registered leads nowhere': async (lab) => {
    for (const uri of [
      'https://evil.example/',
      `${BYE}&a=b`,
      'https://library.example/callback',
      'javascript:alert(1)',
    ])
      expect(await asked(lab, { id_token_hint: lab.idToken, post_logout_redirect_uri: uri })).toMatchObject({
        ask: false,
        address: null,
        problem: 'sso.logout_address',
      })
  },
  'to a registered address of no client leads nowhere': async (lab) => {
    expect(await asked(lab, NO_HINT, ['client_id'])).toMatchObject({
      ask: true,
      clientName: null,
      address: null,
      problem: 'sso.logout_address',
    })
  },
  'to a registered address of an unknown client leads nowhere': async (lab) => {
    for (const client_id of ['unknown', 'ab', '学校'])
      expect(await asked(lab, { ...NO_HINT, client_id })).toMatchObject({ problem: 'sso.logout_address' })
  },
  'without an address stays': async (lab) => {
    expect(await asked(lab, { id_token_hint: lab.idToken })).toMatchObject({ ask: false, address: null, problem: null })
  },
  'without any parameter asks, and stays': async (lab) => {
    expect(await asked(lab, { state: STATE }, ['client_id'])).toMatchObject({ ask: true, address: null, problem: null })
  },
  'after the session has ended leads back without a question': async (lab) => {
    await lab.browser.post(session.logout.path)
    expect(await asked(lab, { id_token_hint: lab.idToken, ...NO_HINT })).toMatchObject({ ask: false, address: BYE })
  },
  'changes nothing by itself': async (lab) => {
    await asked(lab, { id_token_hint: lab.idToken, ...NO_HINT })
    expect((await answerTo(lab.config, lab.browser, { prompt: 'none' })).back.searchParams.has('code')).toBe(true)
  },
  'by POST is led to the page': async ({ config, idToken }) => {
    const body = new URLSearchParams({ id_token_hint: idToken, ...NO_HINT })
    const address = config.serverMetadata().end_session_endpoint ?? ''
    const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/oidc/logout?${body.toString()}`])
  },
}

describe.each(SETTINGS)('a request to sign out, with the %s settings of openid-client', (settings) => {
  it.each(Object.entries(CASES))('%s', async (_, run) => {
    const config = setUp(await school.connect({ postLogoutRedirectUris: [BYE] }), settings)
    const browser = await school.signIn()
    const { id_token: idToken = '' } = await tokensOf(config, browser)
    await expect(run({ config, browser, idToken })).resolves.toBeUndefined()
  })
})

describe('a request to sign out', () => {
  it('leads to no application that is turned off', async () => {
    const { clientId } = await register(school.test, { postLogoutRedirectUris: [BYE], disabled: true })
    const { envelope } = await (await school.signIn()).post(logoutRequest.path, { ...NO_HINT, client_id: clientId })
    expect(envelope.data).toMatchObject({ address: null, problem: 'sso.logout_address' })
  })

  it('is not made by another site, nor by a form that is too long', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const { envelope } = await (await school.signIn()).post(logoutRequest.path, {}, { headers })
    expect(envelope.code).toBe('request.cross_site')
    const body = new URLSearchParams({ state: 'x'.repeat(15_000) })
    expect((await fetch(`${school.at.origin}/oidc/logout`, { method: 'POST', body })).status).toBe(413)
  })
})
