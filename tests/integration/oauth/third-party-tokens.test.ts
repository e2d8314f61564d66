import { sql } from 'drizzle-orm'
import * as client from 'openid-client'
import { describe, expect, it, vi } from 'vitest'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { closeAccount, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import {
  allow,
  askForTokens,
  CALLBACK,
  discover,
  failure,
  refresh,
  register,
  signInThere,
} from '../../support/callers/third-party.ts'

const school = useListeningSchool()
const { signIn, connect } = school

describe('a code', () => {
  it('is good once: when it comes again, what came of it ends', async () => {
    const config = await connect()
    const browser = await signIn()
    const { back, checks } = await allow(config, browser, 'openid offline_access')
    const tokens = await client.authorizationCodeGrant(config, back, checks)
    const other = await signInThere(config, browser)
    const { userId } = await readMe(browser)
    await client.fetchUserInfo(config, tokens.access_token, userId)
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error: 'invalid_grant' })
    expect(await failure(client.fetchUserInfo(config, tokens.access_token, userId))).toMatchObject({ status: 401 })
    expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' })
    await vi.waitFor(() =>
      expect(school.test.logLines.filter((line) => line.includes('was used twice'))).toHaveLength(1),
    )
    // Another sign-in of the same person at the same third party is none of its business.
    await client.fetchUserInfo(config, other.access_token, userId)
  })

  it('is good once also when it comes several times at the same moment, and then leaves nothing', async () => {
    const config = await connect()
    const browser = await signIn()
    const { userId } = await readMe(browser)
    const { back, checks } = await allow(config, browser)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.authorizationCodeGrant(config, back, checks).catch(() => null)),
    )
    const issued = answers.flatMap((tokens) => (tokens ? [tokens.access_token] : []))
    expect(issued.length).toBeLessThanOrEqual(1)
    expect(await runAsOwner(school.test, sql`select from oauth_artifact`)).toEqual([])
    for (const token of issued)
      expect(await failure(client.fetchUserInfo(config, token, userId))).toMatchObject({ status: 401 })
  })

  it('is not good with another verifier, without one, at another address, by another client, with a wrong secret or too late', async () => {
    const registered = await register(school.test)
    const config = await discover(school.at.origin, registered)
    const browser = await signIn()
    const redeem = async (
      change: (form: Record<string, string>) => Record<string, string | undefined>,
      asking = registered,
    ) => {
      const { back, checks } = await allow(config, browser)
      const form = change({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        code_verifier: checks.pkceCodeVerifier,
      })
      const { status, body } = await askForTokens(school.test.visit(school.at), form, asking)
      return [status, body['error']]
    }
    expect(await redeem((form) => form)).toEqual([200, undefined])
    expect(await redeem((form) => ({ ...form, code_verifier: client.randomPKCECodeVerifier() }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect(await redeem((form) => ({ ...form, code_verifier: undefined }))).toEqual([400, 'invalid_grant'])
    expect(await redeem((form) => ({ ...form, redirect_uri: `${CALLBACK}/` }))).toEqual([400, 'invalid_grant'])
    expect(await redeem((form) => ({ ...form, redirect_uri: undefined }))).toEqual([400, 'invalid_request'])
    expect(await redeem((form) => form, await register(school.test))).toEqual([400, 'invalid_grant'])
    expect(await redeem((form) => form, { ...registered, secret: 'x'.repeat(43) })).toEqual([401, 'invalid_client'])
    expect(await redeem((form) => form, { clientId: 'nobody', secret: 'x' })).toEqual([401, 'invalid_client'])
    expect(await redeem((form) => ({ ...form, code: 'x'.repeat(43) }))).toEqual([400, 'invalid_grant'])
    expect(await redeem((form) => ({ ...form, grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type'])

    const { back, checks } = await allow(config, browser)
    const [row] = await runAsOwner(
      school.test,
      sql`select extract(epoch from max(expires_at) - now())::float8 as left from oauth_artifact where model = 'AuthorizationCode' and consumed_at is null`,
    )
    expect(Number(row?.['left'])).toBeLessThanOrEqual(60)
    await runAsOwner(school.test, sql`update oauth_artifact set expires_at = now() where model = 'AuthorizationCode'`)
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error: 'invalid_grant' })
  })

  it('is forgotten when it is over, with its tokens and at last its grant', async () => {
    const config = await connect()
    await signInThere(config, await signIn(), 'openid offline_access')
    const kept = async () => {
      await cleanUpIdentity(school.test.database)
      return (await runAsOwner(school.test, sql`select model from oauth_artifact order by 1`)).map(({ model }) => model)
    }
    expect(await kept()).toEqual(['AccessToken', 'AuthorizationCode', 'Grant', 'RefreshToken'])
    const pass = (time: string) =>
      runAsOwner(school.test, sql`update oauth_artifact set expires_at = expires_at - ${time}::interval`)
    await pass('1 hour 1 second')
    expect(await kept()).toEqual(['Grant', 'RefreshToken'])
    await pass('14 days')
    expect(await kept()).toEqual(['Grant'])
    await pass('76 days')
    expect(await kept()).toEqual([])
  })

  it('is stored as a hash alone, as tokens are', async () => {
    const config = await connect()
    const browser = await signIn()
    const { back, checks } = await allow(config, browser, 'openid offline_access')
    const tokens = await client.authorizationCodeGrant(config, back, checks)
    const stored = JSON.stringify(
      await runAsOwner(school.test, sql`select oauth_artifact::text as row from oauth_artifact`),
    )
    for (const secret of [back.searchParams.get('code'), tokens.access_token, tokens.refresh_token]) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(stored).not.toContain(secret)
    }
  })
})

describe('going on while the person is away', () => {
  it('is possible when they allowed it, with a new token each time', async () => {
    const config = await connect()
    const browser = await signIn()
    const { userId, realName } = await readMe(browser)
    const first = await signInThere(config, browser, 'openid profile offline_access')
    const second = await refresh(config, first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const third = await refresh(config, second.refresh_token)
    expect(await client.fetchUserInfo(config, third.access_token, userId)).toMatchObject({ name: realName })
  })

  it('ends when an earlier token comes again', async () => {
    const config = await connect()
    const first = await signInThere(config, await signIn(), 'openid offline_access')
    const second = await refresh(config, first.refresh_token)
    expect(await failure(refresh(config, first.refresh_token))).toMatchObject({ error: 'invalid_grant' })
    expect(await failure(refresh(config, second.refresh_token))).toMatchObject({ error: 'invalid_grant' })
    expect(await runAsOwner(school.test, sql`select from oauth_artifact`)).toEqual([])
  })

  it('ends when the third party says so', async () => {
    const config = await connect()
    const browser = await signIn()
    const { userId } = await readMe(browser)
    const tokens = await signInThere(config, browser, 'openid offline_access')
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' })
    expect(await failure(client.fetchUserInfo(config, tokens.access_token, userId))).toMatchObject({ status: 401 })
  })

  it('ends when the person signs out everywhere', async () => {
    const config = await connect()
    const browser = await signIn()
    const tokens = await signInThere(config, browser, 'openid offline_access')
    await browser.post('/api/uaa/account/end_other_sessions')
    expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' })
  })

  it('ends when the account is closed, and so does a code', async () => {
    const config = await connect()
    const browser = await signIn('staff')
    const { userId } = await readMe(browser)
    const tokens = await signInThere(config, browser, 'openid offline_access')
    const { back, checks } = await allow(config, browser)
    await closeAccount(school.test, 'staff')
    expect(await failure(client.fetchUserInfo(config, tokens.access_token, userId))).toMatchObject({ status: 401 })
    expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' })
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error: 'invalid_grant' })
  })

  it('ends when the third party is turned off or deleted', async () => {
    const config = await connect()
    const browser = await signIn()
    const { userId } = await readMe(browser)
    const tokens = await signInThere(config, browser, 'openid offline_access')
    await runAsOwner(school.test, sql`update oauth_client set disabled_at = now()`)
    expect(await failure(client.fetchUserInfo(config, tokens.access_token, userId))).toMatchObject({ status: 401 })
    expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ status: 401 })
    await runAsOwner(school.test, sql`delete from oauth_client`)
    expect(await runAsOwner(school.test, sql`select from oauth_artifact union all select from oauth_consent`)).toEqual(
      [],
    )
  })
})
