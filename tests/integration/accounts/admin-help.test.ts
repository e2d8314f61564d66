import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ownSignInEvents } from '../../../contract/endpoints/account.ts'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { tryPassword } from '../../support/callers/password-caller.ts'
import { turnOnSecondStep } from '../../support/callers/second-step-caller.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import type { Answer, TestBrowser } from '../../support/browser/test-browser.ts'
import {
  discover,
  failure,
  listenAt,
  refresh,
  register,
  signInThere,
  type Listening,
} from '../../support/callers/third-party.ts'
import { until } from '../../support/until.ts'
import { registerClient } from '../../support/callers/secret-sign-in-caller.ts'

const GINKGO = { host: 'ginkgo.localhost' }

let test: TestApp
let at: Listening
let administrator: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  at = await listenAt(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`delete from second_step`)
  await runAsOwner(test, sql`delete from recovery_code`)
  await runAsOwner(test, sql`update user_account set status = 1 where status <> 1`)
  await runAsOwner(test, sql`update user_account set login_name = 'staff' where login_name = 'only.here'`)
  administrator = await test.signIn('admin')
})

const endSessions = (username: string, by = administrator) => by.post(adminHelp.endSessions.path, { username })
const turnOff = (username: string, proof: Record<string, string> = {}, by = administrator) =>
  by.post(adminHelp.turnOffSecondStep.path, { username, password: DEMO_PASSWORD, ...proof })
const codeOf = async (answer: Promise<Answer>) => (await answer).envelope.code
const idOf = async (browser: TestBrowser) => (await readMe(browser)).userId

/** Turns the second step on for the signed-in person, and returns the recovery codes. */
const turnOn = async (browser: TestBrowser) => (await turnOnSecondStep(browser)).recoveryCodes

/** Renames an account of another unit, so that no account of this one has its name. */
const renameThere = () =>
  runAsOwner(
    test,
    sql`update user_account set login_name = 'only.here' where login_name = 'staff' and unit_id = (select unit_id from unit_host where host = ${GINKGO.host})`,
  )

describe.each([
  ['signing somebody out everywhere', (name: string, by?: TestBrowser) => endSessions(name, by)],
  ['turning off somebody’s second step', (name: string, by?: TestBrowser) => turnOff(name, {}, by)],
])('%s', (_, help) => {
  it('is for administrators', async () => {
    expect(await codeOf(help('student', test.visit()))).toBe('session.required')
    const student = await test.signIn('student')
    for (const who of ['teacher', 'staff', 'student', 'parent'])
      expect(await codeOf(help('student', await test.signIn(who)))).toBe('access.denied')
    expect(await isSignedIn(test, accessOf(student))).toBe(true)
  })

  it('is refused for nobody, a closed account and the administrator themselves', async () => {
    expect(await codeOf(help('nobody'))).toBe('password.no_such_person')
    expect(await codeOf(help(' ADMIN '))).toBe('account.oneself')
    await closeAccount(test, 'student')
    expect(await codeOf(help('student'))).toBe('password.no_such_person')
    expect(await isSignedIn(test, accessOf(administrator))).toBe(true)
  })

  it('reaches nobody of another unit, not even a namesake', async () => {
    const [namesake, alone] = [await test.signIn('teacher', GINKGO), await test.signIn('staff', GINKGO)]
    await turnOn(namesake)
    await turnOn(await test.signIn('teacher'))
    expect(await codeOf(help('teacher'))).toBe('ok')
    expect(await isSignedInThere(namesake)).toBe(true)
    expect(await tryPassword(test, 'teacher', DEMO_PASSWORD, GINKGO)).toBe('login.code_required')
    await renameThere()
    expect(await codeOf(help('only.here'))).toBe('password.no_such_person')
    expect(await isSignedInThere(alone)).toBe(true)
  })

  it('is refused by field for a name that is none', async () => {
    for (const name of ['', '   ', 'x'.repeat(65), 'a\u0000b']) {
      const { envelope } = await help(name)
      expect(envelope).toMatchObject({ code: 'request.invalid', fieldErrors: [{ field: 'username' }] })
    }
  })
})

