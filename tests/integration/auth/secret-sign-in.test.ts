import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { sqlState } from '../../support/app/sql-state.ts'
import { until } from '../../support/until.ts'
import {
  GINKGO,
  handOver,
  MADE_UP,
  registerClient,
  useOpenSchool,
} from '../../support/callers/secret-sign-in-caller.ts'

const school = useOpenSchool()
const { allow, relogin, asClient } = school

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
      [session.relogin.path, 'accessToken'],
      [session.loginUserClient.path, 'userClientId'],
    ] as const) {
      const { envelope } = await school.test.visit().post(path, {}, { payload: payload(field) })
      expect(envelope).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: expect.stringContaining(field) }],
      })
    }
    expect(await runAsOwner(school.test, sql`select from login_attempt`)).toEqual([])
  })

  it('has no place at an address without a school, or in a request of another site', async () => {
    expect((await relogin(MADE_UP, school.test.visit({ host: 'unknown.example' }))).envelope.code).toBe(
      'tenant.unknown_host',
    )
    const { envelope } = await school.test
      .visit()
      .post(session.loginUserClient.path, { userClientId: MADE_UP }, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(envelope.code).toBe('request.cross_site')
  })

  it('does not reach the log', async () => {
    const address = '198.51.100.99'
    await school.test
      .visit({ address })
      .post(`${session.relogin.path}?accessToken=in-the-query`, { accessToken: 'in-the-body' })
    await asClient('client-in-the-body', school.test.visit({ address }))
    await until(async () => school.test.logLines.filter((line) => line.includes(address)).length === 2)
    const log = school.test.logLines.join('\n')
    for (const secret of ['in-the-query', 'in-the-body']) expect(log).not.toContain(secret)
  })
})

describe('wrong secrets', () => {
  const setFailures = (failures: number) =>
    runAsOwner(school.test, sql`update login_attempt set failures = ${failures}, blocked_until = null`)
  const pass = () => runAsOwner(school.test, sql`update login_attempt set blocked_until = now()`)
  const ADDRESS = { address: '198.51.100.7' }

  async function makeWait(): Promise<void> {
    expect((await relogin(MADE_UP, school.test.visit(ADDRESS))).envelope.code).toBe('login.secret_invalid')
    await setFailures(2000)
    expect((await asClient(MADE_UP, school.test.visit(ADDRESS))).envelope.code).toBe('login.secret_invalid')
  }

  it('make their address wait after many, up to fifteen seconds, and no other address', async () => {
    await makeWait()
    const { envelope, response } = await relogin(MADE_UP, school.test.visit(ADDRESS))
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(5)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15)
    expect((await relogin(MADE_UP)).envelope.code).toBe('login.secret_invalid')
  })

  it('count when they come at the same moment', async () => {
    await relogin(MADE_UP, school.test.visit(ADDRESS))
    await setFailures(2000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => relogin(MADE_UP, school.test.visit(ADDRESS))))
    expect(answers.filter(({ envelope }) => envelope.code === 'login.secret_invalid')).toHaveLength(1)
    expect(answers.filter(({ envelope }) => envelope.code === 'login.slow_down')).toHaveLength(9)
  })

  it('keep a right one waiting too, without using it up', async () => {
    const secret = await handOver(await school.test.signIn('teacher'))
    await makeWait()
    expect((await relogin(secret, school.test.visit(ADDRESS))).envelope.code).toBe('login.slow_down')
    await pass()
    expect((await relogin(secret, school.test.visit(ADDRESS))).envelope.code).toBe('ok')
  })

  it('do not keep a device waiting on which the person has signed in before, nor those who type a password', async () => {
    const device = await school.test.signIn('teacher', ADDRESS)
    const secret = await handOver(device)
    await makeWait()
    expect((await relogin(secret, device)).envelope.code).toBe('ok')
    const typed = await school.test
      .visit(ADDRESS)
      .post(session.login.path, { username: 'student', password: DEMO_PASSWORD })
    expect(typed.envelope.code).toBe('ok')
  })
})

describe('the ways in that a unit allows', () => {
  const read = async (host: string) => (await school.test.visit({ host }).get(unitConfig.path)).envelope

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
      const browser = await school.test.signIn('teacher')
      await allow('localhost', ways)
      expect(await read('localhost')).toMatchObject({
        status: 200,
        data: { signInWays: { password: false, accessToken: false, userClient: false } },
      })
      expect((await browser.post(session.handover.path)).envelope.code).toBe('login.way_off')
      expect((await asClient(MADE_UP)).envelope.code).toBe('login.way_off')
    },
  )
})

describe('handovers and clients in the database', () => {
  it('belong to one unit: another sees none and can write none', async () => {
    const browser = await school.test.signIn('teacher')
    await handOver(browser)
    await registerClient(browser)
    const { userId } = await readMe(browser)
    const { unitId } = await readMe(await school.test.signIn('teacher', GINKGO))
    const scope = { unitId, userId: null }
    for (const table of [sql`handover`, sql`user_client`]) {
      const seen = await school.test.database.inUnit(scope, (tx) =>
        tx.execute(sql`select from ${table} where user_id = ${userId}`),
      )
      expect(seen.rows).toEqual([])
    }
    const foreign = school.test.database.inUnit(scope, (tx) =>
      tx.execute(sql`insert into user_client (client_hash, unit_id, user_id, name)
        values (sha256('a'), ${unitId}, ${userId}, 'foreign')`),
    )
    expect(await foreign.then(() => '', sqlState)).toBe('23503')
  })

  it('are tidied away when they are over', async () => {
    const browser = await school.test.signIn('staff')
    const kept = await registerClient(browser, 'kept')
    await runAsOwner(school.test, sql`delete from handover`)
    await runAsOwner(school.test, sql`delete from user_client where name <> 'kept'`)
    const over = await handOver(browser)
    await runAsOwner(school.test, sql`update handover set expires_at = now() - interval '1 second'`)
    const good = await handOver(browser)
    for (const name of ['revoked', 'unused']) await registerClient(browser, name)
    await runAsOwner(
      school.test,
      sql`update user_client set revoked_at = now() - interval '8 days' where name = 'revoked'`,
    )
    await runAsOwner(
      school.test,
      sql`update user_client set created_at = now() - interval '401 days' where name = 'unused'`,
    )
    await cleanUpIdentity(school.test.database)
    expect(await runAsOwner(school.test, sql`select name from user_client`)).toEqual([{ name: 'kept' }])
    expect(await runAsOwner(school.test, sql`select count(*)::int as n from handover`)).toEqual([{ n: 1 }])
    expect((await relogin(over)).envelope.code).toBe('login.secret_invalid')
    expect((await relogin(good)).envelope.code).toBe('ok')
    expect((await asClient(kept)).envelope.code).toBe('ok')
  })
})
