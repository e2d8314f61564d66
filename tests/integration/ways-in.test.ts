import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { collectIdentity } from '../../server/services/identity-upkeep.ts'
import type { TestApp } from '../support/app.ts'
import { createTestApp } from '../support/app.ts'
import { accessOf, closeAccount, eventsOf, isSignedIn, readMe, runAsOwner } from '../support/session-probe.ts'
import { sqlState } from '../support/sql-state.ts'
import type { Answer, TestBrowser } from '../support/test-browser.ts'
import { until } from '../support/until.ts'

const HANDOVER = '/api/uaa/oauth/handover'
const RELOGIN = '/api/uaa/oauth/relogin'
const REGISTER = '/api/uaa/oauth/user_client'
const CLIENT = '/api/uaa/oauth/login_user_client'
const CONFIG = '/api/uaa/oauth/login/unit_config'
const LOGIN = '/api/uaa/oauth/login'
const LOGOUT = '/api/uaa/oauth/logout'
const REFRESH = '/api/uaa/oauth/refresh'
const GINKGO = { host: 'ginkgo.localhost' }
const MADE_UP = 'x'.repeat(43)

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`delete from login_attempt`)
  await runAsOwner(test, sql`update user_account set status = 1`)
  await runAsOwner(test, sql`update unit set sign_in_ways = '{}'`)
  await allow('localhost', { accessToken: true, userClient: true })
})

/** Writes what a unit allows; also what no administrator would. */
async function allow(host: string, ways: unknown): Promise<void> {
  await runAsOwner(
    test,
    sql`update unit set sign_in_ways = ${JSON.stringify(ways)}::jsonb where unit_id = (select unit_id from unit_host where host = ${host})`,
  )
}

async function handOver(browser: TestBrowser): Promise<string> {
  const { envelope } = await browser.post(HANDOVER)
  return z.parse(z.object({ accessToken: z.string() }), envelope.data).accessToken
}

async function register(browser: TestBrowser, name = '教室大屏'): Promise<string> {
  const { envelope } = await browser.post(REGISTER, { name })
  return z.parse(z.object({ userClientId: z.string() }), envelope.data).userClientId
}

const relogin = (accessToken: string, browser = test.visit()) => browser.post(RELOGIN, { accessToken })
const asClient = (userClientId: string, browser = test.visit()) => browser.post(CLIENT, { userClientId })

/** Everything of an answer by which two refusals could differ. */
function refusal({ response }: Answer) {
  return { http: response.statusCode, body: response.body, cookies: response.cookies }
}

