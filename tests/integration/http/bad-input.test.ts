import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { refusalText } from '../../../contract/envelope.ts'
import { bilingualErrorText, errorText } from '../../../contract/error-texts.ts'
import { type ErrorCode, errorHttpStatus, errorStatus } from '../../../contract/errors.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../contract/limits.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { accessOf, isSignedIn, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { Answer, RequestOptions, TestBrowser } from '../../support/browser/test-browser.ts'

const OAUTH = '/api/uaa/oauth'
const LOGIN = `${OAUTH}/login`
const LOGOUT = `${OAUTH}/logout`
const REFRESH = `${OAUTH}/refresh`
const ME = `${OAUTH}/me`
const RELOGIN = `${OAUTH}/relogin`
const CLIENT = `${OAUTH}/login_user_client`
const HANDOVER = `${OAUTH}/handover`
const REGISTER = `${OAUTH}/user_client`
const CONFIG = `${OAUTH}/login/unit_config`
const SWITCH = '/api/uaa/switch/login'
const LINKED = '/api/base/select/already/parent/teacher'
const SESSIONS = '/api/uaa/account/sessions'
const EVENTS = '/api/uaa/account/sign_in_events'
const END = '/api/uaa/account/end_session'
const END_OTHERS = '/api/uaa/account/end_other_sessions'
const GINKGO = { host: 'ginkgo.localhost' }
const TEACHER = { username: 'teacher', password: 'Campus2026' }
const PROOF = `password=${TEACHER.password}`
const NOBODYS_ID = '018f0000-0000-7000-8000-000000000000'
/** Every call that needs a session, and how it is made. */
const OWN_CALLS: readonly ['get' | 'post', string][] = [
  ['get', ME],
  ['get', SESSIONS],
  ['get', EVENTS],
  ['get', LINKED],
  ['get', `${SWITCH}?userId=${NOBODYS_ID}`],
  ['post', HANDOVER],
  ['post', REGISTER],
  ['post', END],
  ['post', END_OTHERS],
]

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await runAsOwner(test, sql`update unit set sign_in_ways = '{"accessToken": true, "userClient": true}'`)
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
})

/** What a refusal tells: its code, and the text that is shown for it in each language. */
function told({ envelope, response }: Answer) {
  const texts = [refusalText('zh-CN', envelope), refusalText('en', envelope)]
  return { http: response.statusCode, status: envelope.status, code: envelope.code, texts }
}

/** What a refusal with this code must tell; of fields that are not valid it names each. */
function refusal(code: ErrorCode, fields: readonly string[] = []): ReturnType<typeof told> {
  const [http, status] = [errorHttpStatus(code), errorStatus(code)]
  const [zh, en] = [errorText(code, 'zh-CN'), errorText(code, 'en')]
  if (fields.length === 0) return { http, status, code, texts: [zh, en] }
  const texts = [
    fields.map((field) => `${field}：${zh}`).join('，'),
    fields.map((field) => `${field}: ${en}`).join(', '),
  ]
  return { http, status, code, texts }
}

/** A form as it stands on the wire, so that a field may come twice. */
function postRaw(browser: TestBrowser, path: string, payload: string, headers = {}): Promise<Answer> {
  return browser.post(path, {}, { payload, headers })
}

async function handOver(browser: TestBrowser): Promise<string> {
  return z.parse(z.object({ accessToken: z.string() }), (await browser.post(HANDOVER)).envelope.data).accessToken
}

/** A cookie that a browser holds, to be presented elsewhere. */
function cookieOf(browser: TestBrowser, name: 'access' | 'refresh'): RequestOptions {
  return { headers: { cookie: `portal_${name}=${browser.cookies.get(`portal_${name}`)?.value}` } }
}

/** The response of each call that needs a session, made with the same cookie. */
async function callAll(presented: RequestOptions) {
  const answers = []
  for (const [method, path] of OWN_CALLS) {
    const nobody = test.visit()
    answers.push(told(await (method === 'get' ? nobody.get(path, presented) : nobody.post(path, {}, presented))))
  }
  return answers
}

