import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endOtherSessions } from '../../../contract/endpoints/account.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import * as sessionEndpoints from '../../../contract/endpoints/sign-in/session.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { basicOf, register } from '../../support/callers/third-party.ts'
import { ask } from '../../support/callers/call.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'

const PASSWORD = 'Campus2026'
const CHOSEN = 'Kestrel-Harbour-58'

let test: TestApp
let unitId: string
let client: Awaited<ReturnType<typeof register>>
const ids: Record<string, string> = {}
beforeAll(async () => {
  test = await createTestApp()
  unitId = await unitOf(test)
  const add = async (person: Parameters<typeof addRankedPerson>[1]) => {
    ids[person.loginName] = await addRankedPerson(test, person)
  }
  await add({ loginName: 'own-parent', userType: 3 })
  await add({ loginName: 'own-teacher', userType: 2, parentId: ids['own-parent'] ?? '' })
  await add({ loginName: 'fresh', userType: 2 })
  await add({ loginName: 'secured', userType: 2 })
  client = await register(test, { mayIssueTickets: true })
  await runAsOwner(
    test,
    sql`update unit set sign_in_ways = '{"ticket": true, "accessToken": true}'::jsonb where unit_id = ${unitId}`,
  )
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`))

async function ticketFor(loginName: string): Promise<string> {
  const response = await test.visit().request('POST', sso.issueTicket.path, {
    payload: new URLSearchParams({ loginName }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': undefined,
      'x-portal-device': undefined,
      ...basicOf(client),
    },
  })
  return z.parse(sso.issueTicket.response, z.parse(envelopeSchema, response.json()).data).ticket
}

const take = (browser: TestBrowser, given: string) =>
  browser.get(`${sso.ticket.path}?ticket=${encodeURIComponent(given)}`)

const isSignedIn = async (browser: TestBrowser) => (await browser.get(sessionEndpoints.me.path)).envelope.code === 'ok'

/** Continues the session of a browser in another one. */
async function handOver(from: TestBrowser): Promise<TestBrowser> {
  const { data } = await ask(from, sessionEndpoints.handover)
  const { accessToken } = z.parse(sessionEndpoints.handover.response, data)
  const other = test.visit()
  expect((await ask(other, sessionEndpoints.relogin, { accessToken })).code).toBe('ok')
  return other
}

describe('a first password', () => {
  it('is replaced by who came with it, and by nobody whom a ticket signed in', async () => {
    const given = await ask(await test.signIn('admin'), people.firstPasswords, {
      people: [{ kind: 'account', id: ids['fresh'] }],
      onlyNew: false,
    })
    const password = z.parse(people.firstPasswords.response, given.data).slips[0]?.password ?? ''
    const other = test.visit()
    expect((await take(other, await ticketFor('fresh'))).envelope.code).toBe('ok')
    expect((await readMe(other)).firstPassword).toBe(true)
    expect((await ask(other, passwords.replaceFirst, { newPassword: CHOSEN })).code).toBe('password.first_unproved')

    const owner = test.visit()
    expect((await ask(owner, sessionEndpoints.login, { username: 'fresh', password })).code).toBe('ok')
    expect((await ask(owner, passwords.replaceFirst, { newPassword: CHOSEN })).code).toBe('ok')
    expect(await isSignedIn(other)).toBe(false)
    expect((await ask(test.visit(), sessionEndpoints.login, { username: 'fresh', password: CHOSEN })).code).toBe('ok')
  })

  it('is not replaced in a session that was opened by the password before it', async () => {
    await runAsOwner(test, sql`update credential set is_first = false where user_id = ${ids['fresh']}`)
    const earlier = test.visit()
    expect((await ask(earlier, sessionEndpoints.login, { username: 'fresh', password: CHOSEN })).code).toBe('ok')
    // As if sessions outlived it.
    await runAsOwner(
      test,
      sql`update credential set is_first = true, changed_at = now() + interval '1 second' where user_id = ${ids['fresh']}`,
    )
    expect((await ask(earlier, passwords.replaceFirst, { newPassword: 'Another-Harbour-58' })).code).toBe(
      'password.first_unproved',
    )
  })
})

describe('a session that was handed over', () => {
  it('ends with the sessions of the account by whose credentials it began, which a new password ends', async () => {
    const thief = await test.signIn('own-teacher')
    expect((await ask(thief, sessionEndpoints.switchLogin, { userId: ids['own-parent'] })).code).toBe('ok')
    const handed = await handOver(thief)
    const twice = await handOver(handed)
    expect((await readMe(twice)).loginName).toBe('own-parent')
    const owner = await test.signIn('own-teacher')
    expect((await ask(owner, passwords.change, { password: PASSWORD, newPassword: CHOSEN })).code).toBe('ok')
    for (const browser of [thief, handed, twice]) expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(owner)).toBe(true)
  })

  it('of the own account stays the own, and ends with all others', async () => {
    const parent = await test.signIn('own-parent')
    const handed = await handOver(parent)
    const [session] = await runAsOwner(
      test,
      sql`select began_as from session where user_id = ${ids['own-parent']} order by created_at desc limit 1`,
    )
    expect(session).toEqual({ began_as: null })
    expect((await ask(parent, endOtherSessions)).code).toBe('ok')
    expect(await isSignedIn(handed)).toBe(false)
  })

  it('ends with the session at the provider by which the first one was opened', async () => {
    const parent = await test.signIn('own-parent')
    await runAsOwner(
      test,
      sql`with p as (insert into sign_in_provider (unit_id, kind, name, english_name, client_id, base_url, api_url, scopes)
          values (${unitId}, 'wechat_web', '测试', 'Test', 'c', 'https://open.weixin.qq.com', 'https://api.weixin.qq.com', 'snsapi_login') returning provider_id)
        insert into external_session (session_id, unit_id, provider_id, subject, provider_sid)
        select s.session_id, s.unit_id, p.provider_id, 'someone', 'sid' from p, session s
        where s.user_id = ${ids['own-parent']} and s.revoked_at is null order by s.created_at desc limit 1`,
    )
    await handOver(parent)
    const [row] = await runAsOwner(test, sql`select count(*)::int as n from external_session where subject = 'someone'`)
    expect(row).toEqual({ n: 2 })
  })
})

describe('a ticket', () => {
  it('that was issued before the second step was turned on signs in nobody', async () => {
    const issued = await ticketFor('secured')
    await runAsOwner(
      test,
      sql`insert into second_step (unit_id, user_id, sealed_secret, last_step) values (${unitId}, ${ids['secured']}, 'x', 0)`,
    )
    const browser = test.visit()
    expect((await take(browser, issued)).envelope.code).not.toBe('ok')
    expect(await isSignedIn(browser)).toBe(false)
  })
})
