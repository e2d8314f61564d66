import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as face from '../../../contract/endpoints/faces/face.ts'
import { buildApp } from '../../../server/app.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { cleanUpFaces } from '../../../server/modules/faces/cleanup.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  askTurn,
  clockInByFace,
  enrolFace,
  faceImage,
  giveConsent,
  setFaces,
  signInByFace,
} from '../../support/callers/face-caller.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { createTestBrowser, type TestBrowser } from '../../support/browser/test-browser.ts'

const PASSWORD = 'Campus2026'
const PIN = '194725'

const vault = createVault(randomBytes(32))

let test: TestApp
let office: TestBrowser
let teacher: TestBrowser
let staff: TestBrowser
let ids: { teacher: string; staff: string }
beforeAll(async () => {
  test = await createTestApp({ vault })
  office = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  staff = await test.signIn('staff')
  ids = { teacher: (await readMe(teacher)).userId, staff: (await readMe(staff)).userId }
  await giveConsent(teacher, ids.teacher)
  await giveConsent(staff, ids.staff)
  await enrolFace(teacher, ids.teacher, { seed: 0 })
  await enrolFace(staff, ids.staff, { seed: 3 })
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`delete from face_use`)
  await runAsOwner(test, sql`delete from face_pin`)
  await setFaces(office, { signIn: true, clockIn: true })
})

async function uses(): Promise<string[]> {
  const found = await runAsOwner(
    test,
    sql`select kind, detail from face_use where kind <> 'settings-changed' order by at`,
  )
  return found.map(({ kind, detail }) => (detail === '' ? String(kind) : `${String(kind)} ${String(detail)}`))
}