describe('a handover', () => {
  it('signs the same person in elsewhere, with a session of its own', async () => {
    const first = await test.signIn('teacher')
    const second = test.visit({ address: '192.0.2.77' })
    const { envelope, response } = await relogin(await handOver(first), second)
    const person = await readMe(first)
    expect(envelope).toMatchObject({ status: 200, data: { unitType: '2', unitId: person.unitId, userType: 2 } })
    expect((await readMe(second)).userId).toBe(person.userId)
    expect(accessOf(second)).not.toBe(accessOf(first))
    for (const name of ['portal_access', 'portal_refresh', 'portal_device']) {
      expect(response.cookies.find((cookie) => cookie.name === name)).toMatchObject({ httpOnly: true })
    }
    expect((await second.get(REFRESH)).envelope.status).toBe(200)
    expect((await readMe(first)).userId).toBe(person.userId)
    expect((await eventsOf(test, person.userId)).slice(0, 2)).toEqual(['signed-in', 'handed-over'])
  })

  it('ends the session that the browser had before', async () => {
    const browser = await test.signIn('student')
    const earlier = accessOf(browser)
    expect((await relogin(await handOver(await test.signIn('teacher')), browser)).envelope.status).toBe(200)
    expect(await isSignedIn(test, earlier)).toBe(false)
    expect((await readMe(browser)).loginName).toBe('teacher')
  })

  it('is stored as a hash alone, and is not a token', async () => {
    const secret = await handOver(await test.signIn('teacher'))
    const stored = JSON.stringify(await runAsOwner(test, sql`select handover::text as row from handover`))
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    expect(await isSignedIn(test, secret)).toBe(false)
  })

  it('is asked for by somebody who is signed in', async () => {
    expect((await test.visit().post(HANDOVER)).envelope.code).toBe('session.required')
  })

  it('is good once', async () => {
    const secret = await handOver(await test.signIn('teacher'))
    expect((await relogin(secret)).envelope.status).toBe(200)
    expect((await relogin(secret)).envelope).toMatchObject({ status: 403, code: 'login.secret_invalid' })
  })

  it('lets one in of several who present it at the same moment', async () => {
    const secret = await handOver(await test.signIn('teacher'))
    const before = await runAsOwner(test, sql`select count(*)::int as n from session`)
    const answers = await Promise.all(Array.from({ length: 6 }, () => relogin(secret)))
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'login.secret_invalid'), 'ok'])
    expect(await runAsOwner(test, sql`select count(*)::int - 1 as n from session`)).toEqual(before)
  })

  it('is answered alike when it is unknown, used, over, another unit’s, a closed account’s or of a session that has ended', async () => {
    const browser = await test.signIn('teacher')
    const unknown = refusal(await relogin(MADE_UP))
    expect(unknown).toMatchObject({ http: 200, cookies: [] })

    const used = await handOver(browser)
    await relogin(used)
    expect(refusal(await relogin(used))).toEqual(unknown)

    const over = await handOver(browser)
    await runAsOwner(test, sql`update handover set expires_at = now() - interval '1 millisecond' where used_at is null`)
    expect(refusal(await relogin(over))).toEqual(unknown)

    await allow('ginkgo.localhost', { accessToken: true })
    const elsewhere = await handOver(await test.signIn('teacher', GINKGO))
    expect(refusal(await relogin(elsewhere))).toEqual(unknown)
    expect((await relogin(elsewhere, test.visit(GINKGO))).envelope.status).toBe(200)

    const ofClosed = await handOver(await test.signIn('staff'))
    await closeAccount(test, 'staff')
    expect(refusal(await relogin(ofClosed))).toEqual(unknown)

    const ofEnded = await handOver(browser)
    await browser.post(LOGOUT)
    expect(refusal(await relogin(ofEnded))).toEqual(unknown)
  })

  it('is good for a minute', async () => {
    await handOver(await test.signIn('teacher'))
    const [row] = await runAsOwner(
      test,
      sql`select extract(epoch from max(expires_at) - now())::float8 as seconds from handover where used_at is null`,
    )
    expect(Number(row?.['seconds'])).toBeGreaterThan(50)
    expect(Number(row?.['seconds'])).toBeLessThanOrEqual(60)
  })

  it('gives way when a person asks for more than twenty', async () => {
    const browser = await test.signIn('parent')
    const first = await handOver(browser)
    let last = ''
    for (let n = 0; n < 20; n += 1) last = await handOver(browser)
    expect((await relogin(first)).envelope.code).toBe('login.secret_invalid')
    expect((await relogin(last)).envelope.code).toBe('ok')
  })

  it('is neither given nor taken where the unit does not allow it, and survives that', async () => {
    const browser = await test.signIn('teacher')
    const secret = await handOver(browser)
    await allow('localhost', { userClient: true, password: true })
    expect((await browser.post(HANDOVER)).envelope).toMatchObject({ status: 403, code: 'login.way_off' })
    const refused = refusal(await relogin(secret))
    expect(refused.body).toContain('login.way_off')
    expect(refusal(await relogin(MADE_UP))).toEqual(refused)
    await allow('localhost', { accessToken: true })
    expect((await relogin(secret)).envelope.code).toBe('ok')
  })
})

