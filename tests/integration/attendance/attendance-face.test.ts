import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { FACE_LIMITS } from '../../../server/runtime/settings.ts'
import { deliverCapture } from '../../../server/modules/attendance/deliver-capture.ts'
import { createFaceIndexes } from '../../../server/modules/faces/face-indexes.ts'
import { createPasswords } from '../../../server/modules/auth/passwords/passwords.ts'
import { createKeyedMutex } from '../../../server/blobs/keyed-mutex.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { clearAttendance, eventsOf } from '../../support/schools/attendance-school.ts'
import { enrolFace, giveConsent, setFaces } from '../../support/callers/face-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { registerStation, type TestStation } from '../../support/schools/station.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'

let test: TestApp
let office: TestBrowser
let station: TestStation
let teacherId: string
beforeAll(async () => {
  test = await createTestApp()
  office = await test.signIn('admin')
  const teacher = await test.signIn('teacher')
  const parent = await test.signIn('parent')
  teacherId = (await readMe(teacher)).userId
  for (const [browser, seed] of [
    [teacher, 0],
    [parent, 1],
  ] as const) {
    const { userId } = await readMe(browser)
    await giveConsent(browser, userId)
    expect((await enrolFace(browser, userId, { seed })).status).toBe(200)
  }
})
afterAll(() => test.close())
beforeEach(async () => {
  await clearAttendance(test)
  await setFaces(office, { clockIn: true, headTurn: true })
  station = await registerStation(office, test.visit())
})

it('knows a face without a turn of the head, and writes down that it was used', async () => {
  expect(z.parse(attendanceStation.hello.response, (await station.hello()).data).faceOn).toBe(true)
  const { data } = await station.deliver(1, { face: { seed: 0, scale: 0.58 } })
  expect(data).toMatchObject({ outcome: 'recorded', realName: '林致远', groupName: expect.stringContaining('组') })
  expect(await eventsOf(test)).toMatchObject([{ userId: teacherId, source: 'face', stationId: station.stationId }])
  const uses = await runAsOwner(
    test,
    sql`select user_id from face_use where kind = 'clocked-in' and user_id = ${teacherId}`,
  )
  expect(uses).toHaveLength(1)
  expect(await runAsOwner(test, sql`select failures from login_attempt where failures > 0`)).toEqual([])
})

it('refuses for good what a picture is refused for, and goes on', async () => {
  const refusals = [
    [{ seed: 3 }, 'face.unknown'],
    [{ seed: 0, darkness: 0.97 }, 'face.too_dark'],
    [{ seed: 0, scale: 0.1 }, expect.stringMatching(/^face\./)],
    // A parent has a face here, and clocks in nowhere.
    [{ seed: 1 }, 'attendance.no_person'],
  ] as const
  for (const [at, [face, code]] of refusals.entries())
    expect((await station.deliver(at + 1, { face })).data).toEqual({ seq: at + 1, outcome: 'refused', code })
  expect((await station.deliver(5, { face: { seed: 0 } })).data).toMatchObject({ seq: 5, outcome: 'recorded' })
  expect(await eventsOf(test)).toHaveLength(1)
})

it('looks at no face where the unit has not turned it on', async () => {
  await setFaces(office, { clockIn: false })
  expect((await station.deliver(1, { face: { seed: 0 } })).data).toMatchObject({ code: 'face.clock_in_off' })
})

it('uses no number up while nobody can look', async () => {
  const busy = {
    warm: () => undefined,
    close: async () => undefined,
    see: () => Promise.reject(new PortalError('server.unavailable')),
  }
  const { database, vault, log } = test.app
  const indexes = createFaceIndexes(database, vault, log, 1_000_000)
  const deps = {
    database,
    vault,
    passwords: createPasswords(),
    limits: FACE_LIMITS,
    engine: busy,
    indexes,
    mutex: createKeyedMutex(),
    now: Date.now,
  }
  const body = await station.seal(1, { face: { seed: 0 } })
  const unit = { unitId: await unitOf(test), unitType: '2' as const }
  const caller = { unit, address: '192.0.2.1', countPicture: async () => undefined }
  const given = z.parse(attendanceStation.deliver.request, body)
  await expect(deliverCapture(deps, caller, given)).rejects.toThrow('server.unavailable')
  await indexes.close()
  expect(z.parse(attendanceStation.hello.response, (await station.hello()).data).nextSeq).toBe(1)
  expect((await station.send(body)).data).toMatchObject({ seq: 1, outcome: 'recorded' })
})

it('looks once at a picture that arrives several times at once', async () => {
  const body = await station.seal(1, { face: { seed: 0 } })
  const answers = await Promise.all([1, 2, 3].map(() => ask(test.visit(), attendanceStation.deliver, body)))
  for (const { data } of answers) expect(data).toMatchObject({ seq: 1, outcome: 'recorded' })
  expect(await eventsOf(test)).toHaveLength(1)
})

it('counts what nobody recognised for the station, and for nobody at the same address', async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await station.deliver(1, { face: { seed: 3 } })
  expect(await runAsOwner(test, sql`select failures from login_attempt`)).toEqual([{ failures: 1 }])
  await runAsOwner(test, sql`update login_attempt set blocked_until = now() + interval '1 hour'`)
  expect((await station.deliver(2, { face: { seed: 0 } })).code).toBe('login.slow_down')
  const other = await registerStation(office, test.visit(), { name: '北门' })
  expect((await other.deliver(1, { face: { seed: 0 } })).data).toMatchObject({ outcome: 'recorded' })
})

it('takes at most eight round trips to the database for a face that is recognised', async () => {
  await station.deliver(1, { face: { seed: 0 } })
  const body = await station.seal(2, { face: { seed: 0 }, direction: 'out' })
  // What else the application does meanwhile, such as a task that is due, does not count.
  const delivery = new AsyncLocalStorage<true>()
  let calls = 0
  const own = Object.getOwnPropertyDescriptor(Client.prototype, 'query') ?? {}
  const get = (): unknown => {
    if (delivery.getStore()) calls += 1
    return own.value
  }
  Object.defineProperty(Client.prototype, 'query', { configurable: true, get })
  try {
    const { data } = await delivery.run(true, () => station.send(body))
    expect(data).toMatchObject({ seq: 2, outcome: 'recorded' })
  } finally {
    Object.defineProperty(Client.prototype, 'query', own)
  }
  // Every message to PostgreSQL counts, also those that begin and commit.
  expect(calls).toBeLessThanOrEqual(8)
  expect(calls).toBeGreaterThan(3)
  expect(await eventsOf(test)).toHaveLength(2)
})
