import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as desktopSearch from '../../contract/endpoints/desktop/desktop-search.ts'
import * as messages from '../../contract/endpoints/messages/messages.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { envelopeSchema } from '../../contract/envelope.ts'
import { openStream, type LiveStream } from '../support/app/live-stream.ts'
import { type PortalCaller, signIn, TEACHER } from '../support/callers/portal-caller.ts'
import { openDistrict, type District } from '../support/district/portals.ts'
import { messageTo } from '../support/callers/publication.ts'
import * as publications from '../../contract/endpoints/messages/publications.ts'

const ADMIN = { username: 'admin', password: TEACHER.password }
const TEACHERS = 2
/** Searches of a person that are allowed at once, and in each minute. */
const SEARCHES_PER_MINUTE = 120

let district: District
const streams: LiveStream[] = []
beforeAll(async () => {
  district = await openDistrict()
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
afterAll(() => district.close())

const portal = (at: number) => district.portals[at % 2 === 0 ? 0 : 1]
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

/** A person's stream at one portal, which has said how things stand. */
async function openAt(at: number, caller: PortalCaller): Promise<LiveStream> {
  const [, access = ''] = /portal_access=([^;]*)/.exec(caller.cookiesFor('/')) ?? []
  const stream = await openStream(portal(at).port, { access })
  streams.push(stream)
  await stream.next(({ kind }) => kind === 'counts')
  return stream
}

/** A sign-in from this address, as the web server passes it on. */
async function tryPassword(at: number, address: string, username: string, password = 'Wrong-2026') {
  const response = await fetch(portal(at).origin + session.login.path, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { 'x-portal-device': 'pc', 'x-forwarded-for': address },
  })
  const envelope = envelopeSchema.parse(await response.json())
  return { code: envelope.code, wait: Number(response.headers.get('retry-after')) }
}

describe('a person at two portals', () => {
  it('hears at one of a message that was sent at the other, at once', async () => {
    const teacher = await signIn(district.origin)
    const admin = await signIn(district.origin, ADMIN)
    const before = await teacher.call(messages.unhandledCount, {})
    for (const at of [0, 1]) {
      const stream = await openAt(at + 1, teacher)
      await admin.at(portal(at).origin).call(publications.save, messageTo([TEACHERS], `通知 ${at}`))
      expect(await stream.next()).toEqual({
        kind: 'counts',
        changed: ['messages'],
        counts: { ...before, message: before.message + at + 1 },
      })
    }
  })

  it('is signed in at both, and signed out at both, where the stream ends too', async () => {
    const teacher = await signIn(portal(0).origin)
    const there = teacher.at(portal(1).origin)
    const user = await teacher.call(session.me, {})
    expect(await there.call(session.me, {})).toEqual(user)
    const stream = await openAt(1, teacher)
    // Signing out takes the cookies; another browser with the same session would still have them.
    const cookie = teacher.cookiesFor('/')
    await teacher.call(session.logout, {})
    expect((await stream.next()).kind).toBe('signed-out')
    for (const at of [0, 1]) {
      const response = await fetch(portal(at).origin + session.me.path, { headers: { cookie } })
      expect(envelopeSchema.parse(await response.json()).code).toBe('session.expired')
    }
  })

  it('has its session renewed by both at the same moment, and stays signed in', async () => {
    const teacher = await signIn(portal(0).origin)
    const callers = [teacher, teacher.at(portal(1).origin)]
    const headers = { cookie: teacher.cookiesFor(session.refresh.path) }
    const renewed = await Promise.all(callers.map((caller) => caller.request(session.refresh.path, { headers })))
    const [first, second] = renewed.map((response) => response.headers.getSetCookie().map((line) => line.split(';')[0]))
    expect(first?.join()).toContain('portal_refresh=')
    expect(second).toEqual(first)
    for (const caller of callers) expect(await code(caller.call(session.me, {}))).toBe('ok')
  })
})

describe('limits hold for both portals together', () => {
  it('of wrong passwords at an account from one address', async () => {
    const address = '198.51.100.10'
    const codes = []
    for (let at = 0; at < 5; at += 1) codes.push((await tryPassword(at, address, 'student')).code)
    expect(codes).toEqual(Array(5).fill('login.failed'))
    for (const at of [0, 1]) expect((await tryPassword(at, address, 'student')).code).toBe('login.slow_down')
    // The right one as well; from elsewhere the person signs in.
    expect((await tryPassword(0, address, 'student', TEACHER.password)).code).toBe('login.slow_down')
    expect((await tryPassword(1, '198.51.100.11', 'student', TEACHER.password)).code).toBe('ok')
  })

  it('of wrong passwords at an account from everywhere', async () => {
    const codes = []
    for (let at = 0; at < 14; at += 1) codes.push((await tryPassword(at, `203.0.113.${at}`, 'staff')).code)
    expect(codes).toEqual([...Array(12).fill('login.failed'), 'login.slow_down', 'login.slow_down'])
  })

  it('of a person’s searches', async () => {
    const teacher = await signIn(district.origin)
    const began = performance.now()
    const searches = Array.from({ length: 2 * SEARCHES_PER_MINUTE }, (_, at) =>
      code(teacher.at(portal(at).origin).call(desktopSearch.people, { query: '王' })),
    )
    const codes = await Promise.all(searches)
    const again = Math.ceil(((performance.now() - began) / 60_000) * SEARCHES_PER_MINUTE)
    const allowed = codes.filter((each) => each === 'ok').length
    expect(allowed).toBeGreaterThanOrEqual(SEARCHES_PER_MINUTE)
    expect(allowed).toBeLessThanOrEqual(SEARCHES_PER_MINUTE + again)
    expect(new Set(codes)).toEqual(new Set(['ok', 'request.rate_limited']))
  })
})