describe('a registered client', () => {
  it('signs its person in again and again, and remembers when', async () => {
    const secret = await register(await test.signIn('teacher'), ' 三楼大屏 ')
    const stored = () =>
      runAsOwner(test, sql`select name, last_used_at as used from user_client order by created_at desc limit 1`)
    expect(await stored()).toEqual([{ name: '三楼大屏', used: null }])
    const screen = test.visit()
    for (let round = 0; round < 3; round += 1) {
      const earlier = accessOf(screen)
      expect((await asClient(secret, screen)).envelope).toMatchObject({ status: 200, data: { userType: 2 } })
      expect(await isSignedIn(test, earlier)).toBe(false)
    }
    const person = await readMe(screen)
    expect(person.loginName).toBe('teacher')
    expect((await stored())[0]?.['used']).toEqual(expect.any(String))
    expect(await eventsOf(test, person.userId)).toContain('client-registered')
  })

  it('is stored as a hash alone', async () => {
    const secret = await register(await test.signIn('teacher'))
    const stored = JSON.stringify(await runAsOwner(test, sql`select user_client::text as row from user_client`))
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('is answered alike when it is unknown, revoked, another unit’s or a closed account’s', async () => {
    const unknown = refusal(await asClient(MADE_UP))
    expect(unknown.body).toContain('login.secret_invalid')

    const revoked = await register(await test.signIn('teacher'))
    await runAsOwner(test, sql`update user_client set revoked_at = now()`)
    expect(refusal(await asClient(revoked))).toEqual(unknown)

    await allow('ginkgo.localhost', { userClient: true })
    const elsewhere = await register(await test.signIn('teacher', GINKGO))
    expect(refusal(await asClient(elsewhere))).toEqual(unknown)
    expect((await asClient(elsewhere, test.visit(GINKGO))).envelope.status).toBe(200)

    const ofClosed = await register(await test.signIn('staff'))
    await closeAccount(test, 'staff')
    expect(refusal(await asClient(ofClosed))).toEqual(unknown)
  })

  it('is no handover, and a handover is no client', async () => {
    const browser = await test.signIn('teacher')
    expect((await relogin(await register(browser))).envelope.code).toBe('login.secret_invalid')
    expect((await asClient(await handOver(browser))).envelope.code).toBe('login.secret_invalid')
  })

  it('is neither registered nor let in where the unit does not allow it', async () => {
    const browser = await test.signIn('teacher')
    const secret = await register(browser)
    await allow('localhost', { accessToken: true })
    expect((await browser.post(REGISTER, { name: '大屏' })).envelope.code).toBe('login.way_off')
    expect((await asClient(secret)).envelope.code).toBe('login.way_off')
  })

  it('is registered by somebody who is signed in', async () => {
    expect((await test.visit().post(REGISTER, { name: '大屏' })).envelope.code).toBe('session.required')
  })

  it('gives way, longest unused first, when a person registers more than twenty', async () => {
    const browser = await test.signIn('parent')
    const first = await register(browser, 'first')
    const second = await register(browser, 'second')
    expect((await asClient(first)).envelope.code).toBe('ok')
    for (let n = 0; n < 19; n += 1) await register(browser, `client ${n}`)
    expect((await asClient(first)).envelope.code).toBe('ok')
    expect((await asClient(second)).envelope.code).toBe('login.secret_invalid')
  })

  it.each([
    ['missing', ''],
    ['empty', 'name='],
    ['blank', 'name=+++'],
    ['over-long', `name=${'长'.repeat(101)}`],
    ['a list', 'name=a&name=b'],
    ['an object', 'name.first=a'],
    ['with a control character', 'name=a%00b'],
  ])('needs a name, and refuses one that is %s', async (_, payload) => {
    const { envelope } = await (await test.signIn('teacher')).post(REGISTER, {}, { payload })
    expect(envelope).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fieldErrors: [{ field: expect.stringMatching(/^name/) }],
    })
  })
})

describe('a secret that cannot be one', () => {
  const secrets = [
    ['missing', () => ''],
    ['empty', (field: string) => `${field}=`],
    ['over-long', (field: string) => `${field}=${'x'.repeat(4097)}`],
    ['a list', (field: string) => `${field}=a&${field}=b`],
    ['an object', (field: string) => `${field}.a=b`],
    ['with a control character', (field: string) => `${field}=a%00b`],
  ] as const
  it.each(secrets)('is refused by name when it is %s, and does not count as a guess', async (_, payload) => {
    for (const [path, field] of [
      [RELOGIN, 'accessToken'],
      [CLIENT, 'userClientId'],
    ] as const) {
      const { envelope } = await test.visit().post(path, {}, { payload: payload(field) })
      expect(envelope).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: expect.stringContaining(field) }],
      })
    }
    expect(await runAsOwner(test, sql`select from login_attempt`)).toEqual([])
  })

  it('has no place at an address without a school, or in a request of another site', async () => {
    expect((await relogin(MADE_UP, test.visit({ host: 'unknown.example' }))).envelope.code).toBe('tenant.unknown_host')
    const { envelope } = await test
      .visit()
      .post(CLIENT, { userClientId: MADE_UP }, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(envelope.code).toBe('request.cross_site')
  })

  it('does not reach the log', async () => {
    const address = '198.51.100.99'
    await test.visit({ address }).post(`${RELOGIN}?accessToken=in-the-query`, { accessToken: 'in-the-body' })
    await asClient('client-in-the-body', test.visit({ address }))
    await until(async () => test.logLines.filter((line) => line.includes(address)).length === 2)
    const log = test.logLines.join('\n')
    for (const secret of ['in-the-query', 'in-the-body']) expect(log).not.toContain(secret)
  })
})

