import { sql } from 'drizzle-orm'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { saveClient, type ClientSettings } from '../../../server/modules/oauth/oauth-clients.ts'
import type { TestApp } from '../app/app.ts'
import { runAsOwner, unitOf } from './session-probe.ts'
import type { Answer, TestBrowser } from '../browser/test-browser.ts'

/** Redirect address of the tests' third parties; nothing listens there. */
export const CALLBACK = 'https://library.example/callback'

/** What an administrator says of a third party, unless a test wants another. */
export const LIBRARY: ClientSettings = {
  name: '图书馆',
  englishName: 'Library',
  confidential: true,
  redirectUris: [CALLBACK],
  postLogoutRedirectUris: [],
  ownScopes: [],
  logo: null,
  pkceRequired: true,
  trusted: false,
  loginUrl: null,
  mayIssueTickets: false,
  adminTickets: false,
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: false,
  position: 0,
  disabled: false,
}

/** A registered third party and its secret ('' for one that has none). */
export interface Registered {
  readonly clientId: string
  readonly secret: string
}

/** Where an application is reached from outside its process; a browser of the test takes it as its options. */
export interface Listening {
  /** `http://localhost:port`: the demo's Riverside School. */
  readonly origin: string
  readonly host: string
}

/** Lets the application listen on loopback, at any free port. */
export async function listenAt(test: TestApp): Promise<Listening> {
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const address = test.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  const host = `localhost:${address.port}`
  return { origin: `http://${host}`, host }
}

/** Registers a third party at a unit as its administrator `admin` does. */
export async function register(
  test: TestApp,
  settings: Partial<ClientSettings> = {},
  host = 'localhost',
): Promise<Registered> {
  const unitId = await unitOf(test, host)
  const [admin] = await runAsOwner(
    test,
    sql`select user_id from user_account where unit_id = ${unitId} and login_name = 'admin'`,
  )
  const saved = await test.database.inUnit({ unitId, userId: null }, (tx) =>
    saveClient(tx, unitId, {}, { ...LIBRARY, ...settings }, String(admin?.['user_id'])),
  )
  return { clientId: saved.clientId, secret: saved.secret ?? '' }
}

/** A third party's library, as it has set itself up from what the portal tells about itself. */
export async function discover(origin: string, { clientId, secret }: Registered): Promise<client.Configuration> {
  return client.discovery(
    new URL(`${origin}/oidc`),
    clientId,
    undefined,
    secret === '' ? client.None() : client.ClientSecretBasic(secret),
    { execute: [client.allowInsecureRequests] },
  )
}

/** How a third party that keeps a secret proves itself: the header of HTTP's own authentication. */
export function basicOf({ clientId, secret }: Registered): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` }
}

/** What the token endpoint answers to a form, whose fields without a value are left out; with `registered`, to one that proves itself. */
export async function askForTokens(
  browser: TestBrowser,
  form: Record<string, string | undefined>,
  registered?: Registered,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const response = await browser.request('POST', '/oidc/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(registered && basicOf(registered)) },
    payload: new URLSearchParams(given).toString(),
  })
  return { status: response.statusCode, body: Object(response.json()) }
}

/** What a third party keeps of a request, and the parameters with which it sends a browser to the portal. */
export interface Begun {
  readonly parameters: Record<string, string>
  readonly checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
}

/** Begins a sign-in as a third party does; `more`: parameters of its own, undefined takes one away. */
export async function begin(
  config: client.Configuration,
  scope = 'openid profile',
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<Begun> {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const parameters = { ...Object.fromEntries(url.searchParams), ...more }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { parameters: Object.fromEntries(given), checks }
}

/** What the page of a request is told to do next. Throws when it is refused. */
export async function nextStep(
  browser: TestBrowser,
  parameters: Record<string, string>,
): Promise<ResponseOf<typeof sso.authorization>> {
  const { envelope } = await ask(browser, parameters)
  if (envelope.status !== 200) throw new Error(`refused: ${envelope.code}`)
  return z.parse(sso.authorization.response, envelope.data)
}

/** Asks what the consent page shows. */
export function ask(browser: TestBrowser, parameters: Record<string, string>): Promise<Answer> {
  return browser.post(sso.authorization.path, parameters)
}

/** Decides as the consent page does. */
export function decide(
  browser: TestBrowser,
  parameters: Record<string, string>,
  decision: { consent?: 'true'; chosen?: 'true'; refuse?: 'true'; started?: string; unitHost?: string } = {
    consent: 'true',
  },
): Promise<Answer> {
  return browser.post(sso.webauth.path, { ...parameters, ...decision })
}

/** The address that the browser is sent to. Throws when there is none. */
export function addressOf({ envelope }: Answer): URL {
  if (typeof envelope.data !== 'string') throw new Error(`refused: ${envelope.code}`)
  return new URL(envelope.data)
}

/** A sign-in at a third party that a person has allowed: `back` is the address that brings the code. */
export async function allow(
  config: client.Configuration,
  browser: TestBrowser,
  scope?: string,
): Promise<Begun & { readonly back: URL }> {
  const begun = await begin(config, scope)
  return { ...begun, back: addressOf(await decide(browser, begun.parameters)) }
}

/** Signs a person in at a third party from beginning to end, with consent. */
export async function signInThere(
  config: client.Configuration,
  browser: TestBrowser,
  scope?: string,
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const { back, checks } = await allow(config, browser, scope)
  return client.authorizationCodeGrant(config, back, checks)
}

/** The error that a promise is rejected with; one without `error` when it is not. */
export function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => ({ error: undefined }),
    (error: unknown) => error,
  )
}

/** Asks for new tokens as a third party does. */
export function refresh(
  config: client.Configuration,
  token: string | undefined,
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  return client.refreshTokenGrant(config, token ?? '')
}
