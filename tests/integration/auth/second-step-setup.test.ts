import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import {
  begin,
  beginSecret,
  codeOf,
  confirm,
  stateOf,
  turnOff,
  useTwoStepSchool,
  wrongCode,
} from '../../support/callers/second-step-caller.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'

const school = useTwoStepSchool()
const { turnOn, forgetSteps, codeFor } = school

describe('setting up the second step', () => {
  it('shows a secret for the authenticator, and asks for nothing until a code of it was given', async () => {
    const browser = await school.test.signIn('teacher')
    expect(await stateOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    const { envelope } = await begin(browser)
    const { secret, uri } = z.parse(secondFactor.beginSecondStep.response, envelope.data)
    expect(decodeURIComponent(uri)).toContain('otpauth://totp/河畔实验学校:teacher?')
    expect(uri).toContain(`secret=${secret}`)
    expect(await codeFor('teacher')).toBe('ok')

    expect((await confirm(browser, wrongCode(secret))).envelope).toMatchObject({
      code: 'account.code_wrong',
      fieldErrors: [{ field: 'code' }],
    })
    const confirmed = await confirm(browser, codeOf(secret))
    const { recoveryCodes } = z.parse(secondFactor.confirmSecondStep.response, confirmed.envelope.data)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await stateOf(browser)).toEqual({ since: expect.any(String), recoveryCodesLeft: 10, required: false })
    expect((await eventsOf(school.test, (await readMe(browser)).userId))[0]).toBe('second-step-on')
    expect(await codeFor('teacher')).toBe('login.code_required')
    expect((await confirm(browser, codeOf(secret))).envelope.code).toBe('totp.setup_gone')
  })

  it('needs the password', async () => {
    const browser = await school.test.signIn('teacher')
    for (let n = 0; n < 5; n += 1)
      expect((await begin(browser, { password: 'wrong' })).envelope).toMatchObject({
        code: 'account.password_wrong',
        fieldErrors: [{ field: 'password' }],
      })
    expect((await begin(browser)).envelope.code).toBe('login.slow_down')
  })

  it('is finished in the session that began it, within ten minutes', async () => {
    const browser = await school.test.signIn('teacher')
    const secret = await beginSecret(browser)
    expect((await confirm(await school.test.signIn('teacher'), codeOf(secret))).envelope.code).toBe('totp.setup_gone')
    await runAsOwner(school.test, sql`update second_step_setup set expires_at = now()`)
    expect((await confirm(browser, codeOf(secret))).envelope.code).toBe('totp.setup_gone')
    await cleanUpIdentity(school.test.database)
    expect(await runAsOwner(school.test, sql`select from second_step_setup`)).toEqual([])
  })

  it('uses up the code that confirms it', async () => {
    const browser = await school.test.signIn('teacher')
    const secret = await beginSecret(browser)
    const code = codeOf(secret)
    await confirm(browser, code)
    expect(await codeFor('teacher', code)).toBe('login.code_wrong')
  })

  it('keeps the secret sealed and the recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await turnOn(await school.test.signIn('teacher'))
    const [step] = await runAsOwner(school.test, sql`select encode(sealed_secret, 'escape') as text from second_step`)
    expect(step?.['text']).not.toContain(secret)
    const stored = JSON.stringify(await runAsOwner(school.test, sql`select code_hash from recovery_code`))
    expect(stored).toContain('$argon2id$')
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  it('replaces an authenticator for a code of the old one, which is good until then', async () => {
    const browser = await school.test.signIn('teacher')
    const old = await turnOn(browser)
    expect((await begin(browser)).envelope.code).toBe('account.code_wrong')
    expect((await begin(browser, { otp: wrongCode(old.secret) })).envelope.code).toBe('account.code_wrong')
    const secret = await beginSecret(browser, codeOf(old.secret))
    await forgetSteps()
    expect(await codeFor('teacher', codeOf(old.secret))).toBe('ok')

    const { envelope } = await confirm(browser, codeOf(secret))
    const { recoveryCodes } = z.parse(secondFactor.confirmSecondStep.response, envelope.data)
    await forgetSteps()
    expect(await codeFor('teacher', codeOf(old.secret))).toBe('login.code_wrong')
    expect(await codeFor('teacher', old.recoveryCodes[0])).toBe('login.code_wrong')
    expect(await codeFor('teacher', recoveryCodes[0])).toBe('ok')
    expect(await codeFor('teacher', codeOf(secret))).toBe('ok')
  })
})

describe('turning the second step off', () => {
  it('needs the password and a code, and is an event', async () => {
    const browser = await school.test.signIn('teacher')
    const { secret } = await turnOn(browser)
    expect((await turnOff(browser, codeOf(secret), 'wrong')).envelope.code).toBe('account.password_wrong')
    expect((await turnOff(browser, wrongCode(secret))).envelope.code).toBe('account.code_wrong')
    expect(await codeFor('teacher')).toBe('login.code_required')
    expect((await turnOff(browser, codeOf(secret))).envelope.status).toBe(200)
    expect(await stateOf(browser)).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    expect(await codeFor('teacher')).toBe('ok')
    expect(await eventsOf(school.test, (await readMe(browser)).userId)).toContain('second-step-off')
    expect((await turnOff(browser, codeOf(secret))).envelope.code).toBe('totp.off')
  })

  it('is not for administrators, who can replace it', async () => {
    const browser = await school.test.signIn('admin')
    const { secret } = await turnOn(browser)
    expect(await stateOf(browser)).toMatchObject({ required: true, recoveryCodesLeft: 10 })
    expect((await turnOff(browser, codeOf(secret))).envelope.code).toBe('totp.required')
    expect(await codeFor('admin')).toBe('login.code_required')
    expect((await begin(browser, { otp: codeOf(secret) })).envelope.code).toBe('ok')
  })

  it('asks for codes no more often than a sign-in does', async () => {
    const browser = await school.test.signIn('teacher')
    const { secret } = await turnOn(browser)
    for (let n = 0; n < 5; n += 1)
      expect((await turnOff(browser, wrongCode(secret))).envelope.code).toBe('account.code_wrong')
    expect((await turnOff(browser, codeOf(secret))).envelope.code).toBe('login.slow_down')
  })
})

describe('adding a passkey where the second step is on', () => {
  it('needs a code as well as the password', async () => {
    const browser = await school.test.signIn('teacher')
    const ask = async (otp?: string, password = DEMO_PASSWORD) =>
      (await browser.post(secondFactor.registerPasskeyOptions.path, { password, ...(otp !== undefined && { otp }) }))
        .envelope
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
    const browser = await school.test.signIn('teacher')
    const { secret } = await turnOn(browser)
    const ask = async (otp: string) =>
      (await browser.post(secondFactor.registerPasskeyOptions.path, { password: DEMO_PASSWORD, otp })).envelope.code
    for (let n = 0; n < 5; n += 1) expect(await ask(wrongCode(secret))).toBe('account.code_wrong')
    expect(await ask(codeOf(secret))).toBe('login.slow_down')
  })
})

describe('bad input', () => {
  it.each([
    ['over-long', `otp=${'1'.repeat(17)}`],
    ['a list', 'otp=1&otp=2'],
    ['an object', 'otp.a=1'],
    ['with a control character', 'otp=%00'],
  ])('for a code is refused by name: %s', async (_, payload) => {
    const browser = await school.test.signIn('teacher')
    for (const { path } of [
      secondFactor.beginSecondStep,
      secondFactor.turnOffSecondStep,
      secondFactor.registerPasskeyOptions,
      session.login,
    ]) {
      const { envelope } = await browser.post(
        path,
        {},
        { payload: `username=teacher&password=${DEMO_PASSWORD}&${payload}` },
      )
      expect(envelope).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: expect.stringMatching(/^otp/) }],
      })
    }
  })

  it('is refused where a code or the password is missing', async () => {
    const browser = await school.test.signIn('teacher')
    for (const [path, field] of [
      [secondFactor.beginSecondStep.path, 'password'],
      [secondFactor.confirmSecondStep.path, 'code'],
      [secondFactor.turnOffSecondStep.path, 'password'],
    ] as const) {
      const { envelope } = await browser.post(path)
      expect(envelope.code).toBe('request.invalid')
      expect(envelope.fieldErrors?.map((item) => item.field)).toContain(field)
    }
  })

  it('of somebody who is not signed in is refused', async () => {
    const browser = school.test.visit()
    expect((await browser.get(secondFactor.secondStep.path)).envelope.code).toBe('session.required')
    for (const row of [secondFactor.beginSecondStep, secondFactor.confirmSecondStep, secondFactor.turnOffSecondStep])
      expect((await browser.post(row.path)).envelope.code).toBe('session.required')
  })
})
