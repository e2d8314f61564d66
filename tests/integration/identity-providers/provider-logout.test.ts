import { sql } from 'drizzle-orm'
import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOGOUT_PATH } from '../../../contract/endpoints/sign-in/sso.ts'
import { openStream } from '../../support/app/live-stream.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { accessOf, eventsOf, isSignedIn, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { finish } from '../../support/callers/social-caller.ts'
import { listenAt, type Listening } from '../../support/callers/third-party.ts'
import { GINKGO, useSocialSchool } from '../../support/schools/social-school.ts'
import { until } from '../../support/until.ts'

const school = useSocialSchool()
const { bindTo, goThere } = school

let at: Listening
beforeAll(async () => {
  at = await listenAt(school.test)
})
beforeEach(async () => {
  await runAsOwner(school.test, sql`delete from session`)
  school.peer.logoutAddress = `${at.origin}${LOGOUT_PATH}/${school.provider}`
  // Those of the test before.
  await school.peer.endSessions()
})

/** A browser that has come back from the provider, whose person was bound before. */
async function signInThere(): Promise<TestBrowser> {
  const { browser, back } = await goThere()
  expect((await finish(browser, back)).envelope.code).toBe('ok')
  return browser
}

async function tell(token: string, provider = school.provider, host?: string) {
  const response = await school.test
    .visit(host === undefined ? {} : { host })
    .request('POST', `${LOGOUT_PATH}/${provider}`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-portal-device': undefined,
        'sec-fetch-site': undefined,
      },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })
  return { status: response.statusCode, cache: response.headers['cache-control'], code: Object(response.json()).code }
}

const isOpen = (browser: TestBrowser) => isSignedIn(school.test, accessOf(browser))

async function sidOf(browser: TestBrowser): Promise<string> {
  const { userId } = await readMe(browser)
  const [row] = await runAsOwner(
    school.test,
    sql`select e.provider_sid from external_session e join session s using (session_id)
      where s.user_id = ${userId} order by s.created_at desc, s.session_id desc limit 1`,
  )
  return String(row?.['provider_sid'])
}

describe('a session at an OpenID provider that ends', () => {
  it('ends those that were opened through it, with their live streams, and no other', async () => {
    const bound = await bindTo('teacher')
    const again = await signInThere()
    const byPassword = await school.test.signIn('teacher')
    const { userId } = await readMe(again)
    const stream = await openStream(Number(new URL(at.origin).port), { access: accessOf(again) })
    expect(await school.peer.endSessions()).toEqual([200, 200])
    await until(() => stream.ended, { what: 'the end of the stream' })
    expect(await Promise.all([bound, again, byPassword].map(isOpen))).toEqual([false, false, true])
    expect((await eventsOf(school.test, userId)).slice(0, 2)).toContain('session-ended')
  })

  it('is found by sid alone, by subject alone, and by both', async () => {
    const first = await bindTo('teacher')
    const others = [await signInThere(), await signInThere()]
    const sub = school.peer.person.subject
    const sid = await sidOf(first)
    const left = () => Promise.all([first, ...others].map(isOpen))
    expect(await tell(school.peer.signLogoutToken({ sid }))).toEqual({ status: 200, cache: 'no-store', code: 'ok' })
    expect((await left()).filter(Boolean)).toHaveLength(2)
    // Of another person: nothing fits both.
    await tell(school.peer.signLogoutToken({ sid, sub: 'somebody-else' }))
    expect((await left()).filter(Boolean)).toHaveLength(2)
    expect((await tell(school.peer.signLogoutToken({ sub }))).status).toBe(200)
    expect((await left()).filter(Boolean)).toHaveLength(0)
  })

  it('is a success also when no session is left', async () => {
    expect((await tell(school.peer.signLogoutToken({ sub: 'never-here' }))).status).toBe(200)
  })

  it('ends the session that took its place when the person changed between parent and teacher', async () => {
    const teacher = await bindTo('teacher')
    const { parentId } = await readMe(teacher)
    if (!parentId) throw new Error('the teacher of the demo is no parent')
    const { envelope } = await teacher.get(`/api/uaa/switch/login?userId=${parentId}`)
    expect(envelope.code).toBe('ok')
    expect(await school.peer.endSessions()).toEqual([200])
    expect(await isOpen(teacher)).toBe(false)
  })
})

describe('a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const now = Math.floor(Date.now() / 1000)
  const sub = 'teacher-1'

  it.each([
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['for another client', { aud: 'another' }],
    ['that is over', { iat: now - 400, exp: now - 120 }],
    ['without an end', { exp: undefined }],
    ['of last week that never ends', { iat: now - 7 * 86_400, exp: now + 86_400 }],
    ['of the future', { iat: now + 3600, exp: now + 7200 }],
    ['without an id', { jti: undefined }],
    ['without the event', { events: { 'http://schemas.example/other': {} } }],
    ['without events', { events: undefined }],
    ['whose event is no object', { events: { [Object.keys(events)[0] ?? '']: true } }],
    ['with a nonce, as ID tokens have', { nonce: 'x' }],
    ['of nobody', { sub: undefined }],
  ])('%s is refused and ends nothing', async (_, wrong) => {
    const browser = await bindTo('teacher')
    const token = school.peer.signLogoutToken({ sub, ...wrong })
    expect(await tell(token)).toEqual({ status: 400, cache: 'no-store', code: 'sso.logout_refused' })
    expect(await isOpen(browser)).toBe(true)
  })

  it.each([
    ['without a signature', { alg: 'none' }],
    ['signed with an algorithm of shared secrets', { alg: 'HS256' }],
    ['by an unknown key', { kid: 'another' }],
    ['that is an access token', { typ: 'at+jwt' }],
  ])('%s is refused', async (_, header) => {
    expect((await tell(school.peer.signLogoutToken({ sub }, header))).status).toBe(400)
  })

  it('signed with another key of the same name is refused, and so is anything else', async () => {
    const [header = '', claims = ''] = school.peer.signLogoutToken({ sub }).split('.')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = sign('sha256', Buffer.from(`${header}.${claims}`), privateKey).toString('base64url')
    for (const token of [`${header}.${claims}.${forged}`, `${header}.${claims}.`, 'x', 'a.b.c', '\u0000'])
      expect((await tell(token)).status).toBe(400)
  })

  it('is taken once', async () => {
    const token = school.peer.signLogoutToken({ sub })
    expect((await tell(token)).status).toBe(200)
    const browser = await bindTo('teacher')
    expect((await tell(token)).status).toBe(400)
    expect(await isOpen(browser)).toBe(true)
  })

  it('goes to the provider that signed it, at the unit that knows it', async () => {
    const browser = await bindTo('teacher')
    const token = school.peer.signLogoutToken({ sub })
    for (const [provider, host] of [
      [school.provider, GINKGO.host],
      [school.ofGinkgo, 'localhost'],
      ['018f0000-0000-7000-8000-000000000000', 'localhost'],
      ['x', 'localhost'],
    ] as const)
      expect((await tell(token, provider, host)).status).toBe(400)
    // Good there, and about nobody who is signed in there.
    expect((await tell(token, school.ofGinkgo, GINKGO.host)).status).toBe(200)
    expect(await isOpen(browser)).toBe(true)
  })
})
