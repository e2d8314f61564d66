import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import { begin, bind, finish, unboundId } from '../../support/callers/social-caller.ts'
import { PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const PAGE = '/pages/base/pc_desktop_all/index.html?a=1#/b'

const school = useSocialSchool()
const { bindTo, goThere } = school

describe('an account at an OpenID provider', () => {
  it('is asked for with state, nonce, PKCE and this portal’s login page as callback', async () => {
    const browser = school.test.visit()
    const { url, answer } = await begin(browser, school.provider)
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(new URL(url).origin).toBe(school.peer.issuer)
    expect(query).toMatchObject({
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: 'http://localhost/login',
      scope: 'openid profile',
      code_challenge_method: 'S256',
    })
    expect(query['state']).toMatch(new RegExp(`^${school.provider.replaceAll('-', '')}[0-9a-f]{64}$`))
    expect(query['nonce']).toMatch(/^[\w-]{43}$/)
    expect(query['code_challenge']).toMatch(/^[\w-]{43}$/)
    expect(answer.response.cookies.find(({ name }) => name === 'portal_social')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/api/uaa',
      maxAge: 600,
    })
  })

  it('keeps nothing readable of an attempt but where it leads', async () => {
    const browser = school.test.visit()
    const { url } = await begin(browser, school.provider)
    const stored = JSON.stringify(
      await runAsOwner(school.test, sql`select social_attempt::text as row from social_attempt`),
    )
    const { state = '', nonce = '' } = Object.fromEntries(new URL(url).searchParams)
    const secret = browser.cookies.get('portal_social')?.value ?? ''
    expect(secret).toHaveLength(43)
    for (const text of [state, nonce, secret]) {
      expect(stored).not.toContain(text)
      expect(stored).not.toContain(Buffer.from(text).toString('hex'))
    }
    const ofProvider = JSON.stringify(
      await runAsOwner(school.test, sql`select sign_in_provider::text as row from sign_in_provider`),
    )
    expect(ofProvider).not.toContain(school.peer.clientSecret)
    expect(ofProvider).not.toContain(Buffer.from(school.peer.clientSecret).toString('hex'))
  })

  it('is bound to the account that proves its password, and signs in there from then on', async () => {
    const { browser, back } = await goThere(school.test.visit(), PAGE)
    const unbound = await finish(browser, { ...back, deviceId: 'phone-1' })
    expect(unbound.envelope).toMatchObject({ status: 400, code: 'sso.unbound' })
    expect(unbound.envelope.data).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), deviceId: 'phone-1' })
    expect(accessOf(browser)).toBe('')

    const id = unboundId(unbound)
    expect((await bind(browser, { id, username: 'teacher', password: 'wrong' })).envelope.code).toBe('login.failed')
    const bound = await bind(browser, { id, username: ' teacher ', password: PASSWORD })
    expect(bound.envelope).toMatchObject({ status: 200, data: { userType: 2, returnTo: PAGE } })
    const person = await readMe(browser)
    expect(person.loginName).toBe('teacher')
    expect((await eventsOf(school.test, person.userId)).slice(0, 3)).toEqual(['signed-in', 'identity-bound', 'failed'])

    const again = await goThere(school.test.visit({ address: '192.0.2.9' }), '/')
    const answer = await finish(again.browser, again.back)
    expect(answer.envelope).toMatchObject({ status: 200, data: { unitId: person.unitId, userType: 2, returnTo: '/' } })
    expect(answer.envelope.data).not.toHaveProperty('openid')
    expect((await readMe(again.browser)).userId).toBe(person.userId)
    for (const name of ['portal_access', 'portal_refresh'])
      expect(answer.response.cookies.find((cookie) => cookie.name === name)).toMatchObject({ httpOnly: true })
    expect(answer.response.cookies.map(({ name }) => name)).not.toContain('portal_device')
  })

  it('ends the session that the browser had before', async () => {
    await bindTo('teacher')
    const browser = await school.test.signIn('student')
    const earlier = accessOf(browser)
    const { back } = await goThere(browser)
    expect((await finish(browser, back)).envelope.code).toBe('ok')
    expect(await isSignedIn(school.test, earlier)).toBe(false)
    expect((await readMe(browser)).loginName).toBe('teacher')
  })

  it('shows whose it is by the name that only the userinfo endpoint tells', async () => {
    const browser = await bindTo('teacher')
    const { envelope } = await browser.get('/api/uaa/account/identities')
    expect(envelope.data).toEqual([
      {
        identityId: expect.any(String),
        providerName: '教育云',
        providerEnglishName: 'Education Cloud',
        displayName: '王老师',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
  })

  it('signs nobody in when the account is closed', async () => {
    await bindTo('staff')
    await closeAccount(school.test, 'staff')
    const { browser, back } = await goThere()
    expect((await finish(browser, back)).envelope).toMatchObject({ status: 403, code: 'sso.account_closed' })
    expect(accessOf(browser)).toBe('')
  })

  it('does not pass by a second step: the password and a code are asked for', async () => {
    const { userId, unitId } = await readMe(await bindTo('teacher'))
    const secret = new Secret()
    const sealed = school.vault.seal(secret.base32, `totp ${userId}`)
    await runAsOwner(
      school.test,
      sql`insert into second_step (unit_id, user_id, sealed_secret, last_step) values (${unitId}, ${userId}, ${sealed}, 0)`,
    )
    try {
      const { browser, back } = await goThere()
      const answer = await finish(browser, back)
      expect(answer.envelope).toMatchObject({ status: 400, code: 'sso.second_step' })
      expect(accessOf(browser)).toBe('')
      const id = unboundId(answer)
      const refused = await bind(browser, { id, username: 'teacher', password: PASSWORD })
      expect(refused.envelope.code).toBe('login.code_required')
      expect(accessOf(browser)).toBe('')
      const otp = new TOTP({ secret }).generate()
      const passed = await bind(browser, { id, username: 'teacher', password: PASSWORD, otp })
      expect(passed.envelope).toMatchObject({ status: 200, data: { userType: 2 } })
    } finally {
      await runAsOwner(school.test, sql`delete from second_step`)
    }
  })

  it('discovers a provider once for many sign-ins', async () => {
    await goThere()
    const before = school.peer.discoveries
    await Promise.all(Array.from({ length: 5 }, () => goThere()))
    expect(school.peer.discoveries).toBe(before)
  })
})

describe('one’s own identities', () => {
  const UNBIND = '/api/uaa/account/unbind_identity'

  it('can be taken off, which is recorded, and nobody else’s', async () => {
    const browser = await bindTo('teacher')
    const [own] = await runAsOwner(school.test, sql`select identity_id as id from external_identity`)
    const identityId = String(own?.['id'])
    const student = await school.test.signIn('student')
    const unbind = (by: TestBrowser) => by.post(UNBIND, { identityId, password: PASSWORD })
    expect((await unbind(student)).envelope).toMatchObject({
      status: 404,
      code: 'sso.identity_gone',
    })
    expect((await student.get('/api/uaa/account/identities')).envelope.data).toEqual([])
    expect((await unbind(browser)).envelope.data).toBe('success')
    expect((await unbind(browser)).envelope.code).toBe('sso.identity_gone')
    expect((await eventsOf(school.test, (await readMe(browser)).userId))[0]).toBe('identity-unbound')
    const { browser: next, back } = await goThere()
    expect((await finish(next, back)).envelope.code).toBe('sso.unbound')
  })

  it('are asked for by somebody who is signed in', async () => {
    expect((await school.test.visit().get('/api/uaa/account/identities')).envelope.code).toBe('session.required')
    expect((await school.test.visit().post(UNBIND, { identityId: 'x' })).envelope.code).toBe('session.required')
  })
})
