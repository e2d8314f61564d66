import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endOtherSessions, endOwnSession, ownSessions, ownSignInEvents } from '../../../contract/endpoints/account.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { sqlState } from '../../support/app/sql-state.ts'
import type { BrowserOptions, TestBrowser } from '../../support/browser/test-browser.ts'
import { registerClient } from '../../support/callers/secret-sign-in-caller.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function signIn(username: string, userAgent: string, at?: BrowserOptions): Promise<TestBrowser> {
  const browser = test.visit(at)
  const { envelope } = await tryPassword(browser, username, 'Campus2026', userAgent)
  expect(envelope.code).toBe('ok')
  return browser
}

const tryPassword = (browser: TestBrowser, username: string, password: string, userAgent = 'test') =>
  browser.post(session.login.path, { username, password }, { headers: { 'user-agent': userAgent } })

const listSessions = async (browser: TestBrowser) =>
  z.parse(ownSessions.response, (await browser.get(ownSessions.path)).envelope.data)

const listEvents = async (browser: TestBrowser) =>
  z.parse(ownSignInEvents.response, (await browser.get(ownSignInEvents.path)).envelope.data)

const kindsOf = async (browser: TestBrowser) => (await listEvents(browser)).map(({ kind }) => kind)

async function idOf(browser: TestBrowser): Promise<string> {
  const own = (await listSessions(browser)).find(({ current }) => current)
  if (!own) throw new Error('the session that asks is not in its own list')
  return own.sessionId
}

const end = async (browser: TestBrowser, sessionId: string) =>
  (await browser.post(endOwnSession.path, { sessionId })).envelope.code

const isSignedIn = async (browser: TestBrowser) => (await browser.get(session.me.path)).envelope.status === 200

const age = (statement: ReturnType<typeof sql>) => test.database.asOwner((tx) => tx.execute(statement))

