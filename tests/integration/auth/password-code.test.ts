import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { resetWith, takeCode, tryPassword } from '../../support/callers/password-caller.ts'
import { usePasswordSchool } from '../../support/schools/password-school.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
  unitOf,
} from '../../support/callers/session-probe.ts'
import { refusalOf, type Answer, type TestBrowser } from '../../support/browser/test-browser.ts'

const NEW = 'Garden-2027'
const GINKGO = { host: 'ginkgo.localhost' }

const school = usePasswordSchool()
let administrator: TestBrowser
beforeEach(async () => {
  administrator = await school.test.signIn('admin')
})

const check = (proof: Record<string, string>, browser = school.test.visit()) =>
  browser.post(passwords.checkReset.path, proof)
const codeOf = async (answer: Promise<Answer>) => (await answer).envelope.code

describe('an administrator’s one-time code', () => {
  it('has eight signs that cannot be mistaken, is told with the person’s name, and is good for a day', async () => {
    const { envelope } = await administrator.post(passwords.issueCode.path, { username: ' Student ' })
    expect(envelope).toMatchObject({
      code: 'ok',
      data: { loginName: 'student', realName: '林川', englishName: 'Lin Chuan' },
    })
    const { code, expiresAt } = Object(envelope.data)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    const hours = (Date.parse(String(expiresAt)) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24.01)
  })

  it('leads to a new password once, however it is typed; the person’s sessions end, and both see it in the list', async () => {
    const student = await school.test.signIn('student')
    const { userId } = await readMe(student)
    const access = accessOf(student)
    const code = await takeCode(administrator, 'student')
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    const proof = { username: 'STUDENT', code: typed }
    expect((await check(proof)).envelope.data).toEqual({ loginName: 'student' })
    expect((await resetWith(school.test.visit(), proof, NEW)).envelope).toMatchObject({
      code: 'ok',
      data: { loginName: 'student' },
    })
    expect(await isSignedIn(school.test, access)).toBe(false)
    expect((await eventsOf(school.test, userId)).slice(0, 3)).toEqual([
      'password-changed',
      'session-ended',
      'reset-code-issued',
    ])
    expect(await tryPassword(school.test, 'student', DEMO_PASSWORD)).toBe('login.failed')
    expect(await tryPassword(school.test, 'student', NEW)).toBe('ok')
    expect(await codeOf(resetWith(school.test.visit(), proof, 'Garden-2028'))).toBe('password.code_invalid')
  })

  it('gives a first password to somebody who has none', async () => {
    const [pupil] = await runAsOwner(
      school.test,
      sql`select login_name from user_account where unit_id = ${await unitOf(school.test)} and login_name like 's2026%' limit 1`,
    )
    const username = String(pupil?.['login_name'])
    const code = await takeCode(administrator, username)
    expect(await codeOf(resetWith(school.test.visit(), { username, code }, NEW))).toBe('ok')
    expect(await tryPassword(school.test, username, NEW)).toBe('ok')
  })

  it('is stored as a slow hash alone', async () => {
    const code = await takeCode(administrator, 'student')
    const stored = await runAsOwner(school.test, sql`select r::text as row, code_hash from password_reset r`)
    expect(JSON.stringify(stored)).not.toContain(code)
    expect(stored[0]?.['code_hash']).toMatch(/^\$argon2id\$/)
  })

  it('replaces the one before, and no other stays, also when two are issued at the same moment', async () => {
    const first = await takeCode(administrator, 'student')
    const codes = await Promise.all([takeCode(administrator, 'student'), takeCode(administrator, 'student')])
    expect(await runAsOwner(school.test, sql`select from password_reset`)).toHaveLength(1)
    expect(await codeOf(check({ username: 'student', code: first }))).toBe('password.code_invalid')
    const answers = await Promise.all(codes.map((code) => codeOf(check({ username: 'student', code }))))
    expect(answers.toSorted()).toEqual(['ok', 'password.code_invalid'])
  })

  it('is refused alike when it is wrong, over, guessed too often, used, somebody else’s, another unit’s, a closed account’s or nobody’s', async () => {
    const code = await takeCode(administrator, 'student')
    const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    const refused = refusalOf(await check({ username: 'student', code: wrong }))
    expect(refused.body).toContain('password.code_invalid')
    expect(refusalOf(await check({ username: 'nobody', code }))).toEqual(refused)
    expect(refusalOf(await check({ username: 'parent', code }))).toEqual(refused)
    expect(refusalOf(await check({ username: 'student', code }, school.test.visit(GINKGO)))).toEqual(refused)
    for (const change of [
      sql`update password_reset set expires_at = now()`,
      sql`update password_reset set attempts = 50, expires_at = now() + interval '1 hour'`,
      sql`update password_reset set used_at = now(), attempts = 0`,
    ]) {
      await runAsOwner(school.test, change)
      expect(refusalOf(await check({ username: 'student', code }))).toEqual(refused)
    }
    await runAsOwner(school.test, sql`update password_reset set used_at = null`)
    await closeAccount(school.test, 'student')
    expect(refusalOf(await check({ username: 'student', code }))).toEqual(refused)
    await runAsOwner(school.test, sql`update user_account set status = 1`)
    // Nothing else was wrong with it.
    await runAsOwner(school.test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
    expect(await codeOf(check({ username: 'student', code }))).toBe('ok')
  })

  it('costs whoever guesses as much as a wrong password, and one found right takes that back', async () => {
    const code = await takeCode(administrator, 'student')
    const at = (address: string, given: string) =>
      check({ username: 'student', code: given }, school.test.visit({ address }))
    for (let count = 0; count < 5; count += 1) {
      expect(await codeOf(at('198.51.100.5', 'WRONGONE'))).toBe('password.code_invalid')
    }
    const refused = await at('198.51.100.5', code)
    expect(refused.envelope.code).toBe('login.slow_down')
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await tryPassword(school.test, 'student', DEMO_PASSWORD, { address: '198.51.100.5' })).toBe(
      'login.slow_down',
    )
    expect(await codeOf(at('203.0.113.4', code))).toBe('ok')

    for (let count = 0; count < 4; count += 1) await at('203.0.113.4', 'WRONGONE')
    expect(await codeOf(at('203.0.113.4', code))).toBe('ok')
    for (let count = 0; count < 4; count += 1) {
      expect(await codeOf(at('203.0.113.4', 'WRONGONE'))).toBe('password.code_invalid')
    }
    const { userId } = await readMe(await school.test.signIn('student'))
    expect(await eventsOf(school.test, userId)).toContain('slowed-down')
    expect(await runAsOwner(school.test, sql`select attempts from password_reset`)).toEqual([{ attempts: 13 }])
  })

  it('is slowed down for a name that nobody has as for any other', async () => {
    const answers: string[] = []
    for (let count = 0; count < 6; count += 1)
      answers.push(await codeOf(check({ username: 'nobody', code: 'WRONGONE' })))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'password.code_invalid'), 'login.slow_down'])
  })
})

