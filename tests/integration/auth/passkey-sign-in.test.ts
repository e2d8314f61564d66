import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { createSoftwarePasskey, type Ceremony, type SoftwarePasskey } from '../../support/fakes/authenticator.ts'
import {
  askToRegister,
  askToSignIn,
  listPasskeys,
  postJson,
  registerPasskey,
  sendPasskey,
  signInByPasskey,
} from '../../support/callers/passkey-caller.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import type { Answer, BrowserOptions, TestBrowser } from '../../support/browser/test-browser.ts'

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

const signIn = (passkey: SoftwarePasskey, browser = test.visit(), at: Partial<Ceremony> = {}, handle?: string) =>
  signInByPasskey(passkey, browser, at, handle)

describe('a passkey', () => {
  it('signs its person in without name or password, and is remembered as used', async () => {
    const browser = await test.signIn('teacher')
    const person = await readMe(browser)
    const { passkey, own } = await registerPasskey(browser)
    expect(own).toMatchObject({ name: '我的手机', synced: false, lastUsedAt: null })

    const other = test.visit({ address: '192.0.2.77' })
    const { envelope } = await signIn(passkey, other, {}, Buffer.from(person.userId).toString('base64url'))
    expect(envelope).toMatchObject({ status: 200, data: { unitType: '2', userType: 2, unitId: person.unitId } })
    expect((await readMe(other)).userId).toBe(person.userId)
    expect((await listPasskeys(browser))[0]).toMatchObject({ passkeyId: own.passkeyId, lastUsedAt: expect.any(String) })
    expect((await eventsOf(test, person.userId)).slice(0, 2)).toEqual(['signed-in', 'passkey-added'])
  })

  it('brings the first screen along, and leaves no trace of the device where others use it', async () => {
    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    const browser = test.visit()
    const response = passkey.get({ challenge: await askToSignIn(browser) })
    const { envelope } = await postJson(browser, secondFactor.signInPasskey.path, {
      response,
      withStart: true,
      shared: true,
    })
    expect(envelope.data).toMatchObject({ start: { me: { loginName: 'teacher' } } })
    expect(browser.cookies.has('portal_device')).toBe(false)
    expect(browser.cookies.has('portal_access')).toBe(true)
  })

  it('ends the session that the browser had before', async () => {
    const browser = await test.signIn('teacher')
    const { passkey } = await registerPasskey(browser)
    const earlier = accessOf(browser)
    await signIn(passkey, browser)
    expect(await isSignedIn(test, earlier)).toBe(false)
    expect((await readMe(browser)).loginName).toBe('teacher')
  })
})

describe('a unit with two addresses', () => {
  const OTHER = 'campus.example.org'
  const ask = async (host: string) => {
    const { envelope } = await test.visit({ host }).post(secondFactor.signInPasskeyOptions.path)
    const { options, ...addresses } = z.parse(secondFactor.signInPasskeyOptions.response, envelope.data)
    return { rpId: options.rpId, ...addresses }
  }

  it('says at each of them where its passkeys work, and lists each with its address', async () => {
    await runAsOwner(test, sql`delete from passkey`)
    await runAsOwner(
      test,
      sql`insert into unit_host (host, unit_id) select ${OTHER}, unit_id from unit_host where host = 'localhost'`,
    )
    try {
      expect(await ask(OTHER)).toEqual({ rpId: OTHER, here: false, elsewhere: [] })
      const browser = await test.signIn('teacher')
      const { passkey, own } = await registerPasskey(browser)
      expect(own.host).toBe('localhost')
      expect(await ask(OTHER)).toEqual({ rpId: OTHER, here: false, elsewhere: ['localhost'] })
      expect(await ask('localhost')).toEqual({ rpId: 'localhost', here: true, elsewhere: [] })
      // Of before the address was kept: it may be for this one, until it is used.
      await runAsOwner(test, sql`update passkey set host = null`)
      expect(await ask(OTHER)).toEqual({ rpId: OTHER, here: true, elsewhere: [] })
      await signIn(passkey)
      expect((await listPasskeys(browser)).map(({ host }) => host)).toEqual(['localhost'])
      expect(await ask('ginkgo.localhost')).toEqual({ rpId: 'ginkgo.localhost', here: false, elsewhere: [] })
    } finally {
      await runAsOwner(test, sql`delete from unit_host where host = ${OTHER}`)
    }
  })
})

