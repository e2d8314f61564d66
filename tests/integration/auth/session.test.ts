import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sessionUser, startData } from '../../../contract/endpoints/sign-in/session.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { presentRefresh, readMe, runAsOwner, tokenOf } from '../../support/callers/session-probe.ts'

const LOGIN = '/api/uaa/oauth/login'
const ME = '/api/uaa/oauth/me'
const REFRESH = '/api/uaa/oauth/refresh'
const LOGOUT = '/api/uaa/oauth/logout'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('signing in', () => {
  it('answers with who it is, and gives the tokens only in cookies that script cannot read', async () => {
    const { envelope, response } = await test.visit().post(LOGIN, { username: 'teacher', password: 'Campus2026' })
    const data = { unitType: '2', unitId: expect.stringMatching(/^[\da-f-]{36}$/), userType: 2 }
    expect(envelope).toMatchObject({ status: 200, code: 'ok', message: expect.any(String), data })
    const [access, refresh, device] = ['portal_access', 'portal_refresh', 'portal_device'].map((name) =>
      response.cookies.find((cookie) => cookie.name === name),
    )
    expect(access).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 900 })
    expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/uaa/oauth' })
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(access?.secure).toBeUndefined()
    const mark = response.cookies.find(({ name }) => name === 'portal_signed_in')
    // The page reads it, so that it waits for the session check instead of showing the login.
    expect(mark).toMatchObject({ value: '1', sameSite: 'Lax', path: '/', maxAge: refresh?.maxAge })
    expect(mark?.httpOnly).toBeUndefined()
    for (const cookie of [access, refresh, device]) expect(response.body).not.toContain(cookie?.value)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('takes spaces around name and password away, and does not mind the case of the name', async () => {
    const { envelope } = await test.visit().post(LOGIN, { username: ' Teacher ', password: ' Campus2026 ' })
    expect(envelope.status).toBe(200)
  })

  it('sends what the first screen needs when asked to', async () => {
    const { envelope } = await test
      .visit()
      .post(LOGIN, { username: 'parent', password: 'Campus2026', withStart: 'true' })
    const { start } = z.parse(z.object({ start: startData }), envelope.data)
    expect(start.me.loginName).toBe('parent')
    expect(start.icons.length).toBeGreaterThan(0)
    expect(start.links).toMatchObject([{ parentId: start.me.userId }])
  })

  it('tells nobody of linked accounts who can have none', async () => {
    const { envelope } = await test
      .visit()
      .post(LOGIN, { username: 'student', password: 'Campus2026', withStart: 'true' })
    const { start } = z.parse(z.object({ start: startData }), envelope.data)
    expect(start.links).toBeUndefined()
  })

  it('does not make a shared computer a device of the person', async () => {
    await runAsOwner(test, sql`delete from login_device`)
    const form = { username: 'teacher', password: 'Campus2026' }
    const shared = await test.visit().post(LOGIN, { ...form, shared: 'true' })
    expect(shared.response.cookies.map(({ name }) => name)).not.toContain('portal_device')
    const own = await test.visit().post(LOGIN, form)
    expect(own.response.cookies.map(({ name }) => name)).toContain('portal_device')
    const { rows } = await test.database.asOwner((tx) => tx.execute(sql`select from login_device`))
    expect(rows).toHaveLength(1)
  })

  it('names the empty fields', async () => {
    const { envelope } = await test.visit().post(LOGIN, { username: '  ', password: '' })
    expect(envelope).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fieldErrors: [
        { field: 'username', message: '用户名不能为空！|||User name cannot be empty!' },
        { field: 'password', message: '密码不能为空！|||Password cannot be empty!' },
      ],
    })
  })

  it('answers a wrong password, an unknown name and a closed account alike', async () => {
    await runAsOwner(
      test,
      sql`update user_account set status = 0 where login_name = 'staff' and unit_id in (select unit_id from unit_host where host = 'localhost')`,
    )
    const answers = await Promise.all(
      [
        { username: 'teacher', password: 'wrong-password' },
        { username: 'nobody-here', password: 'Campus2026' },
        { username: 'staff', password: 'Campus2026' },
      ].map(async (form) => {
        const { response } = await test.visit({ address: '192.0.2.99' }).post(LOGIN, form)
        return { status: response.statusCode, body: response.body, cookies: response.cookies }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 200, cookies: [] })
    expect(answers[0]?.body).toContain('login.failed')
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await runAsOwner(test, sql`update user_account set status = 1 where status <> 1`)
  })

  it.each<[string, Record<string, string>]>([
    ['one proxy', { 'x-forwarded-proto': 'https' }],
    ['capitals', { 'x-forwarded-proto': 'HTTPS' }],
    [
      'two proxies, of which the outer one ends TLS',
      { 'x-forwarded-for': '203.0.113.7, 192.0.2.8', 'x-forwarded-proto': 'https, http' },
    ],
    ['Forwarded', { forwarded: 'for=203.0.113.7;proto=https, for=192.0.2.8;proto=http' }],
  ])('marks its cookies as secure on https: %s', async (_, headers) => {
    const proxied = await createTestApp({ config: { trustProxy: ['192.0.2.1', '192.0.2.8'] } })
    const { response } = await proxied.visit().post(LOGIN, { username: 'teacher', password: 'Campus2026' }, { headers })
    expect(response.cookies).toHaveLength(4)
    expect(response.cookies.every((cookie) => cookie.secure)).toBe(true)
    expect(response.headers['strict-transport-security']).toContain('max-age=')
    await proxied.close()
  })

  it('refuses a visitor who would pass for the proxy with a Forwarded that is not well formed', async () => {
    const proxied = await createTestApp({ config: { trustProxy: ['192.0.2.1'] } })
    const headers = { forwarded: 'x=", for=203.0.113.9' }
    const { envelope } = await proxied.visit().post(LOGIN, { username: 'teacher', password: 'Campus2026' }, { headers })
    expect(envelope.code).toBe('request.invalid')
    await proxied.close()
  })

  it('starts a new session and ends the one that the browser had', async () => {
    const browser = await test.signIn('teacher')
    const earlier = tokenOf(browser, 'access')
    await browser.post(LOGIN, { username: 'teacher', password: 'Campus2026' })
    expect(tokenOf(browser, 'access')).not.toBe(earlier)
    const { envelope } = await test.visit().get(ME, { headers: { cookie: `portal_access=${earlier}` } })
    expect(envelope.code).toBe('session.expired')
  })

  it('does not adopt a token that the browser was given before', async () => {
    const planted = 'a'.repeat(43)
    const { response } = await test
      .visit()
      .post(LOGIN, { username: 'teacher', password: 'Campus2026' }, { headers: { cookie: `portal_access=${planted}` } })
    expect(response.cookies.find(({ name }) => name === 'portal_access')?.value).not.toBe(planted)
    const { envelope } = await test.visit().get(ME, { headers: { cookie: `portal_access=${planted}` } })
    expect(envelope.status).toBe(401)
  })

  it('keeps only hashes of tokens', async () => {
    const browser = await test.signIn('teacher')
    const dump = await test.database.asOwner((tx) =>
      tx.execute(sql`select session::text as row from session union all select login_device::text from login_device`),
    )
    const stored = JSON.stringify(dump.rows)
    for (const name of ['access', 'refresh', 'device']) {
      const token = tokenOf(browser, name)
      expect(token.length).toBeGreaterThanOrEqual(43)
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(Buffer.from(token).toString('hex'))
    }
  })
})

