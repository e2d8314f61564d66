import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { DURING_FIRST_PASSWORD } from '../../../contract/first-password.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { replaceFirst } from '../../../contract/endpoints/sign-in/passwords.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { loginData } from '../../../contract/endpoints/sign-in/session.ts'
import { FIRST_PASSWORD_DAYS } from '../../../contract/limits.ts'
import { endpoints } from '../../../contract/table.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, sendEmpty } from '../../support/callers/call.ts'

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

/** The slip of a fresh first password. */
let slip: people.Slip
beforeEach(async () => {
  slip = await giveOne()
})

async function giveOne(onlyNew = false): Promise<people.Slip> {
  const { envelope: found } = await admin.get(`${people.list.path}?query=staff&state=all`)
  const person = z.parse(people.list.response, found.data).people.find(({ loginName }) => loginName === 'staff')
  const input = { people: [{ kind: person?.kind, id: person?.id }], onlyNew }
  const [made] = z.parse(people.firstPasswords.response, (await ask(admin, people.firstPasswords, input)).data).slips
  if (!made) throw new Error('no slip was made')
  return made
}

async function signIn({ loginName, password }: people.Slip, more = {}) {
  const browser = test.visit()
  const { envelope } = await browser.post(session.login.path, { username: loginName, password, ...more })
  return { browser, envelope }
}

/** An endpoint with what its path needs and no more. */
async function callEmpty(browser: TestBrowser, endpoint: AnyEndpoint): Promise<string> {
  return z.parse(envelopeSchema, (await sendEmpty(browser, endpoint, () => 'base')).json()).code
}

describe('with a first password', () => {
  it('nothing that needs a session is answered but what it takes to replace it', async () => {
    const { browser, envelope } = await signIn(slip, { withStart: 'true' })
    expect(envelope.code).toBe('ok')
    expect(z.parse(loginData, envelope.data).start).toBeUndefined()
    const walked = endpoints.filter(({ access }) => access !== 'public')
    const answered: string[] = []
    for (const endpoint of walked)
      if ((await callEmpty(browser, endpoint)) !== 'password.first_due') answered.push(endpoint.name)
    expect(answered.toSorted()).toEqual(DURING_FIRST_PASSWORD.map(({ name }) => name).toSorted())
    expect(answered).toHaveLength(3)
  })

  it('the portal opens in the same session once another one is chosen', async () => {
    const { browser } = await signIn(slip)
    expect((await readMe(browser)).firstPassword).toBe(true)
    const { envelope } = await browser.post(replaceFirst.path, { newPassword: 'Kestrel-Harbour-58' })
    expect(envelope.code).toBe('ok')
    expect((await readMe(browser)).firstPassword).toBe(false)
    expect((await browser.get('/api/messages/unread_by_code')).envelope.code).not.toBe('password.first_due')
    const again = await signIn({ ...slip, password: 'Kestrel-Harbour-58' }, { withStart: 'true' })
    expect(z.parse(loginData, again.envelope.data).start?.icons.length).toBeGreaterThan(0)
  })

  it('a person can sign out', async () => {
    const { browser } = await signIn(slip)
    expect((await browser.post(session.logout.path)).envelope.code).toBe('ok')
    expect((await browser.get(session.me.path)).envelope.code).toBe('session.required')
  })
})

describe('a first password that was not replaced in time', () => {
  const age = (days: number) =>
    runAsOwner(
      test,
      sql`update credential c set changed_at = now() - make_interval(days => ${days}) from user_account a
        where a.user_id = c.user_id and a.login_name = 'staff' and c.is_first`,
    )
  const shown = async () => {
    const { envelope } = await admin.get(`${people.list.path}?query=staff&state=all`)
    return z.parse(people.list.response, envelope.data).people.find(({ loginName }) => loginName === 'staff')?.password
  }

  it('signs nobody in, says whom to ask, is shown as lapsed, and counts as none for a new one', async () => {
    await age(FIRST_PASSWORD_DAYS - 1)
    expect((await signIn(slip)).envelope.code).toBe('ok')
    expect(await shown()).toBe('first')
    await age(FIRST_PASSWORD_DAYS)
    const { envelope } = await signIn(slip)
    expect(envelope.code).toBe('login.first_lapsed')
    expect((await signIn({ ...slip, password: 'Wrong1234' })).envelope.code).toBe('login.failed')
    expect(await shown()).toBe('lapsed')
    const renewed = await giveOne(true)
    expect(await shown()).toBe('first')
    expect((await signIn(renewed)).envelope.code).toBe('ok')
  })

  it('is another matter than an old password of one’s own', async () => {
    const { browser } = await signIn(slip)
    await browser.post(replaceFirst.path, { newPassword: 'Kestrel-Harbour-58' })
    await runAsOwner(test, sql`update credential set changed_at = now() - interval '400 days'`)
    expect((await signIn({ ...slip, password: 'Kestrel-Harbour-58' })).envelope.code).toBe('ok')
  })
})
