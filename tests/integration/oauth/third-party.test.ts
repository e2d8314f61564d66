import { sql } from 'drizzle-orm'
import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import {
  addressOf,
  ask,
  askForTokens,
  begin,
  decide,
  discover,
  failure,
  refresh,
  register,
  signInThere,
} from '../../support/callers/third-party.ts'

const school = useListeningSchool()
const { signIn, connect } = school

describe('a teacher who signs in at a third party', () => {
  it('is asked, and the third party learns who it is by token and by asking', async () => {
    const config = await connect()
    const browser = await signIn()
    const person = await readMe(browser)
    const { parameters, checks } = await begin(config)
    expect((await ask(browser, parameters)).envelope.data).toEqual({
      clientName: '图书馆',
      clientEnglishName: 'Library',
      clientLogo: null,
      redirectHost: 'library.example',
      scopes: ['openid', 'profile'],
      step: 'consent',
      address: null,
      started: null,
    })
    const back = addressOf(await decide(browser, parameters))
    expect(`${back.origin}${back.pathname}`).toBe('https://library.example/callback')
    expect([...back.searchParams.keys()]).toEqual(['code', 'state', 'iss'])
    const tokens = await client.authorizationCodeGrant(config, back, checks)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid profile' })
    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.claims()).toMatchObject({
      iss: `${school.at.origin}/oidc`,
      sub: person.userId,
      unitId: person.unitId,
    })
    const known = await client.fetchUserInfo(config, tokens.access_token, person.userId)
    expect(known).toEqual({
      sub: person.userId,
      unitId: person.unitId,
      userType: 2,
      name: person.realName,
      preferred_username: 'teacher',
    })
    expect((await eventsOf(school.test, person.userId))[0]).toBe('authorized')
  })

  it('gives the address only when asked for it and when there is one', async () => {
    const config = await connect()
    const browser = await signIn()
    const { userId } = await readMe(browser)
    const emailOf = async (scope: string) => {
      const { access_token } = await signInThere(config, browser, scope)
      return (await client.fetchUserInfo(config, access_token, userId)).email
    }
    await runAsOwner(school.test, sql`update user_account set email = null where user_id = ${userId}`)
    expect(await emailOf('openid email')).toBeUndefined()
    await runAsOwner(school.test, sql`update user_account set email = 'li@school.example' where user_id = ${userId}`)
    expect(await emailOf('openid email')).toBe('li@school.example')
    expect(await emailOf('openid profile')).toBeUndefined()
  })

  it('is asked once for the same scopes, again for more, and not by another third party’s leave', async () => {
    const config = await connect()
    const browser = await signIn()
    await signInThere(config, browser, 'openid profile')
    const allowed = async (library: client.Configuration, scope: string, who: TestBrowser = browser) => {
      const { parameters } = await begin(library, scope)
      const shown = await ask(who, parameters)
      const decided = await decide(who, parameters, {})
      return [shown.envelope.data, decided.envelope.code]
    }
    expect(await allowed(config, 'profile openid')).toMatchObject([{ step: 'go-on' }, 'ok'])
    expect(await allowed(config, 'openid')).toMatchObject([{ step: 'go-on' }, 'ok'])
    expect(await allowed(config, 'openid email')).toMatchObject([{ step: 'consent' }, 'sso.consent_required'])
    expect(await allowed(config, 'openid', await signIn('student'))).toMatchObject([
      { step: 'consent' },
      'sso.consent_required',
    ])
    const other = await connect()
    expect(await allowed(other, 'openid')).toMatchObject([{ step: 'consent' }, 'sso.consent_required'])
    await signInThere(config, browser, 'openid email')
    expect(await allowed(config, 'openid profile email')).toMatchObject([{ step: 'go-on' }, 'ok'])
  })

  it('is not asked by one that the school answers for', async () => {
    const config = await connect({ trusted: true })
    const browser = await signIn()
    const { parameters, checks } = await begin(config)
    expect((await ask(browser, parameters)).envelope.data).toMatchObject({ step: 'go-on' })
    const back = addressOf(await decide(browser, parameters, {}))
    expect((await client.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(
      (await readMe(browser)).userId,
    )
  })

  it('may refuse, which the third party is told, and which withdraws nothing', async () => {
    const config = await connect()
    const browser = await signIn()
    const { parameters, checks } = await begin(config)
    const back = addressOf(await decide(browser, parameters, { refuse: 'true', consent: 'true' }))
    expect(back.searchParams.get('state')).toBe(checks.expectedState)
    expect(back.searchParams.get('iss')).toBe(`${school.at.origin}/oidc`)
    expect(await failure(client.authorizationCodeGrant(config, back, checks))).toMatchObject({ error: 'access_denied' })
    expect((await ask(browser, parameters)).envelope.data).toMatchObject({ step: 'consent' })
    expect(await runAsOwner(school.test, sql`select from oauth_artifact`)).toEqual([])
  })

  it('can do so at an application that keeps no secret, from its own page', async () => {
    const config = await connect({ confidential: false })
    const tokens = await signInThere(config, await signIn())
    const preflight = await fetch(`${school.at.origin}/oidc/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://library.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    const asked = async (from: string) => {
      const headers = { authorization: `Bearer ${tokens.access_token}`, origin: from }
      const { status, headers: given } = await fetch(`${school.at.origin}/oidc/me`, { headers })
      return [status, given.get('access-control-allow-origin')]
    }
    expect(await asked('https://library.example')).toEqual([200, 'https://library.example'])
    expect(await asked('https://evil.example')).toEqual([400, null])
  })
})

describe('another unit', () => {
  it('knows neither the third party nor its tokens', async () => {
    const registered = await register(school.test)
    const config = await discover(school.at.origin, registered)
    const tokens = await signInThere(config, await signIn(), 'openid offline_access')
    const ginkgo = await school.test.signIn('teacher', { host: 'ginkgo.localhost' })
    const { parameters } = await begin(config)
    for (const answer of [await ask(ginkgo, parameters), await decide(ginkgo, parameters)])
      expect(answer.envelope).toMatchObject({ status: 404, code: 'sso.client_unknown' })
    const there = school.test.visit({ host: 'ginkgo.localhost' })
    const me = await there.request('GET', '/oidc/me', { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(me.statusCode).toBe(401)
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect(await askForTokens(there, form, registered)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    // The right unit's tokens are as good as before.
    await refresh(config, tokens.refresh_token)
  })

  it('is not named by mistake: the browser says which one it means', async () => {
    const config = await connect()
    const browser = await signIn()
    const { parameters } = await begin(config)
    const elsewhere = await decide(browser, parameters, { consent: 'true', unitHost: 'ginkgo.localhost' })
    expect(elsewhere.envelope).toMatchObject({ status: 403, code: 'access.denied' })
    expect(addressOf(await decide(browser, parameters, { consent: 'true', unitHost: 'localhost:1' })).host).toBe(
      'library.example',
    )
  })
})