describe('wrong secrets', () => {
  const setFailures = (failures: number) =>
    runAsOwner(test, sql`update login_attempt set failures = ${failures}, blocked_until = null`)
  const pass = () => runAsOwner(test, sql`update login_attempt set blocked_until = now()`)
  const ADDRESS = { address: '198.51.100.7' }

  async function makeWait(): Promise<void> {
    expect((await relogin(MADE_UP, test.visit(ADDRESS))).envelope.code).toBe('login.secret_invalid')
    await setFailures(200)
    expect((await asClient(MADE_UP, test.visit(ADDRESS))).envelope.code).toBe('login.secret_invalid')
  }

  it('make their address wait after many, up to fifteen seconds, and no other address', async () => {
    await makeWait()
    const { envelope, response } = await relogin(MADE_UP, test.visit(ADDRESS))
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(5)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15)
    expect((await relogin(MADE_UP)).envelope.code).toBe('login.secret_invalid')
  })

  it('count when they come at the same moment', async () => {
    await relogin(MADE_UP, test.visit(ADDRESS))
    await setFailures(200)
    const answers = await Promise.all(Array.from({ length: 10 }, () => relogin(MADE_UP, test.visit(ADDRESS))))
    expect(answers.filter(({ envelope }) => envelope.code === 'login.secret_invalid')).toHaveLength(1)
    expect(answers.filter(({ envelope }) => envelope.code === 'login.slow_down')).toHaveLength(9)
  })

  it('keep a right one waiting too, without using it up', async () => {
    const secret = await handOver(await test.signIn('teacher'))
    await makeWait()
    expect((await relogin(secret, test.visit(ADDRESS))).envelope.code).toBe('login.slow_down')
    await pass()
    expect((await relogin(secret, test.visit(ADDRESS))).envelope.code).toBe('ok')
  })

  it('do not keep a device waiting on which the person has signed in before, nor those who type a password', async () => {
    const device = await test.signIn('teacher', ADDRESS)
    const secret = await handOver(device)
    await makeWait()
    expect((await relogin(secret, device)).envelope.code).toBe('ok')
    const typed = await test.visit(ADDRESS).post(LOGIN, { username: 'student', password: 'Campus2026' })
    expect(typed.envelope.code).toBe('ok')
  })
})

describe('the ways in that a unit allows', () => {
  const read = async (host: string) => (await test.visit({ host }).get(CONFIG)).envelope

  it('are told to anybody, and are none unless the unit says so', async () => {
    expect(await read('localhost')).toMatchObject({
      data: { signInWays: { password: false, accessToken: true, userClient: true } },
    })
    expect(await read('ginkgo.localhost')).toMatchObject({
      data: { signInWays: { password: false, accessToken: false, userClient: false } },
    })
  })

  const damaged = [null, true, 'accessToken', 7, ['accessToken'], { accessToken: 'true', userClient: 1, more: {} }]
  it.each(damaged.map((ways) => ({ ways })))(
    'are none when the stored configuration is damaged: $ways',
    async ({ ways }) => {
      const browser = await test.signIn('teacher')
      await allow('localhost', ways)
      expect(await read('localhost')).toMatchObject({
        status: 200,
        data: { signInWays: { password: false, accessToken: false, userClient: false } },
      })
      expect((await browser.post(HANDOVER)).envelope.code).toBe('login.way_off')
      expect((await asClient(MADE_UP)).envelope.code).toBe('login.way_off')
    },
  )
})

describe('handovers and clients in the database', () => {
  it('belong to one unit: another sees none and can write none', async () => {
    const browser = await test.signIn('teacher')
    await handOver(browser)
    await register(browser)
    const { userId } = await readMe(browser)
    const { unitId } = await readMe(await test.signIn('teacher', GINKGO))
    const scope = { unitId, userId: null }
    for (const table of [sql`handover`, sql`user_client`]) {
      const { rows } = await test.database.inUnit(scope, (tx) =>
        tx.execute(sql`select from ${table} where user_id = ${userId}`),
      )
      expect(rows).toEqual([])
    }
    const foreign = test.database.inUnit(scope, (tx) =>
      tx.execute(sql`insert into user_client (client_hash, unit_id, user_id, name)
        values (sha256('a'), ${unitId}, ${userId}, 'foreign')`),
    )
    expect(await foreign.then(() => '', sqlState)).toBe('23503')
  })

  it('are tidied away when they are over', async () => {
    const browser = await test.signIn('staff')
    const kept = await register(browser, 'kept')
    await runAsOwner(test, sql`delete from handover`)
    await runAsOwner(test, sql`delete from user_client where name <> 'kept'`)
    const over = await handOver(browser)
    await runAsOwner(test, sql`update handover set expires_at = now() - interval '1 second'`)
    const good = await handOver(browser)
    for (const name of ['revoked', 'unused']) await register(browser, name)
    await runAsOwner(test, sql`update user_client set revoked_at = now() - interval '8 days' where name = 'revoked'`)
    await runAsOwner(test, sql`update user_client set created_at = now() - interval '401 days' where name = 'unused'`)
    await test.database.asOwner(collectIdentity)
    expect(await runAsOwner(test, sql`select name from user_client`)).toEqual([{ name: 'kept' }])
    expect(await runAsOwner(test, sql`select count(*)::int as n from handover`)).toEqual([{ n: 1 }])
    expect((await relogin(over)).envelope.code).toBe('login.secret_invalid')
    expect((await relogin(good)).envelope.code).toBe('ok')
    expect((await asClient(kept)).envelope.code).toBe('ok')
  })
})
