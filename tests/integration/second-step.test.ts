import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as rows from '../../contract/calls/second-factor.ts'
import { login } from '../../contract/calls/session.ts'
import { collectIdentity } from '../../server/services/identity-upkeep.ts'
import type { TestApp } from '../support/app.ts'
import { createTestApp } from '../support/app.ts'
import { eventsOf, readMe, runAsOwner } from '../support/session-probe.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'Campus2026'
const STEP = 30_000

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await stayInStep()
  await runAsOwner(test, sql`delete from login_attempt`)
  await runAsOwner(test, sql`delete from second_step`)
  await runAsOwner(test, sql`delete from second_step_setup`)
  await runAsOwner(test, sql`delete from recovery_code`)
})

/** The code that an authenticator shows, or showed or will show so many steps from now. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP })
/** A code of none of the steps around now. */
function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}
/** Waits until the codes around now stay what they are for as long as a test takes. */
const stayInStep = () => until(() => STEP - (Date.now() % STEP) > 3000, { what: 'a time step with three seconds left' })
/** Codes that were used count as never seen. */
const forgetSteps = () => runAsOwner(test, sql`update second_step set last_step = 0`)

const begin = (browser: TestBrowser, given: Record<string, string> = {}) =>
  browser.post(rows.beginSecondStep.path, { password: PASSWORD, ...given })
const confirm = (browser: TestBrowser, code: string) => browser.post(rows.confirmSecondStep.path, { code })
const turnOff = (browser: TestBrowser, otp: string, password = PASSWORD) =>
  browser.post(rows.turnOffSecondStep.path, { password, otp })
const stateOf = async (browser: TestBrowser) =>
  z.parse(rows.secondStep.answer, (await browser.get(rows.secondStep.path)).envelope.data)

async function beginSecret(browser: TestBrowser, otp?: string): Promise<string> {
  const { envelope } = await begin(browser, otp === undefined ? {} : { otp })
  return z.parse(rows.beginSecondStep.answer, envelope.data).secret
}

/** Turns the second step on for whoever is signed in. */
async function turnOn(browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await beginSecret(browser)
  const { envelope } = await confirm(browser, codeOf(secret))
  const { recoveryCodes } = z.parse(rows.confirmSecondStep.answer, envelope.data)
  await forgetSteps()
  return { secret, recoveryCodes }
}

const tryLogin = (username: string, otp?: string, browser = test.visit(), password = PASSWORD) =>
  browser.post(login.path, { username, password, ...(otp !== undefined && { otp }) })
const codeFor = async (...attempt: Parameters<typeof tryLogin>) => (await tryLogin(...attempt)).envelope.code