describe('a person’s own sessions', () => {
  it('are listed with the one that asks first, and nobody else’s, whatever their unit', async () => {
    const phone = await signIn('teacher', 'Phone')
    const desk = await signIn('teacher', 'Desk')
    await signIn('parent', 'Parent')
    await signIn('teacher', 'Ginkgo', { host: 'ginkgo.localhost' })
    const listed = await listSessions(desk)
    expect(listed.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['Desk', true],
      ['Phone', false],
    ])
    expect((await listSessions(phone)).find(({ current }) => current)?.userAgent).toBe('Phone')
  })

  it('end one by one: the other device is signed out at once and cannot renew', async () => {
    const [phone, desk] = [await signIn('staff', 'Phone'), await signIn('staff', 'Desk')]
    expect(await end(desk, await idOf(phone))).toBe('ok')
    expect(await isSignedIn(phone)).toBe(false)
    expect((await phone.get(session.refresh.path)).envelope.code).toBe('session.expired')
    expect(await isSignedIn(desk)).toBe(true)
    expect((await listSessions(desk)).map(({ userAgent }) => userAgent)).toEqual(['Desk'])
  })

  it('cannot be ended twice, nor can the one that asks, nor one that never was', async () => {
    const [phone, desk] = [await signIn('staff', 'Phone'), await signIn('staff', 'Desk')]
    const id = await idOf(phone)
    await end(desk, id)
    expect(await end(desk, id)).toBe('account.session_gone')
    expect(await end(desk, await idOf(desk))).toBe('account.current_session')
    expect(await end(desk, 'made-up')).toBe('account.session_gone')
    expect(await end(desk, '00000000-0000-7000-8000-000000000000')).toBe('account.session_gone')
    expect(await end(desk, '')).toBe('request.invalid')
    expect(await isSignedIn(desk)).toBe(true)
  })

  it('of somebody else answer as if they did not exist, and go on: of the same unit and of another', async () => {
    const attacker = await signIn('student', 'Attacker')
    const parent = await signIn('parent', 'Parent')
    const namesake = await signIn('student', 'Ginkgo', { host: 'ginkgo.localhost' })
    for (const victim of [parent, namesake]) {
      expect(await end(attacker, await idOf(victim))).toBe('account.session_gone')
    }
    await attacker.post(endOtherSessions.path)
    expect(await isSignedIn(parent)).toBe(true)
    expect(await isSignedIn(namesake)).toBe(true)
  })

  it('end all but the one that asks', async () => {
    await signIn('admin', 'One')
    const two = await signIn('admin', 'Two')
    const desk = await signIn('admin', 'Desk')
    const others = (await listSessions(desk)).length - 1
    expect((await desk.post(endOtherSessions.path)).envelope.data).toEqual({ ended: others })
    expect(await isSignedIn(two)).toBe(false)
    expect(await listSessions(desk)).toHaveLength(1)
    expect((await desk.post(endOtherSessions.path)).envelope.data).toEqual({ ended: 0 })
  })

  it('do not come back through a registered client once all others were ended', async () => {
    const desk = await signIn('staff', 'Desk')
    const userClientId = await registerClient(desk, 'Phone')
    const phone = test.visit()
    expect((await phone.post(session.loginUserClient.path, { userClientId })).envelope.code).toBe('ok')
    await desk.post(endOtherSessions.path)
    expect(await isSignedIn(phone)).toBe(false)
    expect((await phone.post(session.loginUserClient.path, { userClientId })).envelope.code).toBe(
      'login.secret_invalid',
    )
  })

  it('are left out once they have run out', async () => {
    const desk = await signIn('student', 'Desk')
    await signIn('student', 'Old')
    await signIn('student', 'Older')
    await age(sql`update session set refresh_expires_at = now() where user_agent = 'Old'`)
    await age(sql`update session set ends_at = now() where user_agent = 'Older'`)
    const agents = (await listSessions(desk)).map(({ userAgent }) => userAgent)
    expect(agents).not.toContain('Old')
    expect(agents).not.toContain('Older')
  })

  it('need a session', async () => {
    const nobody = test.visit()
    expect((await nobody.get(ownSessions.path)).envelope.code).toBe('session.required')
    expect((await nobody.get(ownSignInEvents.path)).envelope.code).toBe('session.required')
    expect(await end(nobody, 'x')).toBe('session.required')
    expect((await nobody.post(endOtherSessions.path)).envelope.code).toBe('session.required')
  })
})

