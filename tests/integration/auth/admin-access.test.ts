import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as adminAccess from '../../../contract/endpoints/sign-in/admin-access.ts'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { issueCode } from '../../../contract/endpoints/sign-in/passwords.ts'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { ADMIN_PERMISSIONS, OPERATOR } from '../../../contract/permissions.ts'
import { endpoints } from '../../../contract/table.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { needsFresh, type AnyEndpoint } from '../../../contract/endpoint.ts'
import { createTestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import {
  askToRegister,
  postJson,
  registerPasskey,
  sendPasskey,
  signInByPasskey,
} from '../../support/callers/passkey-caller.ts'
import { enrolFaceOf } from '../../support/callers/face-caller.ts'
import { codeOf, begin, beginSecret, confirm, useTwoStepSchool } from '../../support/callers/second-step-caller.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { sendEmpty } from '../../support/callers/call.ts'
import { createSoftwarePasskey } from '../../support/fakes/authenticator.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'

const school = useTwoStepSchool()
const HOME = '192.0.2.1'

beforeEach(async () => {
  await runAsOwner(school.test, sql`delete from passkey`)
  await runAsOwner(school.test, sql`update unit set admin_second_factor = false, admin_networks = '{}'`)
})

const save = async (browser: TestBrowser, body: { secondFactor?: boolean; networks?: string[] }) =>
  (await postJson(browser, adminAccess.saveAdminProtection.path, { secondFactor: false, networks: [], ...body }))
    .envelope
const askFor = (browser: TestBrowser) =>
  runAsOwner(school.test, sql`update unit set admin_second_factor = true`).then(() => browser)
const read = async (browser: TestBrowser) => (await browser.get(signInAdmin.settings.path)).envelope.code
const accessOf = async (browser: TestBrowser) =>
  z.parse(adminAccess.adminAccess.response, (await browser.get(adminAccess.adminAccess.path)).envelope.data)
const refusal = ({ code, fieldErrors }: Envelope) => [code, ...(fieldErrors ?? []).map(({ field }) => field)]

/** Without what is the operator's and what an education office has, which no administrator of a school may use. */
const administrative = endpoints.filter(
  ({ access: who, permission }) =>
    who === 'admin' ||
    (permission !== OPERATOR && permission !== 'base_schools' && ADMIN_PERMISSIONS.some((code) => code === permission)),
)
async function callEmpty(browser: TestBrowser, endpoint: AnyEndpoint): Promise<unknown> {
  const response = await sendEmpty(browser, endpoint)
  const isJson = response.headers['content-type']?.toString().includes('json')
  return isJson ? Object(response.json()).code : 'ok'
}

/** The endpoints of the administration that refuse a call without input by this code. */
async function refusedOf(browser: TestBrowser, code: string): Promise<string[]> {
  const refused: string[] = []
  for (const endpoint of administrative) if ((await callEmpty(browser, endpoint)) === code) refused.push(endpoint.name)
  return refused
}

describe('a unit that asks its administrators for a second factor', () => {
  it('is asked to by an administrator who has one, and no other', async () => {
    const admin = await school.test.signIn('admin')
    expect(refusal(await save(admin, { secondFactor: true }))).toEqual(['admin.second_factor_own', 'secondFactor'])
    expect(await read(admin)).toBe('ok')
    await school.turnOn(admin)
    expect(await save(admin, { secondFactor: true })).toMatchObject({ code: 'ok', data: { secondFactor: true } })
    expect(await read(admin)).toBe('ok')
    expect(await save(admin, { secondFactor: false })).toMatchObject({ code: 'ok', data: { secondFactor: false } })
  })

  it('refuses every endpoint of the administration to a session without one', async () => {
    const admin = await askFor(await school.test.signIn('admin'))
    expect(await refusedOf(admin, 'admin.second_factor')).toEqual(administrative.map(({ name }) => name))
    // Who may not administer is told that, and nothing of the factor.
    expect(await refusedOf(await school.test.signIn('student'), 'admin.second_factor')).toEqual([])
  })

  it('leaves the rest of the portal open, and lets administrators set one up, in the session that then has proved it', async () => {
    const admin = await askFor(await school.test.signIn('admin'))
    expect((await readMe(admin)).loginName).toBe('admin')
    expect(await accessOf(admin)).toEqual({ network: true, address: HOME, secondFactor: 'none' })
    await school.turnOn(admin)
    expect(await accessOf(admin)).toMatchObject({ secondFactor: 'ok' })
    expect(await read(admin)).toBe('ok')
  })

  it('counts a code at the sign-in, or later in the session, and a recovery code', async () => {
    const before = await school.test.signIn('admin')
    const { secret, recoveryCodes } = await school.turnOn(before)
    const other = school.test.visit()
    expect(await school.codeFor('admin', recoveryCodes[1], other)).toBe('ok')
    // As a session has it that began by a handover or an external account.
    await runAsOwner(school.test, sql`update session set second_factor = false`)
    await askFor(other)
    expect([await read(other), (await accessOf(other)).secondFactor]).toEqual(['admin.second_factor', 'code'])
    const prove = (otp: string, password = DEMO_PASSWORD) =>
      other.post(adminAccess.proveSecondFactor.path, { password, otp })
    expect((await prove('000000')).envelope.code).toBe('account.code_wrong')
    expect((await prove(codeOf(secret), 'wrong')).envelope.code).toBe('account.password_wrong')
    expect(await read(other)).toBe('admin.second_factor')
    expect((await prove(codeOf(secret))).envelope.code).toBe('ok')
    expect(await read(other)).toBe('ok')

    const lost = school.test.visit()
    expect(await school.codeFor('admin', recoveryCodes[0], lost)).toBe('ok')
    expect(await read(lost)).toBe('ok')
    // It outlives the renewal of the session's tokens.
    expect((await lost.get('/api/uaa/oauth/refresh')).envelope.code).toBe('ok')
    expect(await read(lost)).toBe('ok')
  })

  it('counts a passkey, and no other way in by which the code was not given', async () => {
    const first = await school.test.signIn('admin')
    const { passkey } = await registerPasskey(first)
    await askFor(first)
    expect(await read(first)).toBe('ok')
    const byPasskey = school.test.visit()
    expect((await signInByPasskey(passkey, byPasskey)).envelope.code).toBe('ok')
    expect(await read(byPasskey)).toBe('ok')

    await runAsOwner(school.test, sql`update unit set sign_in_ways = '{"accessToken": true}'`)
    const { envelope } = await first.post(session.handover.path)
    const handed = school.test.visit()
    const { accessToken } = z.parse(session.handover.response, envelope.data)
    expect((await handed.post(session.relogin.path, { accessToken })).envelope.code).toBe('ok')
    expect(await read(handed)).toBe('admin.second_factor')
    const byPassword = await school.test.signIn('admin')
    expect([await read(byPassword), (await accessOf(byPassword)).secondFactor]).toEqual([
      'admin.second_factor',
      'passkey',
    ])
  })

  it('does not let a password alone put another factor in the place of the passkey', async () => {
    await registerPasskey(await school.test.signIn('admin'))
    const finder = await askFor(await school.test.signIn('admin'))
    expect((await begin(finder)).envelope.code).toBe('totp.passkey_first')
    const [own] = z.parse(
      z.array(secondFactor.ownPasskey),
      (await finder.get(secondFactor.ownPasskeys.path)).envelope.data,
    )
    const password = DEMO_PASSWORD
    for (const answer of [
      await finder.post(secondFactor.registerPasskeyOptions.path, { password }),
      await finder.post(secondFactor.removePasskey.path, { password, passkeyId: own?.passkeyId ?? '' }),
    ])
      expect(answer.envelope.code).toBe('totp.passkey_first')
    expect(await read(finder)).toBe('admin.second_factor')
    // Those who administer nothing go on as before.
    const teacher = await school.test.signIn('student')
    await registerPasskey(teacher)
    expect((await begin(await school.test.signIn('student'))).envelope.code).toBe('ok')
  })

  it('lets a second passkey be added where the first was used', async () => {
    const first = await askFor(await school.test.signIn('admin'))
    await registerPasskey(first)
    expect(
      (await sendPasskey(first, createSoftwarePasskey().create({ challenge: await askToRegister(first) }))).envelope
        .code,
    ).toBe('ok')
    const secret = await beginSecret(first)
    expect((await confirm(first, codeOf(secret))).envelope.code).toBe('ok')
  })

  it('asks nothing of another unit', async () => {
    await runAsOwner(school.test, sql`update unit set admin_second_factor = true where name = '河畔实验学校'`)
    expect(await read(await school.test.signIn('admin', { host: 'ginkgo.localhost' }))).toBe('ok')
  })
})

describe('a second factor that was proved more than 15 minutes ago', () => {
  const age = (browser: TestBrowser) =>
    runAsOwner(school.test, sql`update session set second_factor_at = now() - interval '16 minutes'`).then(
      () => browser,
    )
  const administrator = async () => {
    const admin = await school.test.signIn('admin')
    await school.turnOn(admin)
    return askFor(admin)
  }
  const codeFrom = async (browser: TestBrowser, { path }: AnyEndpoint, body: object) =>
    (await postJson(browser, path, body)).envelope.code

  it('is asked for again by every endpoint with a risk, and by no other', async () => {
    const admin = await age(await administrator())
    const risky = administrative.filter((endpoint) => needsFresh(endpoint) && !endpoint.riskInPart)
    expect(risky.length).toBeGreaterThan(20)
    expect(await refusedOf(admin, 'admin.factor_stale')).toEqual(risky.map(({ name }) => name))
  })

  it('is not asked for where the unit asks for none', async () => {
    const admin = await age(await administrator())
    await runAsOwner(school.test, sql`update unit set admin_second_factor = false`)
    expect(await refusedOf(admin, 'admin.factor_stale')).toEqual([])
  })

  it('is asked for when protection is removed, and not when it is added', async () => {
    const admin = await age(await administrator())
    expect((await save(admin, { secondFactor: false })).code).toBe('admin.factor_stale')
    expect((await save(admin, { secondFactor: true, networks: [HOME] })).code).toBe('ok')
    expect((await save(admin, { secondFactor: true, networks: [] })).code).toBe('admin.factor_stale')
    expect((await save(admin, { secondFactor: true, networks: [HOME, '10.0.0.0/8'] })).code).toBe('admin.factor_stale')
  })

  it('is asked for before staff get a first password or a code, and not for pupils', async () => {
    const admin = await age(await administrator())
    const idOf = async (loginName: string) => {
      const { envelope } = await admin.get(`${people.list.path}?query=${loginName}`)
      const all = z.parse(people.list.response, envelope.data).people
      const found = all.find((person) => person.loginName === loginName)
      if (!found) throw new Error(`${loginName} is not there`)
      return { kind: found.kind, id: found.id }
    }
    const give = async (loginName: string) =>
      codeFrom(admin, people.firstPasswords, { people: [await idOf(loginName)], onlyNew: false })
    expect([await give('teacher'), await give('student')]).toEqual(['admin.factor_stale', 'ok'])
    const issue = async (username: string) => (await admin.post(issueCode.path, { username })).envelope.code
    expect([await issue('teacher'), await issue('student')]).toEqual(['admin.factor_stale', 'ok'])
  })

  it('is asked for when a teacher’s address or login name changes, and not for a name', async () => {
    const admin = await age(await administrator())
    const { envelope } = await admin.get(`${people.list.path}?query=teacher&userType=2`)
    const key = z.parse(people.list.response, envelope.data).people.find(({ loginName }) => loginName === 'teacher')
    if (!key) throw new Error('the teacher is not there')
    const { data } = (await admin.get(`${people.show.path}?kind=${key.kind}&id=${key.id}`)).envelope
    const person = z.parse(people.show.response, data)
    const fields = Object.fromEntries(
      Object.keys(people.personFields.shape).map((name) => [name, Object(person)[name]]),
    )
    const change = (changed: object) =>
      codeFrom(admin, people.save, {
        ...fields,
        key: { kind: key.kind, id: key.id },
        userType: 2,
        ...changed,
      })
    expect(await change({ englishName: 'Another' })).toBe('ok')
    expect(await change({ email: 'elsewhere@example.com' })).toBe('admin.factor_stale')
    expect(await change({ loginName: 'other.teacher' })).toBe('admin.factor_stale')
  })

  it('is asked for when the face of a teacher is taken, which signs in, and not for a pupil’s or when one is deleted', async () => {
    const admin = await age(await administrator())
    const idOf = async (loginName: string) => {
      const found = await runAsOwner(
        school.test,
        sql`select user_id from user_account where login_name = ${loginName} order by unit_id limit 1`,
      )
      return String(found[0]?.['user_id'])
    }
    const [teacher, student] = [await idOf('teacher'), await idOf('student')]
    const take = async (userId: string) => (await enrolFaceOf(admin, userId, { seed: 0 })).code
    expect([await take(teacher), await take(student)]).toEqual(['admin.factor_stale', 'face.consent_missing'])
    expect((await admin.post(faceAdmin.removePersonFaces.path, { userId: teacher })).envelope.code).toBe('ok')
  })

  it('is asked for when faces sign in with less proof, and not for days of keeping', async () => {
    const admin = await age(await administrator())
    const { version: _, ...now } = z.parse(
      faceAdmin.settings.response,
      (await admin.get(faceAdmin.settings.path)).envelope.data,
    )
    expect(await codeFrom(admin, faceAdmin.saveSettings, { ...now, needsPin: true, retentionDays: 90 })).toBe('ok')
    expect(await codeFrom(admin, faceAdmin.saveSettings, { ...now, needsPin: false })).toBe('admin.factor_stale')
  })
})

describe('a unit that is administered from certain networks', () => {
  it.each([
    ['an address alone', [HOME]],
    ['a network', ['10.0.0.0/8', '192.0.2.0/24']],
    ['spaces around', [` ${HOME} `]],
  ])('takes %s with the administrator’s own address', async (_, networks) => {
    const admin = await school.test.signIn('admin')
    expect(await save(admin, { networks })).toMatchObject({
      code: 'ok',
      data: { networks: networks.map((one) => one.trim()), address: HOME },
    })
    expect(await read(admin)).toBe('ok')
    expect(await save(admin, { networks: [] })).toMatchObject({ code: 'ok', data: { networks: [] } })
  })

  it('refuses a list without that address, and what is no network, and keeps what it had', async () => {
    const admin = await school.test.signIn('admin')
    expect(refusal(await save(admin, { networks: ['10.0.0.0/8'] }))).toEqual(['admin.network_own', 'networks'])
    for (const networks of [['school'], ['0.0.0.0/0'], [HOME, '10.0.0.0/33'], Array.from({ length: 33 }, () => HOME)])
      expect(refusal(await save(admin, { networks }))).toEqual(['request.invalid', 'networks'])
    expect((await admin.get(adminAccess.readAdminProtection.path)).envelope.data).toMatchObject({ networks: [] })
  })

  it('refuses every endpoint of the administration from elsewhere', async () => {
    await runAsOwner(school.test, sql`update unit set admin_networks = '{203.0.113.0/24,2001:db8:12::/48}'`)
    const admin = await school.test.signIn('admin')
    expect(await refusedOf(admin, 'admin.network')).toEqual(administrative.map(({ name }) => name))
  })

  it.each([
    ['203.0.113.9', 'ok'],
    ['::ffff:203.0.113.9', 'ok'],
    ['2001:db8:12:3::1', 'ok'],
    ['203.0.114.9', 'admin.network'],
    ['2001:db8:13::1', 'admin.network'],
  ])('looks at the address of each call: %s', async (address, code) => {
    await runAsOwner(school.test, sql`update unit set admin_networks = '{203.0.113.0/24,2001:db8:12::/48}'`)
    const admin = await school.test.signIn('admin', { address })
    expect(await read(admin)).toBe(code)
    expect((await accessOf(admin)).network).toBe(code === 'ok')
    expect((await readMe(admin)).loginName).toBe('admin')
  })
})

describe('behind a proxy', () => {
  let close = async () => {}
  afterEach(() => close())

  it('the address is what a trusted proxy says, and what any other caller says is nothing', async () => {
    const own = await createTestApp({ config: { trustProxy: ['198.51.100.1'] } })
    close = () => own.close()
    await runAsOwner(own, sql`update unit set admin_networks = '{203.0.113.0/24}'`)
    const readAs = async (address: string) => {
      const admin = await own.signIn('admin', { address })
      return (await admin.get(signInAdmin.settings.path, { headers: { 'x-forwarded-for': '203.0.113.9' } })).envelope
        .code
    }
    expect(await readAs('198.51.100.1')).toBe('ok')
    expect(await readAs('198.51.100.2')).toBe('admin.network')
  })
})
