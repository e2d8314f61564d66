import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { envelopeSchema, type Envelope } from '../../../contract/envelope.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import { refusalOf, type BrowserOptions } from '../../support/browser/test-browser.ts'
import { basicOf, register, type Registered } from '../../support/callers/third-party.ts'
import { until } from '../../support/until.ts'

const GINKGO = { host: 'ginkgo.localhost' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const MADE_UP = 'x'.repeat(43)

let test: TestApp
let partner: Registered
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`delete from oauth_client`)
  await runAsOwner(test, sql`update user_account set status = 1 where status <> 1`)
  await allow(true)
  partner = await register(test, { mayIssueTickets: true })
})

const allow = (ticketWay: boolean) =>
  runAsOwner(test, sql`update unit set sign_in_ways = ${JSON.stringify({ ticket: ticketWay })}::jsonb`)

/** Calls as the server of a third party does: no cookies, no device, no word on where it comes from. */
async function callServer(
  payload: string,
  headers: Record<string, string | undefined>,
  { query = '', ...options }: BrowserOptions & { query?: string } = {},
): Promise<Envelope> {
  const none = { 'sec-fetch-site': undefined, 'x-portal-device': undefined }
  const response = await test
    .visit({ address: '192.0.2.50', ...options })
    .request('POST', sso.issueTicket.path + query, { payload, headers: { ...none, ...headers } })
  return z.parse(envelopeSchema, response.json())
}

const issueFor = (loginName: string, by = partner, options?: BrowserOptions) =>
  callServer(new URLSearchParams({ loginName }).toString(), { ...FORM, ...basicOf(by) }, options)

async function ticketFor(loginName: string, by = partner, options?: BrowserOptions): Promise<string> {
  return z.parse(sso.issueTicket.response, (await issueFor(loginName, by, options)).data).ticket
}

const present = (secret: string, browser = test.visit(), more = '') =>
  browser.get(`${sso.ticket.path}?ticket=${encodeURIComponent(secret)}${more}`)