const isSignedInThere = async (browser: TestBrowser) =>
  (await browser.get(secondFactor.secondStep.path)).envelope.status === 200

describe('a person whom an administrator signs out everywhere', () => {
  it('is signed out on all devices at once, and cannot renew; nobody else is', async () => {
    const [phone, desk, parent] = [
      await test.signIn('student'),
      await test.signIn('student'),
      await test.signIn('parent'),
    ]
    const userId = await idOf(desk)
    const [open] = await runAsOwner(
      test,
      sql`select count(*)::int as count from session where user_id = ${userId} and revoked_at is null`,
    )
    const { envelope } = await endSessions(' Student ')
    expect(envelope).toMatchObject({
      code: 'ok',
      data: { loginName: 'student', realName: '林川', englishName: 'Lin Chuan', ended: open?.['count'] },
    })
    for (const browser of [phone, desk]) {
      expect((await browser.get(secondFactor.secondStep.path)).envelope.status).toBe(401)
      expect((await browser.get(session.refresh.path)).envelope.code).toBe('session.expired')
    }
    expect(await isSignedIn(test, accessOf(parent))).toBe(true)
    expect(await tryPassword(test, 'student', DEMO_PASSWORD)).toBe('ok')
  })

  it('loses registered clients, third parties and known devices', async () => {
    const student = await test.signIn('student')
    const userId = await idOf(student)
    const userClientId = await registerClient(student)
    const config = await discover(at.origin, await register(test))
    const outside = await test.signIn('student', { host: at.host })
    const tokens = await signInThere(config, outside, 'openid offline_access')
    const devices = () => runAsOwner(test, sql`select from login_device where user_id = ${userId}`)
    expect(await devices()).not.toHaveLength(0)

    expect(await codeOf(endSessions('student'))).toBe('ok')
    expect(await codeOf(test.visit().post(session.loginUserClient.path, { userClientId }))).toBe('login.secret_invalid')
    expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' })
    expect(await devices()).toHaveLength(0)
  })

  it('reads in their events who did it, below nothing newer, and each device above what was before', async () => {
    const student = await test.signIn('student')
    await endSessions('student')
    const later = await test.signIn('student')
    const { envelope } = await later.get(ownSignInEvents.path)
    const kinds = z.parse(ownSignInEvents.response, envelope.data).map(({ kind }) => kind)
    expect(kinds.slice(0, 3)).toEqual(['signed-in', 'signed-out-by-admin', 'session-ended'])
    expect(await isSignedIn(test, accessOf(student))).toBe(false)
  })

  it('may be signed in nowhere, and another administrator', async () => {
    await endSessions('parent')
    expect((await endSessions('parent')).envelope).toMatchObject({ code: 'ok', data: { ended: 0 } })
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select r.unit_id, r.role_id, a.user_id from role r join user_account a using (unit_id) where r.code = 'XX_SYS_' and a.login_name = 'teacher'`,
    )
    expect(await codeOf(endSessions('teacher'))).toBe('ok')
    await runAsOwner(
      test,
      sql`delete from role_member m using user_account a where a.user_id = m.user_id and a.login_name = 'teacher'`,
    )
  })

  it('stands in the log with the administrator, and without a name', async () => {
    const [actor, target] = [await idOf(administrator), await idOf(await test.signIn('student'))]
    await endSessions('student')
    const isAbout = (line: string) => line.includes('"admin.endSessions"') && line.includes(target)
    const line = await until(() => test.logLines.find(isAbout), { what: 'the line in the log' })
    expect(JSON.parse(line)).toMatchObject({ msg: 'administration', actor })
    expect(line).not.toContain('student')
  })
})

describe('a person whose second step an administrator turns off', () => {
  it('signs in with the password alone, after all devices were signed out, and sees it in their events', async () => {
    const teacher = await test.signIn('teacher')
    const userId = await idOf(teacher)
    await turnOn(teacher)
    expect(await tryPassword(test, 'teacher', DEMO_PASSWORD)).toBe('login.code_required')

    expect((await turnOff(' Teacher ')).envelope).toMatchObject({ code: 'ok', data: { loginName: 'teacher' } })
    expect((await eventsOf(test, userId)).slice(0, 2)).toEqual(['second-step-reset', 'session-ended'])
    expect((await teacher.get(secondFactor.secondStep.path)).envelope.status).toBe(401)
    expect(await tryPassword(test, 'teacher', DEMO_PASSWORD)).toBe('ok')
    const later = await test.signIn('teacher')
    expect((await later.get(secondFactor.secondStep.path)).envelope.data).toMatchObject({
      since: null,
      recoveryCodesLeft: 0,
    })
    expect(await runAsOwner(test, sql`select from recovery_code where user_id = ${userId}`)).toHaveLength(0)
    const { envelope } = await later.get(ownSignInEvents.path)
    expect(z.parse(ownSignInEvents.response, envelope.data).map(({ kind }) => kind)).toContain('second-step-reset')
  })

  it('can set it up anew, and not with what was begun before', async () => {
    const teacher = await test.signIn('teacher')
    const recoveryCodes = await turnOn(teacher)
    const again = await teacher.post(secondFactor.beginSecondStep.path, {
      password: DEMO_PASSWORD,
      otp: recoveryCodes[0] ?? '',
    })
    expect(again.envelope.code).toBe('ok')
    expect(await codeOf(turnOff('teacher'))).toBe('ok')
    expect(await runAsOwner(test, sql`select from second_step_setup`)).toHaveLength(0)
    expect(await turnOn(await test.signIn('teacher'))).toHaveLength(10)
    expect(await tryPassword(test, 'teacher', DEMO_PASSWORD)).toBe('login.code_required')
  })

  it('has none to turn off, now or when two ask at once', async () => {
    expect(await codeOf(turnOff('teacher'))).toBe('totp.off')
    const teacher = await test.signIn('teacher')
    await turnOn(teacher)
    const answers = await Promise.all([codeOf(turnOff('teacher')), codeOf(turnOff('teacher'))])
    expect(answers.toSorted()).toEqual(['ok', 'totp.off'])
  })
})

describe('the administrator’s proof', () => {
  it('is the password, whose guesses count like a sign-in’s, and nothing changes without it', async () => {
    const teacher = await test.signIn('teacher')
    await turnOn(teacher)
    for (let count = 0; count < 5; count += 1)
      expect((await turnOff('teacher', { password: 'wrong' })).envelope).toMatchObject({
        code: 'account.password_wrong',
        fieldErrors: [{ field: 'password' }],
      })
    const waiting = await turnOff('teacher')
    expect(waiting.envelope.code).toBe('login.slow_down')
    expect(Number(waiting.response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await eventsOf(test, await idOf(administrator))).toContain('failed')
    expect(await isSignedIn(test, accessOf(teacher))).toBe(true)
    expect(await tryPassword(test, 'teacher', DEMO_PASSWORD)).toBe('login.code_required')
    expect(
      (await administrator.post(adminHelp.turnOffSecondStep.path, { username: 'teacher' })).envelope,
    ).toMatchObject({
      code: 'request.invalid',
      fieldErrors: [{ field: 'password' }],
    })
  })

  it('is the administrator’s, not the person’s', async () => {
    const [code] = await turnOn(await test.signIn('teacher'))
    await turnOn(administrator)
    expect(await codeOf(turnOff('teacher', { otp: code ?? '' }))).toBe('account.code_wrong')
    expect(await tryPassword(test, 'teacher', DEMO_PASSWORD)).toBe('login.code_required')
  })

  it('is a code as well where theirs is on, which a mistyped name does not use up', async () => {
    await turnOn(await test.signIn('teacher'))
    const [code = ''] = await turnOn(administrator)
    expect((await turnOff('teacher')).envelope).toMatchObject({
      code: 'account.code_wrong',
      fieldErrors: [{ field: 'otp' }],
    })
    expect(await codeOf(turnOff('teacher', { otp: 'aaaa-aaaa-aaaa' }))).toBe('account.code_wrong')
    expect(await codeOf(turnOff('taecher', { otp: code }))).toBe('password.no_such_person')
    expect(await codeOf(turnOff('student', { otp: code }))).toBe('totp.off')
    expect(await codeOf(turnOff('teacher', { otp: code }))).toBe('ok')
  })
})