const refusals = (code: ErrorCode) => OWN_CALLS.map(() => refusal(code))

describe('a field that is missing, too long or of the wrong kind', () => {
  const over = (length: number) => 'x'.repeat(length + 1)

  it.each<[string, string, string, string[]]>([
    ['login without anything', LOGIN, '', ['username', 'password']],
    ['login without a name', LOGIN, 'password=x', ['username']],
    ['login without a password', LOGIN, 'username=x', ['password']],
    ['login with a name that is too long', LOGIN, `username=${over(LOGIN_NAME_LENGTH)}&password=x`, ['username']],
    ['login with a password that is too long', LOGIN, `username=x&password=${over(PASSWORD_LENGTH)}`, ['password']],
    ['login with a code that is too long', LOGIN, `username=x&password=x&otp=${over(16)}`, ['otp']],
    ['login with two names', LOGIN, 'username=x&username=teacher&password=x', ['username']],
    ['login with control characters', LOGIN, 'username=teacher%00&password=x%1B', ['username', 'password']],
    ['login with a yes or no that is neither', LOGIN, 'username=x&password=x&shared=perhaps', ['shared']],
    ['relogin without a secret', RELOGIN, '', ['accessToken']],
    ['relogin with an empty secret', RELOGIN, 'accessToken=', ['accessToken']],
    ['relogin with a secret that is too long', RELOGIN, `accessToken=${over(4096)}`, ['accessToken']],
    ['relogin with two secrets', RELOGIN, 'accessToken=a&accessToken=b', ['accessToken']],
    ['a client without a secret', CLIENT, '', ['userClientId']],
    ['a client with an empty secret', CLIENT, 'userClientId=', ['userClientId']],
    ['a client with a secret that is too long', CLIENT, `userClientId=${over(256)}`, ['userClientId']],
  ])('is named: %s', async (_, path, payload, fields) => {
    expect(told(await postRaw(test.visit(), path, payload))).toEqual(refusal('request.invalid', fields))
  })

  it.each<[string, string, string, string[]]>([
    ['a client to register without a name', REGISTER, PROOF, ['name']],
    ['a client to register with an empty name', REGISTER, `${PROOF}&name=`, ['name']],
    ['a client to register with a blank name', REGISTER, `${PROOF}&name=+++`, ['name']],
    ['a client to register with a name that is too long', REGISTER, `${PROOF}&name=${over(100)}`, ['name']],
    ['a client to register without the password', REGISTER, 'name=x', ['password']],
    ['a session to end without its id', END, '', ['sessionId']],
    ['a session to end with an empty id', END, 'sessionId=', ['sessionId']],
    ['a session to end with an id that is too long', END, `sessionId=${over(64)}`, ['sessionId']],
    ['a session to end with what is no id', END, 'sessionId=%27+or+1%3D1', ['sessionId']],
  ])('is named to whoever is signed in: %s', async (_, path, payload, fields) => {
    expect(told(await postRaw(await test.signIn('teacher'), path, payload))).toEqual(refusal('request.invalid', fields))
  })

  it.each([
    ['no account to switch to', SWITCH, ['userId']],
    ['an account whose id is too long', `${SWITCH}?userId=${over(64)}`, ['userId']],
    ['two accounts to switch to', `${SWITCH}?userId=a&userId=b`, ['userId']],
    ['two parents to look up', `${LINKED}?parentId=a&parentId=b`, ['parentId']],
  ])('is named in a query: %s', async (_, path, fields) => {
    expect(told(await (await test.signIn('teacher')).get(path))).toEqual(refusal('request.invalid', fields))
  })

  it('has a text of its own when it stands empty in the login form, also with nothing but spaces', async () => {
    const { envelope } = await test.visit().post(LOGIN, { username: '', password: '   ' })
    expect(envelope).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fieldErrors: [
        { field: 'username', message: bilingualErrorText('login.username_empty') },
        { field: 'password', message: bilingualErrorText('login.password_empty') },
      ],
    })
  })

  it('sends nobody away for what is merely unusual: the longest name and password are looked at like any other', async () => {
    const longest = { username: '名'.repeat(LOGIN_NAME_LENGTH), password: '密'.repeat(PASSWORD_LENGTH) }
    expect(told(await test.visit().post(LOGIN, longest))).toEqual(refusal('login.failed'))
  })

  it('is not looked for in a body of another kind', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const path of [LOGIN, RELOGIN, CLIENT])
      expect(told(await postRaw(test.visit(), path, JSON.stringify(TEACHER), headers))).toEqual(
        refusal('request.media_type'),
      )
    expect(told(await postRaw(test.visit(), LOGIN, `username=${'x'.repeat(70_000)}`))).toEqual(
      refusal('request.too_large'),
    )
  })
})

