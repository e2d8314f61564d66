import { sql } from 'drizzle-orm'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSessions } from '../../../contract/endpoints/sign-in/admin-help.ts'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import { LOGOUT_EVENT } from '../../../contract/endpoints/sign-in/sso.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { deliverDue } from '../../../server/modules/oauth/logout-delivery.ts'
import { CLAIMED_MAX, endExpiredSessions } from '../../../server/modules/oauth/ended-sessions.ts'
import { createProviderFetch } from '../../../server/modules/identity-providers/provider-fetch.ts'
import { createOutgoingAddresses } from '../../../server/runtime/outgoing-addresses.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { allow, failure, signInThere } from '../../support/callers/third-party.ts'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { until } from '../../support/until.ts'

const school = useListeningSchool()
const { signIn, connect } = school

/** An application that takes logout tokens. */
let library: Server
let uri: string
let status = 200
/** Of deliveries by the tests themselves. */
const failed: object[] = []
/** Lines of the portal's log before the test. */
let linesBefore = 0
const told: { token: string; type: string | undefined }[] = []
beforeAll(async () => {
  library = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      told.push({ token: new URLSearchParams(body).get('logout_token') ?? '', type: request.headers['content-type'] })
      response.writeHead(status, { 'cache-control': 'no-store' }).end()
    })
  })
  await new Promise<void>((resolve) => library.listen(0, '127.0.0.1', resolve))
  uri = `http://127.0.0.1:${(library.address() as AddressInfo).port}/logout?from=portal`
})
afterAll(() => {
  library.close()
})
beforeEach(async () => {
  await runAsOwner(school.test, sql`delete from session`)
  await runAsOwner(school.test, sql`delete from oauth_session`)
  told.length = 0
  failed.length = 0
  linesBefore = school.test.logLines.length
  status = 200
})

const connectLibrary = (settings = {}) => connect({ backchannelLogoutUri: uri, ...settings })

async function readToken(at: number, config: client.Configuration) {
  const { token } = await until(() => told[at], { what: 'a logout token' })
  const { jwks_uri = '', issuer } = config.serverMetadata()
  const audience = config.clientMetadata().client_id
  return jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), { issuer, audience, typ: 'logout+jwt' })
}

const waiting = () =>
  runAsOwner(
    school.test,
    sql`select session_id, attempts, due_at > now() as later from oauth_session where due_at is not null`,
  )

const makeDue = () => runAsOwner(school.test, sql`update oauth_session set due_at = now() where due_at is not null`)

describe('an application that a person signed in to', () => {
  it('is told when the person signs out, by a token that its library would take', async () => {
    const config = await connectLibrary()
    expect(config.serverMetadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
    const browser = await signIn()
    const { userId } = await readMe(browser)
    const { sid } = { ...(await signInThere(config, browser)).claims() }
    expect(sid).toMatch(/^[0-9a-f-]{36}$/)
    expect(told).toEqual([])
    await browser.post('/api/uaa/oauth/logout')
    const { payload, protectedHeader } = await readToken(0, config)
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'logout+jwt', kid: expect.any(String) })
    expect(payload).toEqual({
      iss: `${school.at.origin}/oidc`,
      aud: config.clientMetadata().client_id,
      sub: userId,
      sid,
      iat: expect.any(Number),
      exp: Number(payload.iat) + 120,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      events: { [LOGOUT_EVENT]: {} },
    })
    expect(told[0]?.type).toBe('application/x-www-form-urlencoded')
    await until(async () => (await waiting()).length === 0, { what: 'the end of the delivery' })
  })

  const ends: [string, (browser: TestBrowser) => Promise<unknown>][] = [
    [
      'the person ends it on another device',
      async (browser) => {
        const other = await signIn()
        const { userId } = await readMe(browser)
        const [row] = await runAsOwner(
          school.test,
          sql`select session_id as id from session where user_id = ${userId} order by created_at limit 1`,
        )
        return other.post('/api/uaa/account/end_session', { sessionId: String(row?.['id']) })
      },
    ],
    ['the person ends all others', async () => (await signIn()).post('/api/uaa/account/end_other_sessions')],
    [
      'an administrator signs the person out',
      async () => (await signIn('admin')).post(endSessions.path, { username: 'teacher' }),
    ],
    [
      'the password is changed elsewhere',
      async () => {
        const password = { password: DEMO_PASSWORD, newPassword: 'Herbst-Wolke-71' }
        const { envelope } = await (await signIn()).post(passwords.change.path, password)
        expect(envelope.code).toBe('ok')
        await runAsOwner(
          school.test,
          sql`update credential c set password_hash = o.password_hash
            from credential o join user_account s using (user_id) join user_account t on t.unit_id = s.unit_id
            where s.login_name = 'staff' and t.login_name = 'teacher' and c.user_id = t.user_id`,
        )
      },
    ],
    [
      'the account is closed',
      () => runAsOwner(school.test, sql`update user_account set status = 0 where login_name = 'teacher'`),
    ],
    [
      'nobody used it for too long',
      async () => {
        await runAsOwner(school.test, sql`update session set refresh_expires_at = now() - interval '1 minute'`)
        await endExpiredSessions(school.test.database)
      },
    ],
    [
      'cleanup deletes it',
      async () => {
        await runAsOwner(school.test, sql`update session set ends_at = now() - interval '8 days'`)
        await cleanUpIdentity(school.test.database)
      },
    ],
    [
      'another person signs in in the same browser',
      (browser) => browser.post('/api/uaa/oauth/login', { username: 'student', password: DEMO_PASSWORD }),
    ],
  ]
  it.each(ends)('is told when %s', async (_, end) => {
    const config = await connectLibrary()
    const browser = await signIn()
    const { sid } = { ...(await signInThere(config, browser)).claims() }
    await end(browser)
    expect((await readToken(0, config)).payload).toMatchObject({ sid })
    await until(async () => (await waiting()).length === 0, { what: 'the end of the delivery' })
    expect(told).toHaveLength(1)
  })

  it('is told of that session alone, and each application once', async () => {
    const [config, other] = [await connectLibrary(), await connectLibrary()]
    const [browser, elsewhere] = [await signIn(), await signIn()]
    await signInThere(config, browser)
    await signInThere(config, browser)
    await signInThere(other, browser)
    await signInThere(config, elsewhere)
    await browser.post('/api/uaa/oauth/logout')
    await until(async () => told.length >= 2 && (await waiting()).length === 0, { what: 'both tokens' })
    expect(told).toHaveLength(2)
    expect((await readMe(elsewhere)).loginName).toBe('teacher')
  })

  it('that asked for nothing is not told, and keeps nothing waiting', async () => {
    const config = await connect()
    const browser = await signIn()
    await signInThere(config, browser)
    await browser.post('/api/uaa/oauth/logout')
    await until(async () => (await waiting()).length === 0, { what: 'an empty outbox' })
    expect(told).toEqual([])
  })

  it('cannot redeem a code after the session has ended', async () => {
    const config = await connectLibrary()
    const browser = await signIn()
    const { back, checks } = await allow(config, browser)
    await browser.post('/api/uaa/oauth/logout')
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error: 'invalid_grant' })
  })
})

