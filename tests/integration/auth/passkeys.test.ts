import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { createSoftwarePasskey } from '../../support/fakes/authenticator.ts'
import {
  askToRegister,
  askToSignIn,
  listPasskeys,
  registerPasskey,
  sendPasskey,
  signInByPasskey,
} from '../../support/callers/passkey-caller.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const PASSWORD = 'Campus2026'
const GINKGO = { host: 'ginkgo.localhost' }
const UNKNOWN_ID = '0192f0c1-0000-7000-8000-000000000000'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`delete from passkey`)
  await runAsOwner(test, sql`update user_account set status = 1`)
})

describe('a passkey', () => {
  it('is asked for as one that knows its person and makes sure of them', async () => {
    const browser = await test.signIn('teacher')
    const { userId } = await readMe(browser)
    const { envelope, response } = await browser.post(secondFactor.registerPasskeyOptions.path, { password: PASSWORD })
    expect(envelope.data).toMatchObject({
      rp: { id: 'localhost', name: '河畔实验学校' },
      user: { id: Buffer.from(userId).toString('base64url'), name: 'teacher' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(response.cookies.find(({ name }) => name === 'portal_passkey')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api/uaa',
      maxAge: 300,
    })
  })

  it('is renamed and removed by its person alone, and then signs nobody in', async () => {
    const browser = await test.signIn('teacher')
    const { passkey, own } = await registerPasskey(browser)
    const { passkeyId } = own
    const stranger = await test.signIn('parent')
    const rename = (by: TestBrowser, name: string) => by.post(secondFactor.renamePasskey.path, { passkeyId, name })
    const remove = (by: TestBrowser, id = passkeyId) =>
      by.post(secondFactor.removePasskey.path, { passkeyId: id, password: PASSWORD })

    expect((await rename(browser, ' 办公室电脑 ')).envelope.status).toBe(200)
    expect((await rename(stranger, '别人的')).envelope.code).toBe('passkey.not_found')
    expect((await remove(stranger)).envelope.code).toBe('passkey.not_found')
    expect((await listPasskeys(browser)).map(({ name }) => name)).toEqual(['办公室电脑'])
    expect(await listPasskeys(stranger)).toEqual([])

    expect((await remove(browser)).envelope.status).toBe(200)
    for (const id of [passkeyId, UNKNOWN_ID, 'no-id'])
      expect((await remove(browser, id)).envelope.code).toBe('passkey.not_found')
    expect((await signInByPasskey(passkey, test.visit())).envelope.code).toBe('login.passkey_unknown')
    expect(await eventsOf(test, (await readMe(browser)).userId)).toContain('passkey-removed')
  })

  it('carries the name of its person in their language', async () => {
    const browser = await test.signIn('teacher')
    const { userId, realName } = await readMe(browser)
    const nameIn = async (language: string, englishName: string) => {
      await runAsOwner(
        test,
        sql`update user_account set language = ${language}, english_name = ${englishName} where user_id = ${userId}`,
      )
      const { envelope } = await browser.post(secondFactor.registerPasskeyOptions.path, { password: PASSWORD })
      return z.parse(secondFactor.registerPasskeyOptions.response, envelope.data).user.displayName
    }
    expect(await nameIn('en', '')).toBe(realName)
    expect(await nameIn('en', 'Yawen Wang')).toBe('Yawen Wang')
    expect(await nameIn('zh-CN', 'Yawen Wang')).toBe(realName)
  })

  it('is not added twice, and the browser is told which there are', async () => {
    const browser = await test.signIn('teacher')
    const { passkey } = await registerPasskey(browser)
    const { envelope } = await browser.post(secondFactor.registerPasskeyOptions.path, { password: PASSWORD })
    const options = z.parse(secondFactor.registerPasskeyOptions.response, envelope.data)
    expect(options.excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
    const again = await sendPasskey(browser, passkey.create(options))
    expect(again.envelope.code).toBe('passkey.exists')
  })

  it('is one of twenty at most', async () => {
    const browser = await test.signIn('teacher')
    for (let n = 0; n < 20; n += 1) await registerPasskey(browser)
    const { envelope } = await browser.post(secondFactor.registerPasskeyOptions.path, { password: PASSWORD })
    expect(envelope.code).toBe('passkey.too_many')
  })

  it('that a password manager keeps is shown as such', async () => {
    const { own } = await registerPasskey(await test.signIn('teacher'), createSoftwarePasskey({ synced: true }))
    expect(own.synced).toBe(true)
  })
})

describe('registering', () => {
  it('needs the password, whose guesses count like a sign-in’s', async () => {
    const browser = await test.signIn('teacher')
    const guess = () => browser.post(secondFactor.registerPasskeyOptions.path, { password: 'wrong' })
    for (let n = 0; n < 5; n += 1) expect((await guess()).envelope.code).toBe('account.password_wrong')
    const { envelope, response } = await browser.post(secondFactor.registerPasskeyOptions.path, { password: PASSWORD })
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await eventsOf(test, (await readMe(browser)).userId)).slice(0, 5)).toEqual(Array(5).fill('failed'))
  })

  it('needs the very challenge of this session and browser, once, in time', async () => {
    const browser = await test.signIn('teacher')
    const passkey = createSoftwarePasskey()
    const challenge = await askToRegister(browser)
    const answer = passkey.create({ challenge })

    const stranger = await test.signIn('parent')
    await askToRegister(stranger)
    expect((await sendPasskey(stranger, answer)).envelope.code).toBe('passkey.expired')
    const sameCookie = await test.signIn('teacher')
    sameCookie.cookies.set('portal_passkey', browser.cookies.get('portal_passkey') ?? { value: '', path: '/' })
    expect((await sendPasskey(sameCookie, answer)).envelope.code).toBe('passkey.expired')
    expect((await sendPasskey(browser, passkey.create({ challenge: 'made-up' }))).envelope.code).toBe('passkey.expired')
    expect((await sendPasskey(browser, passkey.create({ challenge: await askToSignIn(browser) }))).envelope.code).toBe(
      'passkey.expired',
    )

    expect((await sendPasskey(browser, answer)).envelope.code).toBe('ok')
    expect((await sendPasskey(browser, answer)).envelope.code).toBe('passkey.expired')

    const late = await askToRegister(browser)
    await runAsOwner(test, sql`update passkey_challenge set expires_at = now()`)
    expect((await sendPasskey(browser, createSoftwarePasskey().create({ challenge: late }))).envelope.code).toBe(
      'passkey.expired',
    )
  })

  it.each([
    ['another site’s', { origin: 'https://evil.example' }],
    ['another host’s', { rpId: 'evil.example' }],
    ['one that did not make sure of its person', { verified: false }],
  ])('refuses %s, and its challenge is used up', async (_, at) => {
    const browser = await test.signIn('teacher')
    const challenge = await askToRegister(browser)
    const passkey = createSoftwarePasskey()
    expect((await sendPasskey(browser, passkey.create({ challenge, ...at }))).envelope.code).toBe('passkey.refused')
    expect((await sendPasskey(browser, passkey.create({ challenge }))).envelope.code).toBe('passkey.expired')
    expect(await listPasskeys(browser)).toEqual([])
  })

  it('takes the origin from the browser where a proxy ends TLS', async () => {
    const browser = await test.signIn('teacher')
    const answer = createSoftwarePasskey().create({
      challenge: await askToRegister(browser),
      origin: 'https://localhost',
    })
    const body = JSON.stringify({ name: 'tls', response: answer })
    const { envelope } = await browser.post(
      secondFactor.registerPasskey.path,
      {},
      { payload: body, headers: { 'content-type': 'application/json', origin: 'https://localhost' } },
    )
    expect(envelope.code).toBe('ok')
  })
})

describe('bad input', () => {
  it.each([
    ['missing', ''],
    ['blank', 'name=++'],
    ['over-long', `name=${'长'.repeat(101)}`],
    ['with a control character', 'name=a%00b'],
  ])('for a name is refused: %s', async (_, payload) => {
    const browser = await test.signIn('teacher')
    const { own } = await registerPasskey(browser)
    const { envelope } = await browser.post(
      secondFactor.renamePasskey.path,
      {},
      { payload: `passkeyId=${own.passkeyId}&${payload}` },
    )
    expect(envelope).toMatchObject({ code: 'request.invalid', fieldErrors: [{ field: 'name' }] })
  })

  it('finds nobody signed in, and no other site', async () => {
    const browser = test.visit()
    for (const row of [secondFactor.registerPasskeyOptions, secondFactor.renamePasskey, secondFactor.removePasskey])
      expect((await browser.post(row.path, { password: 'x', name: 'x', passkeyId: 'x' })).envelope.code).toBe(
        'session.required',
      )
    const { envelope } = await browser.post(
      secondFactor.signInPasskeyOptions.path,
      {},
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(envelope.code).toBe('request.cross_site')
  })
})

it('Passkeys belong to one unit: another sees none', async () => {
  const browser = await test.signIn('teacher')
  await registerPasskey(browser)
  const { unitId } = await readMe(await test.signIn('teacher', GINKGO))
  const { rows: seen } = await test.database.inUnit({ unitId, userId: null }, (tx) =>
    tx.execute(sql`select from passkey`),
  )
  expect(seen).toEqual([])
})
