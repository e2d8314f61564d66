import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { begin, bind, finish } from '../../support/callers/social-caller.ts'
import { GINKGO, PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'

const school = useSocialSchool()
const { bindTo, goThere } = school

describe('a state', () => {
  const invalid = { status: 403, code: 'sso.state_invalid' }

  it('is good once', async () => {
    await bindTo('teacher')
    const { browser, back } = await goThere()
    expect((await finish(browser, back)).envelope.code).toBe('ok')
    expect((await finish(browser, back)).envelope).toMatchObject(invalid)
  })

  it('lets one in of several who come back at the same moment', async () => {
    await bindTo('teacher')
    const { browser, back } = await goThere()
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(browser, back)))
    const codes = answers.map(({ envelope }) => envelope.code).toSorted()
    expect(codes).toEqual(['ok', ...Array.from({ length: 4 }, () => 'sso.state_invalid')])
  })

  it('is good for ten minutes', async () => {
    const { browser, back } = await goThere()
    const [left] = await runAsOwner(
      school.test,
      sql`select extract(epoch from max(expires_at) - now())::float8 as seconds from social_attempt`,
    )
    expect(Number(left?.['seconds'])).toBeGreaterThan(590)
    expect(Number(left?.['seconds'])).toBeLessThanOrEqual(600)
    await runAsOwner(school.test, sql`update social_attempt set expires_at = now() - interval '1 millisecond'`)
    expect((await finish(browser, back)).envelope).toMatchObject(invalid)
  })

  it('is answered alike when it is unknown, another browser’s, another unit’s, or a plain provider name', async () => {
    const { browser, back } = await goThere()
    const unknown = (await finish(browser, { ...back, state: 'a'.repeat(96) })).response
    expect(unknown.json()).toMatchObject(invalid)
    const other = school.test.visit()
    await begin(other, school.provider)
    const elsewhere = school.test.visit(GINKGO)
    await begin(elsewhere, school.ofGinkgo)
    elsewhere.cookies.set('portal_social', browser.cookies.get('portal_social') ?? { value: '', path: '/' })
    const answers = [
      await finish(school.test.visit(), back),
      await finish(other, back),
      await finish(elsewhere, back),
      await finish(browser, { ...back, state: 'wechat' }),
      await finish(browser, { ...back, state: school.provider }),
      await finish(browser, { ...back, state: back.state.toUpperCase() }),
      await finish(browser, { ...back, state: 'é%00'.repeat(9) }),
    ]
    for (const { response } of answers) expect(response.body).toBe(unknown.body)
    // None of it used the browser's own state up.
    expect((await finish(browser, back)).envelope.code).toBe('sso.unbound')
  })

  it('is worth nothing once the provider has been switched off', async () => {
    const { browser, back } = await goThere()
    await runAsOwner(
      school.test,
      sql`update sign_in_provider set enabled = false where provider_id = ${school.provider}`,
    )
    try {
      expect((await finish(browser, back)).envelope).toMatchObject(invalid)
      expect((await begin(browser, school.provider)).answer.envelope.code).toBe('sso.provider_unknown')
    } finally {
      await runAsOwner(school.test, sql`update sign_in_provider set enabled = true`)
    }
  })

  it('survives other tabs of the same browser', async () => {
    const first = await goThere()
    await goThere(first.browser)
    expect((await finish(first.browser, first.back)).envelope.code).toBe('sso.unbound')
  })

  it('slows an address down that guesses, without losing a good one', async () => {
    const { browser, back } = await goThere()
    const guess = () => finish(browser, { ...back, state: 'b'.repeat(96) })
    await guess()
    await runAsOwner(school.test, sql`update login_attempt set failures = 2000`)
    await guess()
    const slowed = await finish(browser, back)
    expect(slowed.envelope).toMatchObject({ status: 429, code: 'login.slow_down' })
    await runAsOwner(school.test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
    expect((await finish(browser, back)).envelope.code).toBe('sso.unbound')
  })
})

describe('bad input', () => {
  it('to begin is refused by field or as an unknown provider', async () => {
    const browser = school.test.visit()
    for (const name of ['', 'x'.repeat(65)])
      expect((await browser.post('/api/uaa/social_begin', { provider: name })).envelope.code).toBe('request.invalid')
    for (const name of ['nobody', school.ofGinkgo, school.provider.slice(1), 'qy', 'mp', 'toString', '__proto__'])
      expect((await begin(browser, name)).answer.envelope).toMatchObject({ status: 404, code: 'sso.provider_unknown' })
    for (const page of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/api/uaa/oauth/me',
      'x'.repeat(2049),
    ]) {
      const { envelope } = (await begin(browser, school.provider, page)).answer
      expect(envelope.code).toBe('request.invalid')
      expect(envelope.fieldErrors?.map(({ field }) => field)).toEqual(['returnTo'])
    }
  })

  it('to come back is refused by field', async () => {
    const { browser, back } = await goThere()
    const social = `/api/uaa/social/${back.state}`
    expect((await browser.post(social)).envelope.fieldErrors?.map(({ field }) => field)).toEqual(['code'])
    expect((await browser.post(social, { code: 'x'.repeat(2049) })).envelope.code).toBe('request.invalid')
    expect((await browser.post(social, { token: 'x'.repeat(4097) })).envelope.code).toBe('request.invalid')
    expect((await browser.post(`/api/uaa/social/${'a'.repeat(257)}`, { code: 'x' })).envelope.code).toBe(
      'request.invalid',
    )
    // A state is not used up by a malformed call.
    expect((await finish(browser, back)).envelope.code).toBe('sso.unbound')
  })

  it('to bind is refused by field', async () => {
    const { envelope } = await bind(school.test.visit(), { id: 'not/an/id', username: 'teacher', password: PASSWORD })
    expect(envelope.fieldErrors?.map(({ field }) => field)).toEqual(['id'])
  })

  it('from another site is refused', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/api/uaa/social_begin', '/api/uaa/social/x', '/api/uaa/social_bind'])
      expect((await school.test.visit().post(path, {}, { headers })).envelope.code).toBe('request.cross_site')
  })
})