describe('setting up the second step', () => {
  it('shows a secret for the authenticator, and asks for nothing until a code of it was given', async () => {
    const browser = await test.signIn('teacher')
    expect(await stateOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    const { envelope } = await begin(browser)
    const { secret, uri } = z.parse(rows.beginSecondStep.answer, envelope.data)
    expect(decodeURIComponent(uri)).toContain('otpauth://totp/河畔实验学校:teacher?')
    expect(uri).toContain(`secret=${secret}`)
    expect(await codeFor('teacher')).toBe('ok')

    expect((await confirm(browser, wrongCode(secret))).envelope).toMatchObject({
      code: 'account.code_wrong',
      fieldErrors: [{ field: 'code' }],
    })
    const confirmed = await confirm(browser, codeOf(secret))
    const { recoveryCodes } = z.parse(rows.confirmSecondStep.answer, confirmed.envelope.data)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await stateOf(browser)).toEqual({ since: expect.any(String), recoveryCodesLeft: 10, required: false })
    expect((await eventsOf(test, (await readMe(browser)).userId))[0]).toBe('second-step-on')
    expect(await codeFor('teacher')).toBe('login.code_required')
    expect((await confirm(browser, codeOf(secret))).envelope.code).toBe('totp.setup_gone')
  })

  it('needs the password', async () => {
    const browser = await test.signIn('teacher')
    for (let n = 0; n < 5; n += 1)
      expect((await begin(browser, { password: 'wrong' })).envelope).toMatchObject({
        code: 'account.password_wrong',
        fieldErrors: [{ field: 'password' }],
      })
    expect((await begin(browser)).envelope.code).toBe('login.slow_down')
  })

  it('is finished in the session that began it, within ten minutes', async () => {
    const browser = await test.signIn('teacher')
    const secret = await beginSecret(browser)
    expect((await confirm(await test.signIn('teacher'), codeOf(secret))).envelope.code).toBe('totp.setup_gone')
    await runAsOwner(test, sql`update second_step_setup set expires_at = now()`)
    expect((await confirm(browser, codeOf(secret))).envelope.code).toBe('totp.setup_gone')
    await test.database.asOwner(collectIdentity)
    expect(await runAsOwner(test, sql`select from second_step_setup`)).toEqual([])
  })

  it('uses up the code that confirms it', async () => {
    const browser = await test.signIn('teacher')
    const secret = await beginSecret(browser)
    const code = codeOf(secret)
    await confirm(browser, code)
    expect(await codeFor('teacher', code)).toBe('login.code_wrong')
  })

  it('keeps the secret sealed and the recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await turnOn(await test.signIn('teacher'))
    const [step] = await runAsOwner(test, sql`select encode(sealed_secret, 'escape') as text from second_step`)
    expect(step?.['text']).not.toContain(secret)
    const stored = JSON.stringify(await runAsOwner(test, sql`select code_hash from recovery_code`))
    expect(stored).toContain('$argon2id$')
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  it('replaces an authenticator for a code of the old one, which is good until then', async () => {
    const browser = await test.signIn('teacher')
    const old = await turnOn(browser)
    expect((await begin(browser)).envelope.code).toBe('account.code_wrong')
    expect((await begin(browser, { otp: wrongCode(old.secret) })).envelope.code).toBe('account.code_wrong')
    const secret = await beginSecret(browser, codeOf(old.secret))
    await forgetSteps()
    expect(await codeFor('teacher', codeOf(old.secret))).toBe('ok')

    const { envelope } = await confirm(browser, codeOf(secret))
    const { recoveryCodes } = z.parse(rows.confirmSecondStep.answer, envelope.data)
    await forgetSteps()
    expect(await codeFor('teacher', codeOf(old.secret))).toBe('login.code_wrong')
    expect(await codeFor('teacher', old.recoveryCodes[0])).toBe('login.code_wrong')
    expect(await codeFor('teacher', recoveryCodes[0])).toBe('ok')
    expect(await codeFor('teacher', codeOf(secret))).toBe('ok')
  })
})

describe('turning the second step off', () => {
  it('needs the password and a code, and is an event', async () => {
    const browser = await test.signIn('teacher')
    const { secret } = await turnOn(browser)
    expect((await turnOff(browser, codeOf(secret), 'wrong')).envelope.code).toBe('account.password_wrong')
    expect((await turnOff(browser, wrongCode(secret))).envelope.code).toBe('account.code_wrong')
    expect(await codeFor('teacher')).toBe('login.code_required')
    expect((await turnOff(browser, codeOf(secret))).envelope.status).toBe(200)
    expect(await stateOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    expect(await codeFor('teacher')).toBe('ok')
    expect(await eventsOf(test, (await readMe(browser)).userId)).toContain('second-step-off')
    expect((await turnOff(browser, codeOf(secret))).envelope.code).toBe('totp.off')
  })

  it('is not for administrators, who can replace it', async () => {
    const browser = await test.signIn('admin')
    const { secret } = await turnOn(browser)
    expect(await stateOf(browser)).toMatchObject({ required: true, recoveryCodesLeft: 10 })
    expect((await turnOff(browser, codeOf(secret))).envelope.code).toBe('totp.required')
    expect(await codeFor('admin')).toBe('login.code_required')
    expect((await begin(browser, { otp: codeOf(secret) })).envelope.code).toBe('ok')
  })

  it('asks for codes no more often than a sign-in does', async () => {
    const browser = await test.signIn('teacher')
    const { secret } = await turnOn(browser)
    for (let n = 0; n < 5; n += 1)
      expect((await turnOff(browser, wrongCode(secret))).envelope.code).toBe('account.code_wrong')
    expect((await turnOff(browser, codeOf(secret))).envelope.code).toBe('login.slow_down')
  })
})

describe('adding a passkey where the second step is on', () => {
  it('needs a code as well as the password', async () => {
    const browser = await test.signIn('teacher')
    const ask = async (otp?: string, password = PASSWORD) =>
      (await browser.post(rows.registerPasskeyOptions.path, { password, ...(otp !== undefined && { otp }) })).envelope
    expect((await ask()).code).toBe('ok')
    const { secret, recoveryCodes } = await turnOn(browser)
    expect(await ask()).toMatchObject({ code: 'account.code_wrong', fieldErrors: [{ field: 'otp' }] })
    expect((await ask(wrongCode(secret))).code).toBe('account.code_wrong')
    const code = codeOf(secret)
    expect((await ask(code, 'wrong')).code).toBe('account.password_wrong')
    expect((await ask(code)).code).toBe('ok')
    expect((await ask(code)).code).toBe('account.code_wrong')
    expect((await ask(recoveryCodes[0])).code).toBe('ok')
    expect(await stateOf(browser)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('asks for codes no more often than a sign-in does', async () => {
    const browser = await test.signIn('teacher')
    const { secret } = await turnOn(browser)
    const ask = async (otp: string) =>
      (await browser.post(rows.registerPasskeyOptions.path, { password: PASSWORD, otp })).envelope.code
    for (let n = 0; n < 5; n += 1) expect(await ask(wrongCode(secret))).toBe('account.code_wrong')
    expect(await ask(codeOf(secret))).toBe('login.slow_down')
  })
})

describe('signing in with the second step', () => {
  let secret: string
  let recoveryCodes: string[]
  let userId: string
  beforeEach(async () => {
    const browser = await test.signIn('teacher')
    userId = (await readMe(browser)).userId
    ;({ secret, recoveryCodes } = await turnOn(browser))
    await runAsOwner(test, sql`delete from login_attempt`)
  })

  it('asks for a code once the password was right, and says nothing of it before', async () => {
    const { envelope, response } = await tryLogin('teacher')
    expect(envelope).toMatchObject({ status: 401, code: 'login.code_required' })
    expect(response.cookies).toEqual([])
    expect(await codeFor('teacher', codeOf(secret), test.visit(), 'wrong')).toBe('login.failed')
    expect(await codeFor('teacher', '  ')).toBe('login.code_required')
  })

  it.each([
    ['the step before', -1, 'ok'],
    ['this step', 0, 'ok'],
    ['the step after', 1, 'ok'],
    ['two steps before', -2.01, 'login.code_wrong'],
    ['two steps after', 2.01, 'login.code_wrong'],
  ])('takes a code of %s: %d → %s', async (_, steps, code) => {
    expect(await codeFor('teacher', codeOf(secret, steps))).toBe(code)
  })

  it('takes no code twice, nor an earlier one after a later one', async () => {
    const [before, now] = [codeOf(secret, -1), codeOf(secret)]
    const browser = test.visit()
    expect(await codeFor('teacher', ` ${now.slice(0, 3)} ${now.slice(3)}`, browser)).toBe('ok')
    expect((await readMe(browser)).userId).toBe(userId)
    for (const code of [now, before]) expect(await codeFor('teacher', code)).toBe('login.code_wrong')
  })

  it('takes a code once when several bring it at the same moment', async () => {
    const code = codeOf(secret)
    const browsers = Array.from({ length: 4 }, (_, n) => test.visit({ address: `192.0.2.${n + 10}` }))
    const codes = await Promise.all(browsers.map((browser) => codeFor('teacher', code, browser)))
    expect(codes.toSorted()).toEqual(['login.code_wrong', 'login.code_wrong', 'login.code_wrong', 'ok'])
  })

  it('takes each recovery code once, and says so in the events', async () => {
    const [first = '', second = ''] = recoveryCodes
    expect(await codeFor('teacher', first.toUpperCase().replaceAll('-', ' '))).toBe('ok')
    expect((await eventsOf(test, userId)).slice(0, 2)).toEqual(['signed-in', 'recovery-code-used'])
    expect(await codeFor('teacher', first)).toBe('login.code_wrong')
    const codes = await Promise.all(
      [20, 21, 22].map((n) => codeFor('teacher', second, test.visit({ address: `192.0.2.${n}` }))),
    )
    expect(codes.toSorted()).toEqual(['login.code_wrong', 'login.code_wrong', 'ok'])
    expect(await stateOf(await signedIn())).toMatchObject({ recoveryCodesLeft: 8 })
  })

  async function signedIn(): Promise<TestBrowser> {
    const browser = test.visit({ address: '203.0.113.9' })
    await tryLogin('teacher', codeOf(secret, 1), browser)
    return browser
  }

  it('does not take the codes of somebody else', async () => {
    const other = await turnOn(await test.signIn('parent'))
    expect(await codeFor('teacher', codeOf(other.secret))).toBe('login.code_wrong')
    expect(await codeFor('teacher', other.recoveryCodes[0])).toBe('login.code_wrong')
  })

  it('is asked in the person’s own unit alone', async () => {
    expect(await codeFor('teacher', undefined, test.visit({ host: 'ginkgo.localhost' }))).toBe('ok')
  })

  it('slows wrong codes down like wrong passwords, as failures that the person sees', async () => {
    for (let n = 0; n < 5; n += 1) expect(await codeFor('teacher', wrongCode(secret))).toBe('login.code_wrong')
    const { envelope, response } = await tryLogin('teacher', codeOf(secret))
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await eventsOf(test, userId)).filter((kind) => kind === 'failed').length).toBeGreaterThanOrEqual(5)
  })

  it('slows wrong codes down wherever they come from, but not on a device that the person has used', async () => {
    const device = test.visit({ address: '203.0.113.5' })
    expect(await codeFor('teacher', codeOf(secret, -1), device)).toBe('ok')
    for (let n = 0; n < 5; n += 1)
      expect(await codeFor('teacher', wrongCode(secret), test.visit({ address: `198.51.100.${n}` }))).toBe(
        'login.code_wrong',
      )
    const elsewhere = test.visit({ address: '198.51.100.99' })
    expect(await codeFor('teacher', codeOf(secret), elsewhere)).toBe('login.slow_down')
    expect(await codeFor('teacher', codeOf(secret), device)).toBe('ok')
  })

  it('counts a missing code neither as a failure nor as a success', async () => {
    const failures = async () => {
      const found = await runAsOwner(test, sql`select failures from login_attempt where failures > 0`)
      return found.map((row) => row['failures'])
    }
    for (let n = 0; n < 8; n += 1) expect(await codeFor('teacher')).toBe('login.code_required')
    expect(await failures()).toEqual([])

    for (let n = 0; n < 4; n += 1) {
      expect(await codeFor('teacher', wrongCode(secret))).toBe('login.code_wrong')
      expect(await codeFor('teacher')).toBe('login.code_required')
    }
    expect(await failures()).toEqual([4, 4, 4])
    expect(await codeFor('teacher', wrongCode(secret))).toBe('login.code_wrong')
    expect(await codeFor('teacher')).toBe('login.slow_down')
  })

  it('clears the counters once password and code were right', async () => {
    for (let n = 0; n < 3; n += 1) await codeFor('teacher', wrongCode(secret))
    expect(await codeFor('teacher', codeOf(secret))).toBe('ok')
    expect(await runAsOwner(test, sql`select from login_attempt where failures > 0`)).toEqual([])
    expect(await runAsOwner(test, sql`select failures from second_step where user_id = ${userId}`)).toEqual([
      { failures: 0 },
    ])
  })

  it('does not write codes to the log', async () => {
    await tryLogin('teacher', 'abcd-efgh-jkmn', test.visit({ address: '198.51.100.77' }))
    expect(test.logLines.join('\n')).not.toContain('abcd-efgh')
  })
})

describe('bad input', () => {
  it.each([
    ['over-long', `otp=${'1'.repeat(17)}`],
    ['a list', 'otp=1&otp=2'],
    ['an object', 'otp.a=1'],
    ['with a control character', 'otp=%00'],
  ])('for a code is refused by name: %s', async (_, payload) => {
    const browser = await test.signIn('teacher')
    for (const { path } of [rows.beginSecondStep, rows.turnOffSecondStep, rows.registerPasskeyOptions, login]) {
      const { envelope } = await browser.post(path, {}, { payload: `username=teacher&password=${PASSWORD}&${payload}` })
      expect(envelope).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: expect.stringMatching(/^otp/) }],
      })
    }
  })

  it('is refused where a code or the password is missing', async () => {
    const browser = await test.signIn('teacher')
    for (const [path, field] of [
      [rows.beginSecondStep.path, 'password'],
      [rows.confirmSecondStep.path, 'code'],
      [rows.turnOffSecondStep.path, 'password'],
    ] as const) {
      const { envelope } = await browser.post(path)
      expect(envelope.code).toBe('request.invalid')
      expect(envelope.fieldErrors?.map((item) => item.field)).toContain(field)
    }
  })

  it('of somebody who is not signed in is refused', async () => {
    const browser = test.visit()
    expect((await browser.get(rows.secondStep.path)).envelope.code).toBe('session.required')
    for (const row of [rows.beginSecondStep, rows.confirmSecondStep, rows.turnOffSecondStep])
      expect((await browser.post(row.path)).envelope.code).toBe('session.required')
  })
})
