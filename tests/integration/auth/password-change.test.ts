import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import { loginUserClient } from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { takeCode, tryPassword } from '../../support/callers/password-caller.ts'
import { usePasswordSchool } from '../../support/schools/password-school.ts'
import { accessOf, eventsOf, isSignedIn, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { Answer, TestBrowser } from '../../support/browser/test-browser.ts'
import { registerClient } from '../../support/callers/secret-sign-in-caller.ts'

const NEW = 'Garden-2027'

const school = usePasswordSchool()

const change = (browser: TestBrowser, password: string, newPassword: string) =>
  browser.post(passwords.change.path, { password, newPassword })
const codeOf = async (answer: Promise<Answer>) => (await answer).envelope.code

describe('changing one’s own password', () => {
  it('leaves this device signed in, and ends the other sessions, registered clients, known devices and codes', async () => {
    await runAsOwner(school.test, sql`update unit set sign_in_ways = '{"userClient": true}'`)
    const [desk, phone] = [await school.test.signIn('teacher'), await school.test.signIn('teacher')]
    const { userId } = await readMe(desk)
    const userClientId = await registerClient(desk)
    await takeCode(await school.test.signIn('admin'), 'teacher')
    const access = accessOf(phone)

    expect((await change(desk, DEMO_PASSWORD, NEW)).envelope).toMatchObject({ code: 'ok', data: 'success' })
    expect((await readMe(desk)).userId).toBe(userId)
    expect((await desk.get('/api/uaa/oauth/refresh')).envelope.code).toBe('ok')
    expect(await isSignedIn(school.test, access)).toBe(false)
    expect(await codeOf(school.test.visit().post(loginUserClient.path, { userClientId }))).toBe('login.secret_invalid')
    expect(await runAsOwner(school.test, sql`select from login_device where user_id = ${userId}`)).toHaveLength(1)
    expect(await runAsOwner(school.test, sql`select from password_reset where user_id = ${userId}`)).toHaveLength(0)
    expect((await eventsOf(school.test, userId)).slice(0, 2)).toEqual(['password-changed', 'session-ended'])
    expect(await tryPassword(school.test, 'teacher', DEMO_PASSWORD)).toBe('login.failed')
    expect(await tryPassword(school.test, 'teacher', NEW)).toBe('ok')
  })

  it('wants the current password, and a wrong one counts as at the login and is told to the person', async () => {
    const browser = await school.test.signIn('teacher')
    const { userId } = await readMe(browser)
    for (let count = 0; count < 5; count += 1) {
      const { envelope } = await change(browser, 'wrong-guess1', NEW)
      expect(envelope).toMatchObject({
        status: 403,
        code: 'password.current_wrong',
        fieldErrors: [{ field: 'password' }],
      })
    }
    expect(await codeOf(change(browser, DEMO_PASSWORD, NEW))).toBe('login.slow_down')
    expect((await eventsOf(school.test, userId)).slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'failed'))
    // The counter is that of this device: elsewhere the person signs in as always.
    expect(await tryPassword(school.test, 'teacher', DEMO_PASSWORD)).toBe('ok')
  })

  it('refuses what the rule, the old password or the login name forbids, and changes nothing then', async () => {
    const [browser, other] = [await school.test.signIn('teacher'), await school.test.signIn('teacher')]
    for (const [given, code] of [
      ['', 'password.against_rule'],
      ['abcdefgh', 'password.against_rule'],
      ['Garden 2027', 'password.against_rule'],
      ['Garden2027Garden2027x', 'password.against_rule'],
      [DEMO_PASSWORD, 'password.unchanged'],
      ['Riverside-2027', 'password.guessable'],
      ['teacher-8642', 'password.guessable'],
      ['woaini1314', 'password.guessable'],
      ['zhangwei123', 'password.guessable'],
      ['Liverpool1', 'password.common'],
      ['a123456789', 'password.common'],
    ] as const) {
      const { envelope } = await change(browser, DEMO_PASSWORD, given)
      expect(envelope).toMatchObject({ code, fieldErrors: [{ field: 'newPassword' }] })
    }
    expect((await readMe(other)).loginName).toBe('teacher')
    expect(await tryPassword(school.test, 'teacher', DEMO_PASSWORD)).toBe('ok')
  })

  it('lets one of two through who change it at the same moment', async () => {
    const [one, two] = [await school.test.signIn('student'), await school.test.signIn('student')]
    const codes = await Promise.all([
      codeOf(change(one, DEMO_PASSWORD, 'Garden-2027')),
      codeOf(change(two, DEMO_PASSWORD, 'Garden-2028')),
    ])
    expect(codes).toContain('ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  })

  it('needs a session, and touches no namesake of another unit', async () => {
    expect(await codeOf(change(school.test.visit(), DEMO_PASSWORD, NEW))).toBe('session.required')
    await change(await school.test.signIn('teacher'), DEMO_PASSWORD, NEW)
    expect(await tryPassword(school.test, 'teacher', DEMO_PASSWORD, { host: 'ginkgo.localhost' })).toBe('ok')
  })
})

describe('bad input', () => {
  const everything: readonly AnyEndpoint[] = [
    passwords.requestReset,
    passwords.checkReset,
    passwords.reset,
    passwords.change,
    passwords.issueCode,
  ]
  const long = 'x'.repeat(5000)

  it.each(everything.map((row) => [row.name, row] as const))(
    'of %s is refused by field, with a text',
    async (_, row) => {
      const browser = await school.test.signIn('admin')
      const forms: Record<string, string>[] = [
        {},
        { username: '', code: '', secret: '', password: '', newPassword: '' },
        { username: '   ', code: '   ', password: '   ', newPassword: NEW },
        { username: long, code: long, secret: long, password: long, newPassword: long },
        { username: 'a\u0000b', code: 'a\u0000b', secret: '\u0007', password: '\u0000', newPassword: '\u0000' },
        { 'username.a': 'x', 'code.a': 'x', 'secret.a': 'x', 'password.a': 'x', 'newPassword.a': 'x' },
      ]
      for (const form of forms) {
        const { response, envelope } = await browser.post(row.path, form)
        expect(response.statusCode).toBe(200)
        expect(envelope).toMatchObject({ status: 400, code: 'request.invalid' })
        expect(envelope.fieldErrors?.length).toBeGreaterThan(0)
        expect(envelope.message).toContain('|||')
      }
    },
  )

  it('is refused by name alone where a name comes without its code', async () => {
    const { envelope } = await school.test.visit().post(passwords.checkReset.path, { username: 'student' })
    expect(envelope.fieldErrors?.map(({ field }) => field)).toEqual(['code'])
  })

  it('from another site is refused', async () => {
    for (const row of everything) {
      const answer = await school.test.visit().post(row.path, {}, { headers: { 'sec-fetch-site': 'cross-site' } })
      expect(answer.envelope.code).toBe('request.cross_site')
    }
  })
})
