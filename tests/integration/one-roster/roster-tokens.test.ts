import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { deleteClient, rotateClientSecret } from '../../../server/modules/oauth/oauth-clients.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { askForRosterToken, readRoster, registerReader, rosterToken } from '../../support/callers/roster-reader.ts'
import { accessOf, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { askForTokens, register } from '../../support/callers/third-party.ts'

const [CORE, ROSTER, DEMOGRAPHICS] = ROSTER_SCOPES

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const statusOf = async (token: string, path = 'orgs', host?: string) =>
  (await readRoster(test, token, path, {}, host)).status

describe('a token of a third party in its own name', () => {
  it('is given for its secret, by HTTP Basic or in the body, for an hour and without a refresh token', async () => {
    const reader = await registerReader(test)
    const basic = await askForRosterToken(test, reader, { scopes: [CORE] })
    expect(basic).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: CORE },
    })
    expect(Object.keys(basic.body).toSorted()).toEqual(['access_token', 'expires_in', 'scope', 'token_type'])
    const inBody = await askForTokens(test.visit(), {
      grant_type: 'client_credentials',
      client_id: reader.clientId,
      client_secret: reader.secret,
      scope: `${CORE} ${ROSTER}`,
    })
    expect(inBody).toMatchObject({ status: 200, body: { scope: `${CORE} ${ROSTER}` } })
    const stored = await runAsOwner(test, sql`select oauth_artifact::text as row from oauth_artifact`)
    expect(JSON.stringify(stored)).not.toContain(basic.body['access_token'])
  })

  it.each([
    ['a wrong secret', { secret: 'x'.repeat(43) }, [CORE], 401, 'invalid_client'],
    ['an unknown client', { clientId: 'unknown' }, [CORE], 401, 'invalid_client'],
    ['a scope that the client has not', {}, [CORE, DEMOGRAPHICS], 400, 'invalid_scope'],
    ['a scope for people', {}, ['openid'], 400, 'invalid_scope'],
    ['an unknown scope', {}, ['admin'], 400, 'invalid_scope'],
    ['no scope', {}, [], 400, 'invalid_scope'],
  ])('is refused for %s', async (_, change, scopes, status, error) => {
    const reader = await registerReader(test, [CORE, ROSTER])
    const { body, ...answer } = await askForRosterToken(test, { ...reader, ...change }, { scopes })
    expect({ ...answer, error: body['error'] }).toEqual({ status, error })
  })

  it('has no scope that is unknown, and says which it has', async () => {
    const { status, body } = await askForRosterToken(test, await registerReader(test), { scopes: [CORE, 'admin'] })
    expect([status, body['scope']]).toEqual([200, CORE])
  })

  it('is refused at another unit’s address, to which its own is worth nothing either', async () => {
    const reader = await registerReader(test)
    expect(await askForRosterToken(test, reader, { host: 'ginkgo.localhost' })).toMatchObject({ status: 401 })
    expect(await statusOf(await rosterToken(test, reader), 'orgs', 'ginkgo.localhost')).toBe(401)
  })

  it('is refused to an application that signs people in', async () => {
    const answer = await askForRosterToken(test, await register(test), { scopes: [CORE] })
    expect(answer).toMatchObject({ status: 400, body: { error_description: expect.stringContaining('not allowed') } })
  })

  it('makes an address wait that tries many secrets, as elsewhere', async () => {
    const reader = await registerReader(test)
    await runAsOwner(test, sql`delete from login_attempt`)
    await askForRosterToken(test, { ...reader, secret: 'wrong' })
    expect(await runAsOwner(test, sql`select failures from login_attempt`)).toEqual([{ failures: 1 }])
    await runAsOwner(test, sql`update login_attempt set blocked_until = clock_timestamp() + interval '9 seconds'`)
    const waiting = await askForRosterToken(test, reader)
    expect(waiting).toMatchObject({ status: 429, body: { error_description: 'login.slow_down' } })
    await runAsOwner(test, sql`delete from login_attempt`)
    expect(await askForRosterToken(test, reader)).toMatchObject({ status: 200 })
  })

  it('is limited in number', async () => {
    const reader = await registerReader(test)
    await rosterToken(test, reader)
    await runAsOwner(test, sql`update rate_limit set spent_until = clock_timestamp() + interval '10 minutes'`)
    expect(await askForRosterToken(test, reader)).toMatchObject({ status: 429 })
  })

  it('opens no session of a person, and a person’s opens no roster', async () => {
    const token = await rosterToken(test, await registerReader(test))
    const headers = { authorization: `Bearer ${token}`, cookie: `portal_access=${token}` }
    for (const path of ['/api/uaa/oauth/me', '/api/roster/classes'])
      expect((await test.visit().get(path, { headers })).envelope.status).toBe(401)
    expect((await test.visit().request('GET', '/oidc/me', { headers })).statusCode).toBe(401)
    expect(await statusOf(accessOf(await test.signIn('admin')))).toBe(401)
    const cookie = await test.signIn('admin')
    expect((await cookie.request('GET', '/ims/oneroster/rostering/v1p2/orgs')).statusCode).toBe(401)
  })

  it('ends at once when the client is turned off, deleted, or gets another secret or fewer scopes', async () => {
    const unitId = await unitOf(test)
    const inUnit = <T>(work: Parameters<typeof test.database.inUnit<T>>[1]) =>
      test.database.inUnit({ unitId, userId: null }, work)
    const reader = await registerReader(test)
    const token = await rosterToken(test, reader)
    const set = (change: ReturnType<typeof sql>) =>
      runAsOwner(test, sql`update oauth_client set ${change} where client_id = ${reader.clientId}`)
    expect(await statusOf(token)).toBe(200)
    await set(sql`disabled_at = now()`)
    expect(await statusOf(token)).toBe(401)
    await set(sql`disabled_at = null, own_scopes = array[${DEMOGRAPHICS}]`)
    expect([await statusOf(token), await statusOf(token, 'demographics')]).toEqual([403, 200])
    const secret = await inUnit((tx) => rotateClientSecret(tx, reader.clientId))
    expect(await statusOf(token, 'demographics')).toBe(401)
    const next = await rosterToken(test, { ...reader, secret }, { scopes: [DEMOGRAPHICS] })
    expect(await statusOf(next, 'demographics')).toBe(200)
    await inUnit((tx) => deleteClient(tx, reader.clientId))
    expect(await statusOf(next, 'demographics')).toBe(401)
    expect(await runAsOwner(test, sql`select from oauth_artifact where client_id = ${reader.clientId}`)).toEqual([])
  })

  it('ends after its hour, when the client revokes it, and is then cleaned up', async () => {
    const reader = await registerReader(test)
    const [first, second] = [await rosterToken(test, reader), await rosterToken(test, reader)]
    const revoked = await test.visit().request('POST', '/oidc/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        token: first,
        client_id: reader.clientId,
        client_secret: reader.secret,
      }).toString(),
    })
    expect(revoked.statusCode).toBe(200)
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
    await runAsOwner(test, sql`update oauth_artifact set expires_at = now() where client_id = ${reader.clientId}`)
    expect(await statusOf(second)).toBe(401)
    await cleanUpIdentity(test.database)
    expect(await runAsOwner(test, sql`select from oauth_artifact where client_id = ${reader.clientId}`)).toEqual([])
  })
})
