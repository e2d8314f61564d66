import * as z from 'zod/mini'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import { createSoftwarePasskey, type Ceremony, type SoftwarePasskey } from '../fakes/authenticator.ts'
import type { Answer, TestBrowser } from '../browser/test-browser.ts'

/** The password of every account of the demo. */
const PASSWORD = 'Campus2026'

/** A call by POST with a JSON body. */
export function postJson(browser: TestBrowser, path: string, body: unknown): Promise<Answer> {
  return browser.post(path, {}, { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
}

/** The challenge for a new passkey of the signed-in person. Throws when it is refused. */
export async function askToRegister(browser: TestBrowser, password = PASSWORD): Promise<string> {
  const { envelope } = await browser.post(secondFactor.registerPasskeyOptions.path, { password })
  return z.parse(secondFactor.registerPasskeyOptions.response, envelope.data).challenge
}

/** Sends what a device made of its challenge. */
export function sendPasskey(browser: TestBrowser, response: unknown, name = '我的手机'): Promise<Answer> {
  return postJson(browser, secondFactor.registerPasskey.path, { name, response })
}

/** Registers a passkey as its person would, and returns what the server says of it. Throws when it is refused. */
export async function registerPasskey(
  browser: TestBrowser,
  passkey = createSoftwarePasskey(),
  at: Partial<Ceremony> = {},
) {
  const { envelope } = await sendPasskey(browser, passkey.create({ challenge: await askToRegister(browser), ...at }))
  return { passkey, own: z.parse(secondFactor.registerPasskey.response, envelope.data) }
}

/** The challenge for a sign-in. Throws when it is refused. */
export async function askToSignIn(browser: TestBrowser): Promise<string> {
  const { envelope } = await browser.post(secondFactor.signInPasskeyOptions.path)
  return z.parse(secondFactor.signInPasskeyOptions.response, envelope.data).options.challenge
}

/** Signs in by a passkey in a browser, from challenge to answer. */
export async function signInByPasskey(
  passkey: SoftwarePasskey,
  browser: TestBrowser,
  at: Partial<Ceremony> = {},
  handle?: string,
): Promise<Answer> {
  const response = passkey.get({ challenge: await askToSignIn(browser), ...at }, handle)
  return postJson(browser, secondFactor.signInPasskey.path, { response })
}

/** The passkeys of the signed-in person. */
export async function listPasskeys(browser: TestBrowser) {
  return z.parse(secondFactor.ownPasskeys.response, (await browser.get(secondFactor.ownPasskeys.path)).envelope.data)
}