describe('signing in', () => {
  it('asks for no name and tells nobody who has a passkey', async () => {
    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    const { envelope, response } = await test.visit().post(secondFactor.signInPasskeyOptions.path)
    expect(envelope.data).toEqual({
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: 'localhost',
        timeout: 300_000,
        userVerification: 'required',
      },
      here: true,
      elsewhere: [],
    })
    expect(response.body).not.toContain(passkey.id)
  })

  it('takes an answer once, from the browser that asked, in time', async () => {
    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    const browser = test.visit()
    const response = passkey.get({ challenge: await askToSignIn(browser) })
    const answer = (by: TestBrowser) => postJson(by, secondFactor.signInPasskey.path, { response })
    expect((await answer(test.visit())).envelope.code).toBe('passkey.expired')
    expect((await answer(browser)).envelope.code).toBe('ok')
    expect((await answer(browser)).envelope.code).toBe('passkey.expired')

    const late = passkey.get({ challenge: await askToSignIn(browser) })
    await runAsOwner(test, sql`update passkey_challenge set expires_at = now()`)
    expect((await postJson(browser, secondFactor.signInPasskey.path, { response: late })).envelope.code).toBe(
      'passkey.expired',
    )
    expect(await runAsOwner(test, sql`select from login_attempt where failures > 0`)).toEqual([])
  })

  it('keeps the challenges of two tabs apart', async () => {
    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    const browser = test.visit()
    const first = passkey.get({ challenge: await askToSignIn(browser) })
    const second = passkey.get({ challenge: await askToSignIn(browser) })
    for (const response of [first, second])
      expect((await postJson(browser, secondFactor.signInPasskey.path, { response })).envelope.code).toBe('ok')
  })

  it('lets one of several in that bring the same answer at once', async () => {
    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    const browser = test.visit()
    const response = passkey.get({ challenge: await askToSignIn(browser) })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postJson(browser, secondFactor.signInPasskey.path, { response })),
    )
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.toSorted()).toEqual(['ok', ...Array(4).fill('passkey.expired')])
  })

  const refusal = ({ response }: Answer) => ({ http: response.statusCode, body: response.body })

  it('answers alike for a passkey that is unknown, another unit’s, a closed account’s, copied, or does not verify', async () => {
    const unknown = refusal(await signIn(createSoftwarePasskey()))
    expect(unknown.body).toContain('login.passkey_unknown')

    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    for (const at of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }])
      expect(refusal(await signIn(passkey, test.visit(), at))).toEqual(unknown)
    const somebodyElse = Buffer.from(UNKNOWN_ID).toString('base64url')
    expect(refusal(await signIn(passkey, test.visit(), {}, somebodyElse))).toEqual(unknown)
    const forger = { ...createSoftwarePasskey(), id: passkey.id }
    const browser = test.visit()
    const forged = { ...forger.get({ challenge: await askToSignIn(browser) }), id: passkey.id, rawId: passkey.id }
    expect(refusal(await postJson(browser, secondFactor.signInPasskey.path, { response: forged }))).toEqual(unknown)

    const atGinkgo = { origin: 'http://ginkgo.localhost', rpId: 'ginkgo.localhost' }
    const elsewhere = await registerPasskey(await test.signIn('teacher', GINKGO), createSoftwarePasskey(), atGinkgo)
    expect(refusal(await signIn(elsewhere.passkey))).toEqual(unknown)
    expect(refusal(await signIn(elsewhere.passkey, test.visit(), atGinkgo))).toEqual(unknown)
    expect((await signIn(elsewhere.passkey, test.visit(GINKGO), atGinkgo)).envelope.code).toBe('ok')

    const counting = createSoftwarePasskey({ counts: true })
    await registerPasskey(await test.signIn('teacher'), counting)
    expect((await signIn(counting)).envelope.code).toBe('ok')
    counting.counter = 0
    expect(refusal(await signIn(counting))).toEqual(unknown)

    const ofClosed = await registerPasskey(await test.signIn('staff'))
    await closeAccount(test, 'staff')
    expect(refusal(await signIn(ofClosed.passkey))).toEqual(unknown)
  })

  it('makes an address wait after many wrong answers, but not a device on which the person signed in before', async () => {
    const at: BrowserOptions = { address: '198.51.100.7' }
    const device = await test.signIn('teacher', at)
    const { passkey } = await registerPasskey(device)
    await signIn(createSoftwarePasskey(), test.visit(at))
    await runAsOwner(test, sql`update login_attempt set failures = 2000, blocked_until = null`)
    expect((await signIn(createSoftwarePasskey(), test.visit(at))).envelope.code).toBe('login.passkey_unknown')
    expect((await signIn(passkey, test.visit(at))).envelope.code).toBe('login.slow_down')
    expect((await signIn(passkey, device)).envelope.code).toBe('ok')
    expect((await signIn(passkey)).envelope.code).toBe('ok')
  })
})

