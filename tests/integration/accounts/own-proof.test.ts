import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removePasskey } from '../../../contract/endpoints/sign-in/second-factor.ts'
import { registerClient } from '../../../contract/endpoints/sign-in/session.ts'
import { unbindIdentity } from '../../../contract/endpoints/sign-in/sso.ts'
import { secretContext } from '../../../server/modules/auth/second-step/second-step.ts'
import { registerPasskey } from '../../support/callers/passkey-caller.ts'
import { resetWith, takeCode, tryPassword } from '../../support/callers/password-caller.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const NEW = 'Garden-2027'

const school = useSocialSchool()
beforeAll(() => runAsOwner(school.test, sql`create table credential_kept as select * from credential`))
afterAll(() => runAsOwner(school.test, sql`drop table credential_kept`))
beforeEach(async () => {
  await runAsOwner(school.test, sql`update unit set sign_in_ways = '{"userClient": true}'`)
  for (const table of ['passkey', 'user_client', 'second_step', 'recovery_code', 'credential'])
    await runAsOwner(school.test, sql.raw(`delete from ${table}`))
  await runAsOwner(school.test, sql`insert into credential select * from credential_kept`)
})

/** A change of what protects an account, or of what opens it. */
interface Change {
  readonly path: string
  /** Makes what is to be changed, and returns what the call says of it beside the proof. */
  prepare(browser: TestBrowser): Promise<Record<string, string>>
  /** Whether it was made. */
  isMade(): Promise<boolean>
}

const countRows = async (table: string) => (await runAsOwner(school.test, sql.raw(`select from ${table}`))).length

const CHANGES: [string, Change][] = [
  [
    'a passkey is removed',
    {
      path: removePasskey.path,
      async prepare(browser) {
        const { own } = await registerPasskey(browser)
        return { passkeyId: own.passkeyId }
      },
      isMade: async () => (await countRows('passkey')) === 0,
    },
  ],
  [
    'an account elsewhere is unbound',
    {
      path: unbindIdentity.path,
      async prepare() {
        await school.bindTo('teacher')
        const [bound] = await runAsOwner(school.test, sql`select identity_id as id from external_identity`)
        return { identityId: String(bound?.['id']) }
      },
      isMade: async () => (await countRows('external_identity')) === 0,
    },
  ],
  [
    'a client is registered',
    {
      path: registerClient.path,
      prepare: async () => ({ name: '教室大屏' }),
      isMade: async () => (await countRows('user_client')) === 1,
    },
  ],
]

/** Turns the teacher's second step on, and returns its authenticator. */
async function turnOnSecondStep(browser: TestBrowser): Promise<TOTP> {
  const { userId, unitId } = await readMe(browser)
  const secret = new Secret()
  const sealed = school.vault.seal(secret.base32, secretContext(userId))
  await runAsOwner(
    school.test,
    sql`insert into second_step (unit_id, user_id, sealed_secret, last_step) values (${unitId}, ${userId}, ${sealed}, 0)`,
  )
  return new TOTP({ secret })
}

describe.each(CHANGES)('before %s', (_, { path, prepare, isMade }) => {
  let browser: TestBrowser
  let make: (proof?: Record<string, string>) => ReturnType<TestBrowser['post']>
  beforeEach(async () => {
    browser = await school.test.signIn('teacher')
    const given = await prepare(browser)
    make = (proof) => browser.post(path, { ...given, ...proof })
  })

  it('the password is asked for, and nothing changes without it', async () => {
    for (const proof of [undefined, { password: '' }])
      expect((await make(proof)).envelope).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: 'password' }],
      })
    expect((await make({ password: 'wrong' })).envelope).toMatchObject({
      status: 422,
      code: 'account.password_wrong',
      fieldErrors: [{ field: 'password' }],
    })
    expect(await isMade()).toBe(false)
    expect((await make({ password: PASSWORD })).envelope.status).toBe(200)
    expect(await isMade()).toBe(true)
  })

  it('guesses count by themselves like a sign-in’s, lock no sign-in, and the person sees them', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await make({ password: 'wrong' })).envelope.code).toBe('account.password_wrong')
    const { envelope, response } = await make({ password: PASSWORD })
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await isMade()).toBe(false)
    expect((await eventsOf(school.test, (await readMe(browser)).userId)).slice(0, 5)).toEqual(Array(5).fill('failed'))
    expect(await tryPassword(school.test, 'teacher', PASSWORD)).toBe('ok')
  })

  it('a code is asked for as well where the second step is on', async () => {
    const authenticator = await turnOnSecondStep(browser)
    const wrong: Record<string, string>[] = [{}, { otp: 'abcd-efgh-jkmn' }]
    for (const otp of wrong)
      expect((await make({ password: PASSWORD, ...otp })).envelope).toMatchObject({
        status: 422,
        code: 'account.code_wrong',
        fieldErrors: [{ field: 'otp' }],
      })
    expect((await make({ password: 'wrong', otp: authenticator.generate() })).envelope.code).toBe(
      'account.password_wrong',
    )
    expect(await isMade()).toBe(false)
    expect((await make({ password: PASSWORD, otp: authenticator.generate() })).envelope.status).toBe(200)
    expect(await isMade()).toBe(true)
  })

  it('somebody without a password is told to get one, and to try is no guess', async () => {
    const { userId } = await readMe(browser)
    await runAsOwner(school.test, sql`delete from credential where user_id = ${userId}`)
    for (let n = 0; n < 6; n += 1)
      expect((await make({ password: 'whatever' })).envelope).toMatchObject({
        status: 409,
        code: 'account.password_none',
        fieldErrors: [{ field: 'password' }],
      })
    expect(await isMade()).toBe(false)
    expect(await runAsOwner(school.test, sql`select from login_attempt where failures > 0`)).toEqual([])

    const code = await takeCode(await school.test.signIn('admin'), 'teacher')
    expect((await resetWith(school.test.visit(), { username: 'teacher', code }, NEW)).envelope.code).toBe('ok')
    await browser.post('/api/uaa/oauth/login', { username: 'teacher', password: NEW })
    // What was bound has ended with the new password.
    if (!(await isMade())) await make({ password: NEW })
    expect(await isMade()).toBe(true)
  })
})
