import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { presentRefresh, runAsOwner, tokenOf } from '../../support/callers/session-probe.ts'

const ME = '/api/uaa/oauth/me'
const REFRESH = '/api/uaa/oauth/refresh'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('refreshing', () => {
  it('replaces both tokens, and the old access token is over', async () => {
    const browser = await test.signIn('teacher')
    const before = { access: tokenOf(browser, 'access'), refresh: tokenOf(browser, 'refresh') }
    const { envelope } = await browser.get(REFRESH)
    expect(envelope).toMatchObject({ status: 200, data: { unitType: '2', userType: 2 } })
    expect(tokenOf(browser, 'access')).not.toBe(before.access)
    expect(tokenOf(browser, 'refresh')).not.toBe(before.refresh)
    expect((await browser.get(ME)).envelope.status).toBe(200)
    const { envelope: old } = await test.visit().get(ME, { headers: { cookie: `portal_access=${before.access}` } })
    expect(old.status).toBe(401)
  })

  it('works again and again', async () => {
    const browser = await test.signIn('teacher')
    for (let round = 0; round < 5; round += 1) {
      expect((await browser.get(REFRESH)).envelope.status).toBe(200)
      expect((await browser.get(ME)).envelope.status).toBe(200)
    }
  })

  it('gives two tabs that refresh at the same moment the same tokens, and signs nobody out', async () => {
    const browser = await test.signIn('teacher')
    const token = tokenOf(browser, 'refresh')
    const [first, second, third] = await Promise.all([
      presentRefresh(test, token),
      presentRefresh(test, token),
      presentRefresh(test, token),
    ])
    expect(first?.envelope.status).toBe(200)
    expect(second?.cookies).toEqual(first?.cookies)
    expect(third?.cookies).toEqual(first?.cookies)
    const { envelope } = await test
      .visit()
      .get(ME, { headers: { cookie: `portal_access=${first?.cookies['portal_access']}` } })
    expect(envelope.status).toBe(200)
    expect((await presentRefresh(test, first?.cookies['portal_refresh'] ?? '')).envelope.status).toBe(200)
  })

  it('still answers a phone that lost the answer to its renewal half a minute ago', async () => {
    const phone = await test.signIn('student')
    const kept = tokenOf(phone, 'refresh')
    const lost = await phone.get(REFRESH)
    await runAsOwner(
      test,
      sql`update session set rotated_at = rotated_at - interval '30 seconds' where rotated_at is not null`,
    )
    const again = await presentRefresh(test, kept)
    expect(again.envelope.status).toBe(200)
    expect(again.cookies['portal_access']).toBe(tokenOf(phone, 'access'))
    expect(lost.envelope.status).toBe(200)
  })

  it('ends the session when the token before the current one comes back after a minute', async () => {
    const browser = await test.signIn('teacher')
    const stolen = tokenOf(browser, 'refresh')
    await browser.get(REFRESH)
    await runAsOwner(
      test,
      sql`update session set rotated_at = rotated_at - interval '61 seconds' where rotated_at is not null`,
    )
    expect((await presentRefresh(test, stolen)).envelope).toMatchObject({ status: 401, code: 'session.reused' })
    expect((await browser.get(ME)).envelope.status).toBe(401)
    expect((await browser.get(REFRESH)).envelope.status).toBe(401)
    expect(browser.cookies.has('portal_access')).toBe(false)
    expect(browser.cookies.has('portal_refresh')).toBe(false)
    expect(browser.cookies.has('portal_signed_in')).toBe(false)
  })

  it('takes the mark of a session from a browser that has no token left', async () => {
    const browser = await test.signIn('teacher')
    browser.cookies.delete('portal_refresh')
    expect((await browser.get(REFRESH)).envelope).toMatchObject({ status: 401, code: 'session.required' })
    expect(browser.cookies.has('portal_signed_in')).toBe(false)
  })

  it('ends the session at once when an even older token comes back', async () => {
    const browser = await test.signIn('teacher')
    const stolen = tokenOf(browser, 'refresh')
    await browser.get(REFRESH)
    await browser.get(REFRESH)
    expect((await presentRefresh(test, stolen)).envelope.code).toBe('session.reused')
    expect((await browser.get(ME)).envelope.status).toBe(401)
  })

  it('ends nobody else’s session when a token is reused', async () => {
    const other = await test.signIn('teacher')
    const browser = await test.signIn('teacher')
    const stolen = tokenOf(browser, 'refresh')
    await browser.get(REFRESH)
    await browser.get(REFRESH)
    await presentRefresh(test, stolen)
    expect((await other.get(ME)).envelope.status).toBe(200)
  })

  it('asks to sign in without a token, with a made-up one, and after thirty days', async () => {
    expect((await test.visit().get(REFRESH)).envelope.code).toBe('session.required')
    expect((await presentRefresh(test, 'made-up')).envelope.code).toBe('session.expired')
    expect((await presentRefresh(test, `${'a'.repeat(22)}.${'b'.repeat(43)}`)).envelope.code).toBe('session.expired')
    const browser = await test.signIn('parent')
    await runAsOwner(
      test,
      sql`update session set refresh_expires_at = now() where user_id in (select user_id from user_account where login_name = 'parent')`,
    )
    expect((await browser.get(REFRESH)).envelope.code).toBe('session.expired')
  })
})