describe('bad input', () => {
  const good = () => createSoftwarePasskey().get({ challenge: 'x' })
  const path = secondFactor.signInPasskey.path

  it.each([
    ['nothing', {}],
    ['a text', { response: 'x' }],
    ['null', { response: null }],
    ['a list', { response: [] }],
    ['another type', () => ({ response: { ...good(), type: 'password' } })],
    ['no base64url', () => ({ response: { ...good(), id: 'a b' } })],
    ['an over-long id', () => ({ response: { ...good(), id: 'a'.repeat(1401) } })],
    ['an empty answer', () => ({ response: { ...good(), response: {} } })],
  ])('of a sign-in is refused by name: %s', async (_, body) => {
    const { envelope } = await postJson(test.visit(), path, typeof body === 'function' ? body() : body)
    expect(envelope).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(envelope.fieldErrors?.[0]?.field).toMatch(/^response/)
  })

  it('inside an answer is an unknown passkey and no fault of the server', async () => {
    const { passkey } = await registerPasskey(await test.signIn('teacher'))
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const browser = test.visit()
      const answer = passkey.get({ challenge: await askToSignIn(browser) })
      const response = { ...answer, response: { ...Object(answer['response']), [field]: 'AAAA' } }
      expect((await postJson(browser, path, { response })).envelope.code).toBe('login.passkey_unknown')
    }
    const browser = await test.signIn('teacher')
    const made = createSoftwarePasskey().create({ challenge: await askToRegister(browser) })
    const broken = { ...made, response: { ...Object(made['response']), attestationObject: 'AAAA' } }
    expect((await sendPasskey(browser, broken)).envelope.code).toBe('passkey.refused')
  })
})

it('Challenges are hashed, and tidied away when they are over', async () => {
  await runAsOwner(test, sql`delete from passkey_challenge`)
  const challenge = await askToSignIn(test.visit())
  const [row] = await runAsOwner(test, sql`select passkey_challenge::text as row from passkey_challenge`)
  expect(row?.['row']).not.toContain(Buffer.from(challenge).toString('hex'))
  expect(row?.['row']).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'))
  await cleanUpIdentity(test.database)
  expect(await runAsOwner(test, sql`select from passkey_challenge`)).toHaveLength(1)
  await runAsOwner(test, sql`update passkey_challenge set expires_at = now() - interval '1 second'`)
  await cleanUpIdentity(test.database)
  expect(await runAsOwner(test, sql`select from passkey_challenge`)).toEqual([])
})