describe('a ticket', () => {
  it('is issued to a server that proves itself, by header, form or JSON, with the address to open', async () => {
    const { clientId: client_id, secret: client_secret } = partner
    const input = { client_id, client_secret, loginName: ' Teacher ' }
    const json = { 'content-type': 'application/json; charset=utf-8' }
    const answers = [
      await issueFor('teacher'),
      await callServer(new URLSearchParams(input).toString(), FORM),
      await callServer(JSON.stringify(input), json),
      await callServer(JSON.stringify({ loginName: 'teacher' }), { ...json, ...basicOf(partner) }),
    ]
    for (const { data, status } of answers) {
      expect(status).toBe(200)
      const issued = z.parse(sso.issueTicket.response, data)
      expect(issued.ticket).toMatch(/^[\w-]{43}$/)
      expect(issued.url).toBe(`http://localhost/login/?ticket=${issued.ticket}`)
    }
  })

  it('signs the person in, and ends what the browser had before', async () => {
    const browser = await test.signIn('student')
    const earlier = accessOf(browser)
    const { envelope, response } = await present(await ticketFor('teacher'), browser, '&unitHost=localhost')
    const person = await readMe(browser)
    expect(person.loginName).toBe('teacher')
    expect(envelope).toMatchObject({ status: 200, data: { unitId: person.unitId, unitType: '2', userType: 2 } })
    expect(await isSignedIn(test, earlier)).toBe(false)
    expect(response.cookies.map(({ name }) => name)).toEqual(['portal_access', 'portal_refresh', 'portal_signed_in'])
    expect((await eventsOf(test, person.userId))[0]).toBe('signed-in')
  })

  it('is good once, and lets one in of several who present it at the same moment', async () => {
    const used = await ticketFor('teacher')
    expect((await present(used)).envelope.status).toBe(200)
    expect((await present(used)).envelope).toMatchObject({ status: 403, code: 'login.secret_invalid' })
    const shared = await ticketFor('teacher')
    const codes = (await Promise.all(Array.from({ length: 6 }, () => present(shared)))).map(
      ({ envelope }) => envelope.code,
    )
    expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'login.secret_invalid'), 'ok'])
  })

  it('is good for a minute, is stored as a hash alone, and goes when it is over', async () => {
    const secret = await ticketFor('teacher')
    const [row] = await runAsOwner(
      test,
      sql`select extract(epoch from expires_at - now())::float8 as seconds, login_ticket::text as row from login_ticket`,
    )
    expect(Number(row?.['seconds'])).toBeGreaterThan(50)
    expect(Number(row?.['seconds'])).toBeLessThanOrEqual(60)
    expect(row?.['row']).not.toContain(secret)
    expect(row?.['row']).not.toContain(Buffer.from(secret).toString('hex'))
    await runAsOwner(test, sql`update login_ticket set expires_at = now() - interval '1 millisecond'`)
    await cleanUpIdentity(test.database)
    expect(await runAsOwner(test, sql`select from login_ticket`)).toEqual([])
  })

  it('is answered alike when it is unknown, used, over, another unit’s, a closed account’s or of a third party that may not any more', async () => {
    const unknown = refusalOf(await present(MADE_UP))
    expect(unknown).toMatchObject({ http: 200, cookies: [] })
    expect(unknown.body).toContain('login.secret_invalid')

    const used = await ticketFor('teacher')
    await present(used)
    expect(refusalOf(await present(used))).toEqual(unknown)

    const over = await ticketFor('teacher')
    await runAsOwner(test, sql`update login_ticket set expires_at = now() where used_at is null`)
    expect(refusalOf(await present(over))).toEqual(unknown)

    const elsewhere = await register(test, { mayIssueTickets: true }, 'ginkgo.localhost')
    const theirs = await ticketFor('teacher', elsewhere, GINKGO)
    expect(refusalOf(await present(theirs))).toEqual(unknown)
    expect((await present(theirs, test.visit(GINKGO))).envelope.status).toBe(200)

    const ofClosed = await ticketFor('staff')
    await closeAccount(test, 'staff')
    expect(refusalOf(await present(ofClosed))).toEqual(unknown)

    const ofFormer = await ticketFor('teacher')
    await runAsOwner(test, sql`update oauth_client set may_issue_tickets = false where client_id = ${partner.clientId}`)
    expect(refusalOf(await present(ofFormer))).toEqual(unknown)
  })

  it('is no handover and no code, and does nothing at an address that it does not name', async () => {
    const secret = await ticketFor('teacher')
    await runAsOwner(test, sql`update unit set sign_in_ways = '{"ticket": true, "accessToken": true}'`)
    const asHandover = await test.visit().post('/api/uaa/oauth/relogin', { accessToken: secret })
    expect(asHandover.envelope.code).toBe('login.secret_invalid')
    expect((await present(secret, test.visit(), '&unitHost=ginkgo.localhost')).envelope.code).toBe('access.denied')
    expect((await present(secret)).envelope.code).toBe('ok')
  })

  it('is neither issued nor taken where the unit does not allow it, and survives that', async () => {
    const secret = await ticketFor('teacher')
    await allow(false)
    expect(await issueFor('teacher')).toMatchObject({ status: 403, code: 'login.way_off' })
    const refused = refusalOf(await present(secret))
    expect(refused.body).toContain('login.way_off')
    expect(refusalOf(await present(MADE_UP))).toEqual(refused)
    await allow(true)
    expect((await present(secret)).envelope.code).toBe('ok')
  })

  it('is no link that another site can open, and does not reach the log', async () => {
    const address = '198.51.100.97'
    const browser = test.visit({ address })
    const { envelope } = await browser.get(`${sso.ticket.path}?ticket=t`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(envelope.code).toBe('request.cross_site')
    await present('ticket-in-the-query', browser)
    await until(async () => test.logLines.filter((line) => line.includes(address)).length === 2)
    expect(test.logLines.join('\n')).not.toContain('ticket-in-the-query')
  })

  it.each([
    ['missing', ''],
    ['empty', '?ticket='],
    ['over-long', `?ticket=${'x'.repeat(2049)}`],
    ['a list', '?ticket=a&ticket=b'],
    ['an object', '?ticket.a=b'],
    ['with a control character', '?ticket=a%00b'],
  ])('is refused by name when it is %s, and does not count as a guess', async (_, query) => {
    const { envelope } = await test.visit().get(sso.ticket.path + query)
    expect(envelope).toMatchObject({
      code: 'request.invalid',
      fieldErrors: [{ field: expect.stringContaining('ticket') }],
    })
    expect(await runAsOwner(test, sql`select from login_attempt`)).toEqual([])
  })

  it('gives way when more than twenty are issued for a person', async () => {
    const first = await ticketFor('parent')
    let last = ''
    for (let n = 0; n < 20; n += 1) last = await ticketFor('parent')
    expect((await present(first)).envelope.code).toBe('login.secret_invalid')
    expect((await present(last)).envelope.code).toBe('ok')
  })
})

