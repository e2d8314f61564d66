import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { type TestApp, createTestApp } from '../app/app.ts'
import { runAsOwner } from './session-probe.ts'
import type { Answer, TestBrowser } from '../browser/test-browser.ts'

/** How long an authenticator shows a code, in ms. */
const STEP = 30_000

/** The code that an authenticator shows, or showed or will show so many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP })
}

/** A code of none of the steps around now. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

/** Asks for the secret of a new authenticator, with the right password unless `given` has another. */
export function begin(browser: TestBrowser, given: Record<string, string> = {}): Promise<Answer> {
  return browser.post(secondFactor.beginSecondStep.path, { password: DEMO_PASSWORD, ...given })
}

/** Confirms a new authenticator by a code that it shows. */
export function confirm(browser: TestBrowser, code: string): Promise<Answer> {
  return browser.post(secondFactor.confirmSecondStep.path, { code })
}

/** Turns one's own second step off. */
export function turnOff(browser: TestBrowser, otp: string, password: string = DEMO_PASSWORD): Promise<Answer> {
  return browser.post(secondFactor.turnOffSecondStep.path, { password, otp })
}

/** What a person is told of their second step. */
export async function stateOf(browser: TestBrowser): Promise<ResponseOf<typeof secondFactor.secondStep>> {
  return z.parse(secondFactor.secondStep.response, (await browser.get(secondFactor.secondStep.path)).envelope.data)
}

/** The secret of a new authenticator, which is good once it is confirmed. Throws when it is refused. */
export async function beginSecret(browser: TestBrowser, otp?: string): Promise<string> {
  const { envelope } = await begin(browser, otp === undefined ? {} : { otp })
  return z.parse(secondFactor.beginSecondStep.response, envelope.data).secret
}

/** Secret and codes of a person who turned the second step on. */
export interface TurnedOn {
  readonly secret: string
  readonly recoveryCodes: string[]
}

/** Turns the second step on for the signed-in person; the code of this moment is used up by it. */
export async function turnOnSecondStep(browser: TestBrowser): Promise<TurnedOn> {
  const secret = await beginSecret(browser)
  const { envelope } = await confirm(browser, codeOf(secret))
  return { secret, recoveryCodes: z.parse(secondFactor.confirmSecondStep.response, envelope.data).recoveryCodes }
}

/** The demo school, where no account has a second step yet. */
export interface TwoStepSchool {
  readonly test: TestApp
  /** Turns the second step on for the signed-in person, with no code used up. */
  turnOn(browser: TestBrowser): Promise<TurnedOn>
  /** Codes that were used count as never seen. */
  forgetSteps(): Promise<unknown>
  tryLogin(username: string, otp?: string, browser?: TestBrowser, password?: string): Promise<Answer>
  /** The code of the answer to a sign-in. */
  codeFor(...attempt: Parameters<TwoStepSchool['tryLogin']>): Promise<string>
}

/** Starts the school before the tests of a file and closes it after them; each test finds no second step and no account slowed down. */
export function useTwoStepSchool(): TwoStepSchool {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())
  afterEach(() => vi.useRealTimers())
  beforeEach(async () => {
    // Server and test read the same clock, which stands in the middle of a step: no code goes out of date during a test.
    vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(Date.now() / STEP) + 0.5) * STEP })
    await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
    await runAsOwner(test, sql`delete from second_step`)
    await runAsOwner(test, sql`delete from second_step_setup`)
    await runAsOwner(test, sql`delete from recovery_code`)
  })

  const forgetSteps = () => runAsOwner(test, sql`update second_step set last_step = 0`)
  const tryLogin: TwoStepSchool['tryLogin'] = (username, otp, browser = test.visit(), password = DEMO_PASSWORD) =>
    browser.post(session.login.path, { username, password, ...(otp !== undefined && { otp }) })

  return {
    get test() {
      return test
    },
    async turnOn(browser) {
      const turnedOn = await turnOnSecondStep(browser)
      await forgetSteps()
      return turnedOn
    },
    forgetSteps,
    tryLogin,
    codeFor: async (...attempt) => (await tryLogin(...attempt)).envelope.code,
  }
}