describe('what belongs to another unit', () => {
  it('opens nothing: neither an access nor a refresh token, and stays good at home', async () => {
    const elsewhere = await test.signIn('teacher', GINKGO)
    expect(await callAll(cookieOf(elsewhere, 'access'))).toEqual(refusals('session.expired'))
    expect(told(await test.visit().get(REFRESH, cookieOf(elsewhere, 'refresh')))).toEqual(refusal('session.expired'))
    expect((await test.visit().post(LOGOUT, {}, cookieOf(elsewhere, 'refresh'))).envelope.status).toBe(200)
    expect((await elsewhere.get(ME)).envelope.status).toBe(200)
    expect((await elsewhere.get(REFRESH)).envelope.status).toBe(200)
  })

  it('cannot be named either: not its configuration, its sessions, its accounts', async () => {
    const elsewhere = await readMe(await test.signIn('teacher', GINKGO))
    const browser = await test.signIn('teacher')
    expect(told(await browser.get(`${CONFIG}?unitId=${elsewhere.unitId}`))).toEqual(refusal('access.denied'))
    expect(told(await browser.get(`${SWITCH}?userId=${elsewhere.userId}`))).toEqual(refusal('access.denied'))
    expect(told(await browser.get(`${LINKED}?teacherId=${elsewhere.userId}`))).toEqual(refusal('access.denied'))
    const [session] = await runAsOwner(test, sql`select session_id from session where user_id = ${elsewhere.userId}`)
    expect(told(await browser.post(END, { sessionId: String(session?.['session_id']) }))).toEqual(
      refusal('account.session_gone'),
    )
  })

  it('counts as a wrong secret like one that was made up', async () => {
    const secret = await handOver(await test.signIn('teacher', GINKGO))
    for (const accessToken of [secret, 'x'.repeat(43)])
      expect(told(await test.visit().post(RELOGIN, { accessToken }))).toEqual(refusal('login.secret_invalid'))
    expect(await runAsOwner(test, sql`select failures from login_attempt where failures > 0`)).toEqual([
      { failures: 2 },
    ])
  })
})

