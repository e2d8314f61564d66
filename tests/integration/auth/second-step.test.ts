import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, stateOf, useTwoStepSchool, wrongCode } from '../../support/callers/second-step-caller.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const school = useTwoStepSchool()
const { turnOn, tryLogin, codeFor } = school

describe('signing in with the second step', () => {
  let secret: string
  let recoveryCodes: string[]
  let userId: string
  beforeEach(async () => {
    const browser = await school.test.signIn('teacher')
    userId = (await readMe(browser)).userId
    ;({ secret, recoveryCodes } = await turnOn(browser))
    await runAsOwner(school.test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  })

  it('asks for a code once the password was right, and says nothing of it before', async () => {
    const { envelope, response } = await tryLogin('teacher')
    expect(envelope).toMatchObject({ status: 401, code: 'login.code_required' })
    expect(response.cookies).toEqual([])
    expect(await codeFor('teacher', codeOf(secret), school.test.visit(), 'wrong')).toBe('login.failed')
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
    const browser = school.test.visit()
    expect(await codeFor('teacher', ` ${now.slice(0, 3)} ${now.slice(3)}`, browser)).toBe('ok')
    expect((await readMe(browser)).userId).toBe(userId)
    for (const code of [now, before]) expect(await codeFor('teacher', code)).toBe('login.code_wrong')
  })

  it('takes a code once when several bring it at the same moment', async () => {
    const code = codeOf(secret)
    const browsers = Array.from({ length: 4 }, (_, n) => school.test.visit({ address: `192.0.2.${n + 10}` }))
    const codes = await Promise.all(browsers.map((browser) => codeFor('teacher', code, browser)))
    expect(codes.toSorted()).toEqual(['login.code_wrong', 'login.code_wrong', 'login.code_wrong', 'ok'])
  })

  it('takes each recovery code once, and says so in the events', async () => {
    const [first = '', second = ''] = recoveryCodes
    expect(await codeFor('teacher', first.toUpperCase().replaceAll('-', ' '))).toBe('ok')
    expect((await eventsOf(school.test, userId)).slice(0, 2)).toEqual(['signed-in', 'recovery-code-used'])
    expect(await codeFor('teacher', first)).toBe('login.code_wrong')
    const codes = await Promise.all(
      [20, 21, 22].map((n) => codeFor('teacher', second, school.test.visit({ address: `192.0.2.${n}` }))),
    )
    expect(codes.toSorted()).toEqual(['login.code_wrong', 'login.code_wrong', 'ok'])
    expect(await stateOf(await signedIn())).toMatchObject({ recoveryCodesLeft: 8 })
  })

  async function signedIn(): Promise<TestBrowser> {
    const browser = school.test.visit({ address: '203.0.113.9' })
    await tryLogin('teacher', codeOf(secret, 1), browser)
    return browser
  }

  it('does not take the codes of somebody else', async () => {
    const other = await turnOn(await school.test.signIn('parent'))
    expect(await codeFor('teacher', codeOf(other.secret))).toBe('login.code_wrong')
    expect(await codeFor('teacher', other.recoveryCodes[0])).toBe('login.code_wrong')
  })

  it('is asked in the person’s own unit alone', async () => {
    expect(await codeFor('teacher', undefined, school.test.visit({ host: 'ginkgo.localhost' }))).toBe('ok')
  })

  it('slows wrong codes down like wrong passwords, as failures that the person sees', async () => {
    for (let n = 0; n < 5; n += 1) expect(await codeFor('teacher', wrongCode(secret))).toBe('login.code_wrong')
    const { envelope, response } = await tryLogin('teacher', codeOf(secret))
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await eventsOf(school.test, userId)).filter((kind) => kind === 'failed').length).toBeGreaterThanOrEqual(5)
  })

  it('slows wrong codes down wherever they come from, but not on a device that the person has used', async () => {
    const device = school.test.visit({ address: '203.0.113.5' })
    expect(await codeFor('teacher', codeOf(secret, -1), device)).toBe('ok')
    for (let n = 0; n < 5; n += 1)
      expect(await codeFor('teacher', wrongCode(secret), school.test.visit({ address: `198.51.100.${n}` }))).toBe(
        'login.code_wrong',
      )
    const elsewhere = school.test.visit({ address: '198.51.100.99' })
    expect(await codeFor('teacher', codeOf(secret), elsewhere)).toBe('login.slow_down')
    expect(await codeFor('teacher', codeOf(secret), device)).toBe('ok')
  })

  it('counts a missing code neither as a failure nor as a success', async () => {
    const failures = async () => {
      const found = await runAsOwner(school.test, sql`select failures from login_attempt where failures > 0`)
      return found.map((row) => row['failures'])
    }
    for (let n = 0; n < 8; n += 1) expect(await codeFor('teacher')).toBe('login.code_required')
    expect(await failures()).toEqual([])

    for (let n = 0; n < 4; n += 1) {
      expect(await codeFor('teacher', wrongCode(secret))).toBe('login.code_wrong')
      expect(await codeFor('teacher')).toBe('login.code_required')
    }
    expect(await failures()).toEqual([4])
    // The account's rate, wherever attempts come from.
    expect(
      await runAsOwner(
        school.test,
        sql`select ceil(extract(epoch from spent_until - now()) / 250)::integer as spent from rate_limit where pace = interval '250 s'`,
      ),
    ).toEqual([{ spent: 4 }])
    expect(await codeFor('teacher', wrongCode(secret))).toBe('login.code_wrong')
    expect(await codeFor('teacher')).toBe('login.slow_down')
  })

  it('clears the counters once password and code were right', async () => {
    for (let n = 0; n < 3; n += 1) await codeFor('teacher', wrongCode(secret))
    expect(await codeFor('teacher', codeOf(secret))).toBe('ok')
    expect(await runAsOwner(school.test, sql`select from login_attempt where failures > 0`)).toEqual([])
    expect(await runAsOwner(school.test, sql`select failures from second_step where user_id = ${userId}`)).toEqual([
      { failures: 0 },
    ])
  })

  it('does not write codes to the log', async () => {
    await tryLogin('teacher', 'abcd-efgh-jkmn', school.test.visit({ address: '198.51.100.77' }))
    expect(school.test.logLines.join('\n')).not.toContain('abcd-efgh')
  })
})