describe('issuing a code', () => {
  it('is for administrators', async () => {
    expect(await codeOf(school.test.visit().post(passwords.issueCode.path, { username: 'student' }))).toBe(
      'session.required',
    )
    for (const who of ['teacher', 'staff', 'student', 'parent']) {
      const browser = await school.test.signIn(who)
      expect(await codeOf(browser.post(passwords.issueCode.path, { username: 'student' }))).toBe('access.denied')
    }
    expect(await runAsOwner(school.test, sql`select from password_reset`)).toHaveLength(0)
  })

  it('is refused for nobody, a closed account, somebody of another unit, and the administrator themselves', async () => {
    const issue = (username: string) => codeOf(administrator.post(passwords.issueCode.path, { username }))
    expect(await issue('nobody')).toBe('password.no_such_person')
    expect(await issue('ADMIN')).toBe('password.own_code')
    await closeAccount(school.test, 'student')
    expect(await issue('student')).toBe('password.no_such_person')
    await runAsOwner(
      school.test,
      sql`update user_account set login_name = 'only.here' where login_name = 'staff' and unit_id = (select unit_id from unit_host where host = ${GINKGO.host})`,
    )
    expect(await issue('only.here')).toBe('password.no_such_person')
  })

  it('of an administrator’s account is for another administrator alone, not for holders of the right', async () => {
    const teacher = await school.test.signIn('teacher')
    const issue = () => codeOf(teacher.post(passwords.issueCode.path, { username: 'admin' }))
    expect(await issue()).toBe('access.denied')
    await runAsOwner(
      school.test,
      sql`insert into permission_grant (unit_id, code, user_type)
        select h.unit_id, 'base_user_reset', 2 from unit_host h where h.host = 'localhost'`,
    )
    expect(await codeOf(teacher.post(passwords.issueCode.path, { username: 'student' }))).toBe('ok')
    expect(await issue()).toBe('access.denied')
    await runAsOwner(school.test, sql`delete from permission_grant where code = 'base_user_reset' and user_type = 2`)
  })

  it('may be for another administrator', async () => {
    await runAsOwner(
      school.test,
      sql`insert into role_member (unit_id, role_id, user_id) select r.unit_id, r.role_id, a.user_id from role r join user_account a using (unit_id) where r.code = 'XX_SYS_' and a.login_name = 'teacher'`,
    )
    expect(await takeCode(administrator, 'teacher')).toHaveLength(8)
    await runAsOwner(
      school.test,
      sql`delete from role_member m using user_account a where a.user_id = m.user_id and a.login_name = 'teacher'`,
    )
  })
})