describe('sign-in events', () => {
  it('tell the person what happened, newest first, with address and device', async () => {
    const stranger = test.visit({ host: 'ginkgo.localhost', address: '198.51.100.9' })
    await tryPassword(stranger, 'Parent', 'wrong', `Stranger ${'x'.repeat(300)}`)
    const phone = await signIn('parent', 'Phone', { host: 'ginkgo.localhost' })
    const desk = await signIn('parent', 'Desk', { host: 'ginkgo.localhost', address: '192.0.2.7' })
    await end(desk, await idOf(phone))
    const events = await listEvents(desk)
    expect(events.map(({ kind, userAgent, address }) => [kind, userAgent.slice(0, 8), address])).toEqual([
      ['session-ended', 'Phone', '192.0.2.7'],
      ['signed-in', 'Desk', '192.0.2.7'],
      ['signed-in', 'Phone', '192.0.2.1'],
      ['failed', 'Stranger', '198.51.100.9'],
    ])
    expect(events.at(-1)?.userAgent).toHaveLength(200)
  })

  it('tell of signing out once, also when only the refresh token is left', async () => {
    const at = { host: 'area.localhost' }
    const first = await signIn('staff', 'First', at)
    const second = await signIn('staff', 'Second', at)
    await first.post(session.logout.path)
    await first.post(session.logout.path)
    second.cookies.delete('portal_access')
    await second.post(session.logout.path)
    expect((await kindsOf(await signIn('staff', 'Third', at))).filter((kind) => kind === 'signed-out')).toHaveLength(2)
  })

  it('tell of a token that came back', async () => {
    const at = { host: 'ginkgo.localhost' }
    const browser = await signIn('student', 'Desk', at)
    const stolen = browser.cookies.get('portal_refresh')?.value ?? ''
    await browser.get(session.refresh.path)
    await browser.get(session.refresh.path)
    const thief = test.visit({ ...at, address: '203.0.113.5' })
    const answer = await thief.get(session.refresh.path, { headers: { cookie: `portal_refresh=${stolen}` } })
    expect(answer.envelope.code).toBe('session.reused')
    const events = await listEvents(await signIn('student', 'Desk', at))
    expect(events[1]).toMatchObject({ kind: 'token-reused', address: '203.0.113.5' })
  })

  it('tell of being slowed down, once however often the stranger tries on', async () => {
    const at = { host: 'ginkgo.localhost', address: '198.51.100.44' }
    const stranger = test.visit(at)
    for (let attempt = 0; attempt < 5; attempt += 1) await tryPassword(stranger, 'staff', 'wrong')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await tryPassword(stranger, 'staff', 'wrong')).envelope.code).toBe('login.slow_down')
    }
    const kinds = await kindsOf(await signIn('staff', 'Desk', { host: 'ginkgo.localhost' }))
    expect(kinds).toEqual(['signed-in', 'slowed-down', 'failed', 'failed', 'failed', 'failed', 'failed'])
  })

  it('are not kept for names that nobody has', async () => {
    const count = () => age(sql`select count(*)::int as count from sign_in_event`)
    const before = (await count()).rows
    const stranger = test.visit({ address: '198.51.100.77' })
    for (let attempt = 0; attempt < 7; attempt += 1) await tryPassword(stranger, 'Campus2026', 'teacher')
    expect((await count()).rows).toEqual(before)
  })

  it('are the person’s own: nobody of the same unit or of another sees them', async () => {
    const own = await signIn('teacher', 'Only here')
    for (const other of [await signIn('parent', 'x'), await signIn('teacher', 'x', { host: 'ginkgo.localhost' })]) {
      expect((await listEvents(other)).map(({ userAgent }) => userAgent)).not.toContain('Only here')
    }
    expect((await listEvents(own))[0]).toMatchObject({ kind: 'signed-in', userAgent: 'Only here' })
  })

  it('are the newest fifty', async () => {
    const browser = await signIn('admin', 'Desk')
    await age(sql`
      insert into sign_in_event (unit_id, user_id, kind, address, user_agent, at)
      select unit_id, user_id, 'signed-in', '', 'old', now() - interval '1 day' from session, generate_series(1, 60)
      where session_id = ${await idOf(browser)}`)
    const events = await listEvents(browser)
    expect(events).toHaveLength(50)
    expect(events[0]?.userAgent).toBe('Desk')
  })

  it('can be neither changed nor deleted by the application', async () => {
    const { rows } = await age(sql`select unit_id::text as unit_id from unit limit 1`)
    const scope = { unitId: z.parse(z.object({ unit_id: z.string() }), rows[0]).unit_id, userId: null }
    for (const statement of [sql`update sign_in_event set kind = 'signed-in'`, sql`delete from sign_in_event`]) {
      const refused = await test.database.inUnit(scope, (tx) => tx.execute(statement)).catch((error: unknown) => error)
      expect(sqlState(refused)).toBe('42501')
    }
  })

  it('are deleted after 180 days', async () => {
    await age(sql`update sign_in_event set at = now() - interval '179 days', user_agent = 'kept' where kind = 'failed'`)
    await age(sql`update sign_in_event set at = now() - interval '181 days' where kind = 'slowed-down'`)
    await cleanUpIdentity(test.database)
    const { rows } = await age(sql`
      select count(*) filter (where kind = 'slowed-down')::int as old, count(*) filter (where user_agent = 'kept') > 0 as kept
      from sign_in_event`)
    expect(rows).toEqual([{ old: 0, kept: true }])
  })
})