describe('what was used before', () => {
  it('is refused: a handover, a refresh token, the access of a session that was left', async () => {
    const browser = await test.signIn('teacher')
    const accessToken = await handOver(browser)
    expect((await test.visit().post(RELOGIN, { accessToken })).envelope.status).toBe(200)
    expect(told(await test.visit().post(RELOGIN, { accessToken }))).toEqual(refusal('login.secret_invalid'))

    const earlier = cookieOf(browser, 'refresh')
    const access = cookieOf(browser, 'access')
    await browser.get(REFRESH)
    await browser.get(REFRESH)
    expect(await callAll(access)).toEqual(refusals('session.expired'))
    expect(told(await test.visit().get(REFRESH, earlier))).toEqual(refusal('session.reused'))
    expect(told(await browser.get(REFRESH))).toEqual(refusal('session.expired'))

    const left = await test.signIn('teacher')
    const [leftAccess, leftRefresh] = [cookieOf(left, 'access'), cookieOf(left, 'refresh')]
    await left.post(LOGOUT)
    expect(await callAll(leftAccess)).toEqual(refusals('session.expired'))
    expect(told(await test.visit().get(REFRESH, leftRefresh))).toEqual(refusal('session.expired'))
  })

  it('is refused: a device that was ended, and the session of the account that was switched away from', async () => {
    const browser = await test.signIn('teacher')
    const me = await readMe(browser)
    await test.signIn('teacher')
    const [other] = await runAsOwner(
      test,
      sql`select session_id from session where user_id = ${me.userId} and revoked_at is null order by created_at desc limit 1`,
    )
    const sessionId = String(other?.['session_id'])
    expect((await browser.post(END, { sessionId })).envelope.status).toBe(200)
    expect(told(await browser.post(END, { sessionId }))).toEqual(refusal('account.session_gone'))

    const before = cookieOf(browser, 'access')
    const { envelope } = await browser.get(LINKED)
    const [linked] = z.parse(z.array(z.object({ parentId: z.string() })), envelope.data)
    expect((await browser.get(`${SWITCH}?userId=${linked?.parentId}`)).envelope.status).toBe(200)
    expect(await callAll(before)).toEqual(refusals('session.expired'))
  })
})

describe('what is over', () => {
  it.each([
    ['access_expires_at', ME],
    ['refresh_expires_at', REFRESH],
    ['ends_at', REFRESH],
  ])('is refused with its own code: %s', async (column, path) => {
    const browser = await test.signIn('student')
    await runAsOwner(test, sql`update session set ${sql.raw(column)} = now() - interval '1 millisecond'`)
    expect(told(await browser.get(path))).toEqual(refusal('session.expired'))
  })

  it('takes the cookies from the browser when the session cannot be renewed any more', async () => {
    const browser = await test.signIn('student')
    await runAsOwner(test, sql`update session set refresh_expires_at = now() - interval '1 millisecond'`)
    expect(told(await browser.get(REFRESH))).toEqual(refusal('session.expired'))
    expect(browser.cookies.has('portal_access')).toBe(false)
    expect(browser.cookies.has('portal_refresh')).toBe(false)
  })

  it('is a handover too, and the session that gave it goes on', async () => {
    const browser = await test.signIn('student')
    const accessToken = await handOver(browser)
    await runAsOwner(test, sql`update handover set expires_at = now() - interval '1 millisecond'`)
    expect(told(await test.visit().post(RELOGIN, { accessToken }))).toEqual(refusal('login.secret_invalid'))
    expect(await isSignedIn(test, accessOf(browser))).toBe(true)
  })
})

describe('a call without a session, and one from another site', () => {
  it('is told to sign in, whatever the call', async () => {
    expect(await callAll({})).toEqual(refusals('session.required'))
    expect(await callAll({ headers: { cookie: 'portal_access=' } })).toEqual(refusals('session.expired'))
    expect(await callAll({ headers: { cookie: `portal_access=${'x'.repeat(4000)}` } })).toEqual(
      refusals('session.expired'),
    )
    expect(told(await test.visit().get(REFRESH))).toEqual(refusal('session.required'))
    expect(told(await test.visit().get(REFRESH, { headers: { cookie: 'portal_refresh=.' } }))).toEqual(
      refusal('session.expired'),
    )
  })

  it('is refused where it changes something', async () => {
    const browser = await test.signIn('teacher')
    const fromElsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
    for (const path of [LOGIN, RELOGIN, CLIENT, HANDOVER, REGISTER, END, END_OTHERS, LOGOUT])
      expect(told(await browser.post(path, {}, fromElsewhere))).toEqual(refusal('request.cross_site'))
    expect(told(await browser.get(`${SWITCH}?userId=${NOBODYS_ID}`, fromElsewhere))).toEqual(
      refusal('request.cross_site'),
    )
    expect((await browser.get(ME)).envelope.status).toBe(200)
  })
})