describe('who is signed in', () => {
  it('is told with person and unit, in the shape of the contract', async () => {
    const { envelope, response } = await (await test.signIn('teacher')).get(ME)
    const me = z.parse(sessionUser, envelope.data)
    expect(me).toMatchObject({
      loginName: 'teacher',
      realName: '林致远',
      userType: 2,
      idPath: 'tm',
      prePath: 'pre',
      unitType: '2',
      unitName: '河畔实验学校',
      unitEnName: 'Riverside School',
      unitImgPath: `/api/storage/show/unit/${me.unitId}`,
    })
    expect(me).toEqual(
      expect.objectContaining({ year: expect.anything(), term: expect.anything(), principal: expect.anything() }),
    )
    const campuses = z.parse(z.array(z.object({ campusId: z.string() })), JSON.parse(me.campusUnits))
    expect(campuses).toHaveLength(2)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('has the form of pages of the user type: tm for teachers and other staff, spm for pupils and parents', async () => {
    const forms = ['student', 'teacher', 'parent', 'staff'].map(async (name) => {
      const { userType, idPath } = await readMe(await test.signIn(name))
      return [userType, idPath]
    })
    expect(await Promise.all(forms)).toEqual([
      [1, 'spm'],
      [2, 'tm'],
      [3, 'spm'],
      [4, 'tm'],
    ])
  })

  it('is nobody without a session, with HTTP 200 and 401 in the envelope', async () => {
    const { envelope, response } = await test.visit().get(ME)
    expect(response.statusCode).toBe(200)
    expect(envelope).toMatchObject({ status: 401, code: 'session.required' })
  })

  it('is nobody with a token that is over or was never given', async () => {
    const browser = await test.signIn('student')
    await runAsOwner(
      test,
      sql`update session set access_expires_at = now() - interval '1 second' where user_id in (select user_id from user_account where login_name = 'student')`,
    )
    expect((await browser.get(ME)).envelope.code).toBe('session.expired')
    const { envelope } = await test.visit().get(ME, { headers: { cookie: 'portal_access=nonsense' } })
    expect(envelope.code).toBe('session.expired')
  })

  it('is nobody once the account is closed', async () => {
    const browser = await test.signIn('student')
    await runAsOwner(test, sql`update user_account set status = 0 where login_name = 'student'`)
    expect((await browser.get(ME)).envelope.status).toBe(401)
    expect((await browser.get(REFRESH)).envelope.status).toBe(401)
    await runAsOwner(test, sql`update user_account set status = 1 where status <> 1`)
  })
})

describe('signing out', () => {
  it('ends the session on the server and takes the tokens from the browser', async () => {
    const browser = await test.signIn('teacher')
    const tokens = { access: tokenOf(browser, 'access'), refresh: tokenOf(browser, 'refresh') }
    const { envelope } = await browser.post(LOGOUT)
    expect(envelope).toMatchObject({ status: 200, data: 'success' })
    expect(browser.cookies.has('portal_access')).toBe(false)
    expect(browser.cookies.has('portal_refresh')).toBe(false)
    expect(browser.cookies.has('portal_signed_in')).toBe(false)
    const { envelope: me } = await test.visit().get(ME, { headers: { cookie: `portal_access=${tokens.access}` } })
    expect(me.status).toBe(401)
    expect((await presentRefresh(test, tokens.refresh)).envelope.status).toBe(401)
  })

  it('ends the session also when the access token is gone already', async () => {
    const browser = await test.signIn('teacher')
    const refresh = tokenOf(browser, 'refresh')
    browser.cookies.delete('portal_access')
    await browser.post(LOGOUT)
    expect((await presentRefresh(test, refresh)).envelope.status).toBe(401)
  })

  it('clears what the browser keeps, but for its cookies, where the computer is shared', async () => {
    const own = await test.signIn('teacher')
    expect((await own.post(LOGOUT)).response.headers['clear-site-data']).toBeUndefined()
    const shared = await test.signIn('teacher')
    const { response } = await shared.post(LOGOUT, { shared: 'true' })
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
  })

  it('succeeds for somebody who is not signed in', async () => {
    expect((await test.visit().post(LOGOUT)).envelope.status).toBe(200)
  })
})

async function unitOf(host: string): Promise<string> {
  const { envelope } = await (await test.signIn('teacher', { host })).get(ME)
  return z.parse(sessionUser, envelope.data).unitEnName
}

describe('the unit of the host', () => {
  it('does not accept the session of another unit', async () => {
    const browser = await test.signIn('teacher')
    const cookie = `portal_access=${tokenOf(browser, 'access')}; portal_refresh=${tokenOf(browser, 'refresh')}`
    const elsewhere = test.visit({ host: 'ginkgo.localhost' })
    expect((await elsewhere.get(ME, { headers: { cookie } })).envelope.code).toBe('session.expired')
    expect((await elsewhere.get(REFRESH, { headers: { cookie } })).envelope.code).toBe('session.expired')
    expect((await elsewhere.post(LOGOUT, {}, { headers: { cookie } })).envelope.status).toBe(200)
    expect((await browser.get(ME)).envelope.status).toBe(200)
  })

  it('decides which account of a name signs in', async () => {
    expect(await unitOf('ginkgo.localhost')).toBe('Ginkgo Middle School')
    expect(await unitOf('Riverside.localhost:8080')).toBe('Riverside School')
  })

  it('gives its own configuration to anybody, and no other', async () => {
    const { envelope } = await test.visit({ host: 'area.localhost' }).get('/api/uaa/oauth/login/unit_config')
    const { unitId } = z.parse(z.object({ unitId: z.string() }), envelope.data)
    expect(envelope).toMatchObject({ code: 'ok', data: { unitType: '1', unitName: '春江区教育局' } })
    const path = `/api/uaa/oauth/login/unit_config?unitId=${unitId}`
    expect((await test.visit({ host: 'area.localhost' }).get(path)).envelope.status).toBe(200)
    expect((await test.visit().get(path)).envelope.code).toBe('access.denied')
  })

  it('is needed: an unknown host answers 404', async () => {
    const { envelope, response } = await test.visit({ host: 'unknown.example' }).get(ME)
    expect(response.statusCode).toBe(404)
    expect(envelope.code).toBe('tenant.unknown_host')
    const login = await test
      .visit({ host: 'unknown.example' })
      .post(LOGIN, { username: 'teacher', password: 'Campus2026' })
    expect(login.envelope.code).toBe('tenant.unknown_host')
  })
})