describe('issuing', () => {
  it('is refused alike for an unknown client, a wrong secret, one that may not, is turned off or is elsewhere, and an unknown or closed person', async () => {
    const refused = await issueFor('teacher', { clientId: 'nobody', secret: MADE_UP })
    expect(refused).toMatchObject({ status: 403, code: 'sso.ticket_refused' })
    expect(await issueFor('teacher', { ...partner, secret: MADE_UP })).toEqual(refused)
    expect(await issueFor('teacher', await register(test))).toEqual(refused)
    expect(await issueFor('teacher', await register(test, { mayIssueTickets: true, disabled: true }))).toEqual(refused)
    expect(await issueFor('teacher', partner, GINKGO)).toEqual(refused)
    const publicOne = await register(test, { confidential: false })
    expect(await issueFor('teacher', { ...publicOne, secret: 'x' })).toEqual(refused)
    expect(await issueFor('nobody-has-this-name')).toEqual(refused)
    await closeAccount(test, 'staff')
    expect(await issueFor('staff')).toEqual(refused)
    expect(await runAsOwner(test, sql`select from login_ticket`)).toEqual([])
  })

  it('is refused for somebody who asked for a second step', async () => {
    await runAsOwner(
      test,
      sql`insert into second_step (user_id, unit_id, sealed_secret, last_step)
        select user_id, unit_id, '\\x00', 0 from user_account where login_name = 'staff'`,
    )
    expect(await issueFor('staff')).toMatchObject({ code: 'sso.ticket_refused' })
    await runAsOwner(test, sql`delete from second_step`)
    expect(await issueFor('staff')).toMatchObject({ code: 'ok' })
  })

  it('is refused for an administrator, in words of its own, unless the application may; a role given meanwhile counts too', async () => {
    const refused = { status: 403, code: 'sso.ticket_admin' }
    expect(await issueFor('admin')).toMatchObject(refused)
    const trusted = await register(test, { mayIssueTickets: true, adminTickets: true })
    const browser = test.visit()
    expect((await present(await ticketFor('admin', trusted), browser)).envelope.code).toBe('ok')
    expect((await readMe(browser)).loginName).toBe('admin')

    const issued = await ticketFor('admin', trusted)
    await runAsOwner(test, sql`update oauth_client set admin_tickets = false where client_id = ${trusted.clientId}`)
    expect((await present(issued)).envelope).toMatchObject(refused)
    const wrongSecret = { ...partner, secret: MADE_UP }
    expect((await issueFor('admin', wrongSecret)).code).toBe('sso.ticket_refused')
  })

  it.each([
    ['an employee who has become an administrator', 'staff', 'staff'],
    ['a parent whose account as a teacher is an administrator’s', 'parent', 'teacher'],
    ['a teacher whose account as a parent is an administrator’s', 'teacher', 'parent'],
  ])('is refused for %s', async (_, loginName, powerful) => {
    const secret = await ticketFor(loginName)
    const [given] = await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select r.unit_id, r.role_id, a.user_id from role r join user_account a using (unit_id)
        where r.service = 'base' and r.code = 'XX_SYS_' and a.login_name = ${powerful}
          and r.unit_id = (select unit_id from unit_host where host = 'localhost') returning member_id`,
    )
    expect(await issueFor(loginName)).toMatchObject({ code: 'sso.ticket_admin' })
    expect((await present(secret)).envelope).toMatchObject({ status: 403, code: 'sso.ticket_admin' })
    expect(await issueFor('student')).toMatchObject({ code: 'ok' })
    await runAsOwner(test, sql`delete from role_member where member_id = ${given?.['member_id']}`)
  })

  it('is slowed down by wrong secrets, for that address alone, and not by wrong names', async () => {
    const address = '198.51.100.7'
    const wrong = { ...partner, secret: MADE_UP }
    await issueFor('nobody-has-this-name', partner, { address })
    expect(await runAsOwner(test, sql`select from login_attempt`)).toEqual([])
    await issueFor('teacher', wrong, { address })
    await runAsOwner(test, sql`update login_attempt set failures = 2000, blocked_until = null`)
    expect((await issueFor('teacher', wrong, { address })).code).toBe('sso.ticket_refused')
    expect((await issueFor('teacher', wrong, { address })).code).toBe('login.slow_down')
    // The right secret waits as well: else its answer would tell that it was right.
    expect((await issueFor('teacher', partner, { address })).code).toBe('login.slow_down')
    expect((await issueFor('teacher')).code).toBe('ok')
  })

  it('takes no notice of who is signed in in a browser that calls it', async () => {
    const browser = await test.signIn('teacher')
    const { envelope } = await browser.post(sso.issueTicket.path, { loginName: 'teacher' })
    expect(envelope).toMatchObject({ code: 'request.invalid', fieldErrors: [{ field: 'client_id' }] })
  })

  it.each([
    ['no name', 'loginName', (all: Record<string, string>) => ({ ...all, loginName: undefined })],
    ['an empty name', 'loginName', (all: Record<string, string>) => ({ ...all, loginName: '' })],
    ['an over-long name', 'loginName', (all: Record<string, string>) => ({ ...all, loginName: 'x'.repeat(300) })],
    [
      'a name with a control character',
      'loginName',
      (all: Record<string, string>) => ({ ...all, loginName: 'a\u0000' }),
    ],
    ['a name that is no text', 'loginName', (all: Record<string, string>) => ({ ...all, loginName: { a: 'b' } })],
    ['no client', 'client_id', (all: Record<string, string>) => ({ ...all, client_id: undefined })],
    ['an over-long client', 'client_id', (all: Record<string, string>) => ({ ...all, client_id: 'x'.repeat(129) })],
    ['no secret', 'client_secret', (all: Record<string, string>) => ({ ...all, client_secret: undefined })],
    [
      'an over-long secret',
      'client_secret',
      (all: Record<string, string>) => ({ ...all, client_secret: 'x'.repeat(257) }),
    ],
  ])('is refused by name with %s', async (_, field, change) => {
    const all = { client_id: partner.clientId, client_secret: partner.secret, loginName: 'teacher' }
    const envelope = await callServer(JSON.stringify(change(all)), { 'content-type': 'application/json' })
    expect(envelope).toMatchObject({ status: 400, code: 'request.invalid', fieldErrors: [{ field }] })
  })

  it('does not take the secret from the address, damaged headers, other contents, or at an address without a school', async () => {
    const { clientId, secret } = partner
    const query = `?client_id=${clientId}&client_secret=${secret}`
    expect(await callServer('loginName=teacher', FORM, { query })).toMatchObject({
      code: 'request.secret_in_address',
      fieldErrors: [{ field: 'client_secret' }],
    })
    for (const authorization of [
      'Basic',
      'Basic %%%',
      'Basic bm9jb2xvbg==',
      'Basic AGE6Yg==',
      'Basic JTAwOmI=',
      `Bearer ${secret}`,
      'Basic JTpi',
    ])
      expect(await callServer('loginName=teacher', { ...FORM, authorization })).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: 'client_id' }],
      })
    const text = { 'content-type': 'text/plain', ...basicOf(partner) }
    expect((await callServer('loginName=teacher', text)).code).toBe('request.media_type')
    expect((await issueFor('teacher', partner, { host: 'unknown.example' })).code).toBe('tenant.unknown_host')
    expect((await callServer('{', { 'content-type': 'application/json' })).code).toBe('request.invalid')
  })
})