/** As the job does. */
async function deliverNow(addresses = createOutgoingAddresses(['127.0.0.0/8'])) {
  const { database } = school.test
  const log = { ...silentLog, warn: (fields: object) => failed.push(fields) }
  const signed: object[] = []
  await deliverDue({
    database,
    log,
    ask: createProviderFetch([], { addresses }),
    issuers: {
      signLogoutToken: async (ended) => {
        signed.push(ended)
        return 'a-token'
      },
    },
  })
  return signed
}

/** The failed attempt of that number. The portal's own task may have made it, when it was still at work as the row became due. */
const attempt = (number: number) =>
  until(
    () => {
      const logged = school.test.logLines.slice(linesBefore).map((line): object => JSON.parse(line))
      return [...failed, ...logged].find((fields) => 'attempts' in fields && fields.attempts === number)
    },
    { what: `attempt ${number}` },
  )

it('more ended sessions than are read at once are all told', async () => {
  await signInThere(await connectLibrary(), await signIn())
  const many = CLAIMED_MAX + 1
  await runAsOwner(
    school.test,
    sql`insert into oauth_session (session_id, client_id, unit_id, user_id, issuer, due_at)
      select gen_random_uuid(), client_id, unit_id, user_id, issuer, now() from oauth_session, generate_series(1, ${many})`,
  )
  expect(await deliverNow()).toHaveLength(many)
  expect(await waiting()).toEqual([])
})

describe('an application that does not answer well', () => {
  async function signedOut(answer: number) {
    status = answer
    const browser = await signIn()
    await signInThere(await connectLibrary(), browser)
    await browser.post('/api/uaa/oauth/logout')
    await until(() => told[0], { what: 'the first attempt' })
  }

  it.each([503, 429])('with %i is told again later, until it does', async (answer) => {
    await signedOut(answer)
    const [row] = await until(async () => {
      const rows = await waiting()
      return rows[0]?.['later'] === true && rows
    })
    expect(row).toMatchObject({ attempts: 1 })
    // Not before its time.
    expect(await deliverNow()).toEqual([])
    await makeDue()
    await deliverNow()
    expect(await attempt(2)).toMatchObject({ reason: `HTTP ${answer}`, givenUp: false })
    status = 204
    await makeDue()
    await deliverNow()
    await until(async () => (await waiting()).length === 0, { what: 'an empty outbox' })
    expect(told).toHaveLength(3)
  })

  it('is given up after six attempts', async () => {
    await signedOut(503)
    await runAsOwner(school.test, sql`update oauth_session set attempts = 5, due_at = now()`)
    await deliverNow()
    expect(await attempt(6)).toMatchObject({ givenUp: true })
    expect(await waiting()).toEqual([])
  })

  it.each([400, 302])('with %i does not want it, and is not told again', async (answer) => {
    await signedOut(answer)
    await until(async () => (await waiting()).length === 0, { what: 'an empty outbox' })
    expect(told).toHaveLength(1)
  })

  it('and is in a private network is not asked, unless the operator allows it', async () => {
    await signedOut(503)
    await attempt(1)
    await makeDue()
    await deliverNow(createOutgoingAddresses())
    expect(failed).toMatchObject([{ reason: '127.0.0.1 is not a public address' }])
    expect(told).toHaveLength(1)
  })

  it('is asked by one of several processes', async () => {
    await signedOut(503)
    await attempt(1)
    await makeDue()
    status = 200
    // The portal's own task may be the one of them.
    const many = await Promise.all([deliverNow(), deliverNow(), deliverNow()])
    expect(many.flat().length).toBeLessThan(2)
    await until(async () => (await waiting()).length === 0, { what: 'an empty outbox' })
    expect(told).toHaveLength(2)
  })
})
