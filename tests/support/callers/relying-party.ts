import { sql } from 'drizzle-orm'
import * as client from 'openid-client'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import type { TestApp } from '../app/app.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { readMe, runAsOwner } from './session-probe.ts'
import { addressOf, begin, type Begun, decide, nextStep } from './third-party.ts'

/** Parameters of a request beside the usual ones; undefined takes one away. */
export type More = Readonly<Record<string, string | undefined>>

/** As openid-client is set up by default, and with the checks that it has besides. */
export const SETTINGS = ['default', 'strict'] as const

/** Turns on the checks of openid-client that are off by default. */
export function setUp(config: client.Configuration, settings: (typeof SETTINGS)[number]): client.Configuration {
  if (settings === 'strict') client.enableNonRepudiationChecks(config)
  return config
}

/** Follows a request as the page does for a person who agrees to all and signs in no more, to the address at which the third party gets an answer. */
export async function follow(browser: TestBrowser, { parameters }: Begun): Promise<URL> {
  const { step, address, started } = await nextStep(browser, parameters)
  if (address !== null) return new URL(address)
  if (step === 'sign-in' || step === 'other-account') throw new Error(`the person has to sign in (${step})`)
  const sent = started === null ? {} : { started }
  return addressOf(await decide(browser, parameters, { ...sent, consent: 'true', chosen: 'true' }))
}

/** The answer to a request with these parameters. */
export async function answerTo(
  config: client.Configuration,
  browser: TestBrowser,
  more: More = {},
  scope = 'openid',
): Promise<Begun & { readonly back: URL }> {
  const begun = await begin(config, scope, more)
  return { ...begun, back: await follow(browser, begun) }
}

/** The tokens of a request with these parameters, after all checks of openid-client. */
export async function tokensOf(
  config: client.Configuration,
  browser: TestBrowser,
  more: More = {},
  scope = 'openid',
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const { back, checks } = await answerTo(config, browser, more, scope)
  const { expectedNonce, ...others } = checks
  return client.authorizationCodeGrant(config, back, {
    ...others,
    idTokenExpected: scope.includes('openid'),
    ...('nonce' in more ? more['nonce'] !== undefined && { expectedNonce: more['nonce'] } : { expectedNonce }),
    ...('state' in more && { expectedState: more['state'] ?? client.skipStateCheck }),
    ...(more['max_age'] !== undefined && { maxAge: Number(more['max_age']) }),
  })
}

/** Lets the present sessions of a browser's person have been proved some seconds earlier. */
export async function age(test: TestApp, browser: TestBrowser, seconds: number): Promise<void> {
  const { userId } = await readMe(browser)
  await runAsOwner(
    test,
    sql`update session set authenticated_at = authenticated_at - make_interval(secs => ${seconds}) where user_id = ${userId}`,
  )
}

/** Signs a person in again in the same browser. */
export async function signInAgain(browser: TestBrowser, username = 'teacher'): Promise<void> {
  const { envelope } = await browser.post(session.login.path, { username, password: DEMO_PASSWORD })
  if (envelope.status !== 200) throw new Error(`refused: ${envelope.code}`)
}