describe('signing in by face', () => {
  it('is off until an administrator turns it on', async () => {
    await setFaces(office, {})
    expect((await signInByFace(test.visit(), { seed: 0 })).code).toBe('login.way_off')
    expect((await clockInByFace(test.visit(), { seed: 0 })).code).toBe('face.clock_in_off')
    expect((await test.visit().post(face.challenge.path)).envelope.code).toBe('login.way_off')
    const { envelope } = await test.visit().get(face.asks.path)
    expect(envelope.data).toEqual({ signIn: false, clockIn: false, headTurn: false, pin: false, knownDevice: false })
  })

  it('lets in whoever’s face it is, like every other way', async () => {
    const browser = test.visit()
    const envelope = await signInByFace(browser, { seed: 0, scale: 0.5, tilt: 4 }, { withStart: 'true' })
    expect(envelope.data).toMatchObject({ userType: 2, start: { me: { userId: ids.teacher } } })
    expect((await readMe(browser)).userId).toBe(ids.teacher)
    expect(await eventsOf(test, ids.teacher)).toContain('signed-in')
    expect(await uses()).toEqual(['signed-in'])
    // A person who is let in costs their address nothing.
    expect(await runAsOwner(test, sql`select from login_attempt where failures > 0`)).toEqual([])
  })

  it('tells a stranger nothing, and a closed account the same', async () => {
    expect((await signInByFace(test.visit(), { seed: 6 })).code).toBe('face.unknown')
    await runAsOwner(test, sql`update user_account set status = 0 where user_id = ${ids.staff}`)
    expect((await signInByFace(test.visit(), { seed: 3 })).code).toBe('face.unknown')
    await runAsOwner(test, sql`update user_account set status = 1 where user_id = ${ids.staff}`)
    expect(await uses()).toEqual(['refused face.unknown', 'refused face.unknown'])
  })

  it('looks among the people of its own unit alone', async () => {
    const ginkgo = { host: 'ginkgo.localhost' }
    const before = await uses()
    await setFaces(await test.signIn('admin', ginkgo), { signIn: true })
    expect((await signInByFace(test.visit(ginkgo), { seed: 0 })).code).toBe('face.unknown')
    expect((await enrolFace(await test.signIn('admin', ginkgo), ids.teacher, { seed: 0 })).code).toBe('access.denied')
    expect(await uses()).toEqual([...before, 'refused face.unknown'])
  })

  it('slows down whoever tries picture after picture, from that address alone', async () => {
    await signInByFace(test.visit(), { seed: 6 })
    await runAsOwner(test, sql`update login_attempt set failures = 29`)
    expect((await signInByFace(test.visit(), { seed: 6 })).code).toBe('face.unknown')
    const browser = test.visit()
    const { envelope, response } = await browser.post(face.login.path, { faceImage: await faceImage({ seed: 0 }) })
    expect(envelope.code).toBe('login.slow_down')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signInByFace(test.visit({ address: '198.51.100.7' }), { seed: 0 })).status).toBe(200)
  })

  it('is of no use for an account that has more by now than who registered the photo', async () => {
    const [row] = await runAsOwner(test, sql`select unit_id from user_account where user_id = ${ids.staff}`)
    await runAsOwner(test, sql`update face_photo set registered_by = ${ids.teacher} where user_id = ${ids.staff}`)
    expect((await signInByFace(test.visit(), { seed: 3 })).code).toBe('ok')
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${ids.staff} from role where unit_id = ${row?.['unit_id']} and code = 'XX_SYS_'`,
    )
    const refused = { code: 'face.photo_void', status: 403 }
    expect(await signInByFace(test.visit(), { seed: 3 })).toMatchObject(refused)
    await runAsOwner(test, sql`update face_photo set registered_by = null where user_id = ${ids.staff}`)
    expect(await signInByFace(test.visit(), { seed: 3 })).toMatchObject(refused)
    await runAsOwner(test, sql`update face_photo set registered_by = ${ids.staff} where user_id = ${ids.staff}`)
    expect((await signInByFace(test.visit(), { seed: 3 })).code).toBe('ok')
    await runAsOwner(test, sql`delete from role_member where user_id = ${ids.staff}`)
  })

  it('leaves a second step to those who have one', async () => {
    await runAsOwner(
      test,
      sql`insert into second_step (user_id, unit_id, sealed_secret, last_step) select user_id, unit_id, '\\x00', 0 from user_account where user_id = ${ids.staff}`,
    )
    expect((await signInByFace(test.visit(), { seed: 3 })).code).toBe('face.second_step')
    await runAsOwner(test, sql`delete from second_step`)
    expect(await uses()).toEqual(['refused face.second_step'])
  })

  it('can be held to devices on which the person signed in before', async () => {
    await setFaces(office, { signIn: true, needsKnownDevice: true })
    expect((await signInByFace(test.visit(), { seed: 0 })).code).toBe('face.device_unknown')
    expect((await signInByFace(staff, { seed: 0 })).code).toBe('face.device_unknown')
    const browser = await test.signIn('teacher')
    await browser.post('/api/uaa/oauth/logout')
    expect((await signInByFace(browser, { seed: 0 })).status).toBe(200)
  })
})

describe('a PIN', () => {
  it('is asked for where the unit says so, set with the password, and guessed ten times at most', async () => {
    await setFaces(office, { signIn: true, needsPin: true })
    expect((await signInByFace(test.visit(), { seed: 0 })).code).toBe('face.pin_required')
    expect((await signInByFace(test.visit(), { seed: 0 }, { pin: PIN })).code).toBe('face.pin_none')

    const set = async (pin: string, password = PASSWORD) =>
      (await teacher.post(face.setPin.path, { pin, password })).envelope
    expect((await set(PIN, 'wrong')).code).toBe('account.password_wrong')
    expect((await set('123456')).fieldErrors).toMatchObject([{ field: 'pin' }])
    expect((await set(PIN)).status).toBe(200)
    expect((await teacher.get(face.pinState.path)).envelope.data).toMatchObject({
      since: expect.any(String),
      locked: false,
    })
    expect((await signInByFace(test.visit(), { seed: 0 }, { pin: '194726' })).code).toBe('face.pin_wrong')
    expect((await signInByFace(test.visit(), { seed: 0 }, { pin: PIN })).status).toBe(200)

    await runAsOwner(test, sql`update face_pin set failures = 10`)
    expect((await signInByFace(test.visit(), { seed: 0 }, { pin: PIN })).code).toBe('face.pin_locked')
    expect((await teacher.get(face.pinState.path)).envelope.data).toMatchObject({ locked: true })
    expect((await set(PIN)).status).toBe(200)
    expect((await signInByFace(test.visit(), { seed: 0 }, { pin: PIN })).status).toBe(200)
    expect((await teacher.post(face.removePin.path, { password: PASSWORD })).envelope.status).toBe(200)
    expect((await teacher.get(face.pinState.path)).envelope.data).toEqual({ since: null, locked: false })
  })
})

describe('a turn of the head', () => {
  it('is asked for once, of one browser, and is that very person’s', async () => {
    await setFaces(office, { signIn: true, headTurn: true })
    const browser = test.visit()
    const turned = async (seed: number, turn: number, challenge: string, by = browser) =>
      (await signInByFace(by, { seed: 0 }, { challenge, turnedImage: await faceImage({ seed, turn }) })).code
    expect((await signInByFace(browser, { seed: 0 })).code).toBe('face.challenge_required')

    const first = await askTurn(browser)
    expect(await turned(0, first.turn, first.challenge, test.visit())).toBe('face.challenge_expired')
    expect(await turned(0, first.turn, first.challenge)).toBe('ok')
    expect(await turned(0, first.turn, first.challenge)).toBe('face.challenge_expired')

    const late = await askTurn(browser)
    await runAsOwner(test, sql`update face_challenge set expires_at = now()`)
    expect(await turned(0, late.turn, late.challenge)).toBe('face.challenge_expired')

    // A photo that is held up, a turn the wrong way, and a turn by another person.
    const held = await askTurn(browser)
    expect(await turned(0, 0, held.challenge)).toBe('face.not_turned')
    const wrong = await askTurn(browser)
    expect(await turned(0, -wrong.turn, wrong.challenge)).toBe('face.not_turned')
    const other = await askTurn(browser)
    expect(await turned(5, other.turn, other.challenge)).toBe('face.unknown')
  })
})

describe('clocking in by face', () => {
  const events = () =>
    runAsOwner(
      test,
      sql`select user_id, direction, source, station_id from attendance_event where user_id = ${ids.staff} and at > now() - interval '5 minutes'`,
    )
  const portalToo = (on: boolean) => runAsOwner(test, sql`update attendance_settings set portal_clock_in = ${on}`)

  it('says who it was and when, and records it once', async () => {
    const envelope = await clockInByFace(test.visit(), { seed: 3, scale: 0.5 }, 'in')
    expect(envelope.data).toMatchObject({
      userId: ids.staff,
      realName: '陈佩珊',
      englishName: 'Chen Peishan',
      direction: 'in',
    })
    expect((await clockInByFace(test.visit(), { seed: 3 }, 'in')).data).toEqual(envelope.data)
    expect(await events()).toEqual([{ user_id: ids.staff, direction: 'in', source: 'face', station_id: null }])
    expect((await clockInByFace(test.visit(), { seed: 3 }, 'out')).data).toMatchObject({ direction: 'out' })
    expect(await events()).toHaveLength(2)
    expect((await clockInByFace(test.visit(), { seed: 3 })).data).toMatchObject({
      direction: expect.stringMatching(/^(in|out)$/),
    })
    expect((await clockInByFace(test.visit(), { seed: 6 })).code).toBe('face.unknown')
    expect(new Set(await uses())).toEqual(new Set(['clocked-in', 'refused face.unknown']))
  })

  it('records nothing where the school wants stations alone', async () => {
    const before = (await events()).length
    await portalToo(false)
    expect((await clockInByFace(test.visit(), { seed: 3 }, 'out')).code).toBe('attendance.portal_off')
    expect(await events()).toHaveLength(before)
    await portalToo(true)
  })
})

describe('a face that is gone', () => {
  it('is gone from the memory of every process', async () => {
    const second = await buildApp({ database: test.database, vault, logger: createLogger('silent') })
    const elsewhere = () => createTestBrowser(second)
    expect((await clockInByFace(elsewhere(), { seed: 3 })).status).toBe(200)
    await staff.post(face.removeFaces.path, { userId: ids.staff })
    expect((await clockInByFace(test.visit(), { seed: 3 })).code).toBe('face.unknown')
    expect((await clockInByFace(elsewhere(), { seed: 3 })).code).toBe('face.unknown')
    // And one that is new is known to the other process without being asked for.
    await enrolFace(staff, ids.staff, { seed: 4 })
    await expect.poll(async () => (await clockInByFace(elsewhere(), { seed: 4 })).code).toBe('ok')
    await second.close()
  })

  it('goes by itself when nobody used it for as long as the unit keeps faces', async () => {
    await setFaces(office, { signIn: true, retentionDays: 100 })
    await runAsOwner(
      test,
      sql`update face_photo set registered_at = now() - interval '200 days',
        last_used_at = now() - case when user_id = ${ids.teacher} then interval '101 days' else interval '99 days' end`,
    )
    await cleanUpFaces(test.database)
    expect(await runAsOwner(test, sql`select user_id from face_photo`)).toEqual([{ user_id: ids.staff }])
    expect(await uses()).toEqual(['expired 1'])
    expect((await signInByFace(test.visit(), { seed: 0 })).code).toBe('face.unknown')
  })
})
