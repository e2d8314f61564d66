import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { captureData } from '../../../contract/attendance-capture.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { buildApp } from '../../../server/app.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  clearAttendance,
  clock,
  eventsOf,
  NOW,
  pupilOf,
  backdateStations,
  setRule,
  TODAY,
} from '../../support/schools/attendance-school.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { openStation, registerStation, sealFor, type TestStation } from '../../support/schools/station.ts'
import { createTestBrowser, type TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'

const CARD = '0012345678'
const MINUTE = 60_000
const now = () => NOW

let test: TestApp
let office: TestBrowser
let gate: TestBrowser
let station: TestStation
let pupil: { studentId: string; classId: string }
beforeAll(async () => {
  test = await createTestApp({ now })
  office = await test.signIn('admin')
  gate = test.visit()
  pupil = await pupilOf(test, 'student')
})
afterAll(() => test.close())
beforeEach(async () => {
  await clearAttendance(test)
  station = await registerStation(office, gate, {}, now)
  await backdateStations(test)
  await giveCard(pupil.studentId, CARD)
})

async function giveCard(id: string, number: string) {
  return ask(office, attendanceAdmin.setCard, { kind: 'pupil', id, number })
}

async function listStations(browser = office) {
  return z.parse(attendanceStation.list.response, (await browser.get(attendanceStation.list.path)).envelope.data)
}

describe('a station', () => {
  it('is registered by administrators alone, and its key is told once', async () => {
    const given = { name: '北门', place: '', direction: 'in' }
    for (const name of ['teacher', 'staff', 'parent', 'student'])
      expect((await ask(await test.signIn(name), attendanceStation.register, given)).code).toBe('access.denied')
    expect((await ask(gate, attendanceStation.register, given)).code).toBe('session.required')
    expect((await ask(office, attendanceStation.register, { ...given, name: '  ' })).code).toBe('request.invalid')

    expect(Buffer.from(station.key, 'base64url')).toHaveLength(32)
    const [stored] = await runAsOwner(test, sql`select sealed_key from attendance_station`)
    expect(z.instanceof(Buffer).parse(stored?.['sealed_key']).includes(Buffer.from(station.key, 'base64url'))).toBe(
      false,
    )
    expect(await listStations()).toMatchObject([{ name: '南门', direction: 'both', delivered: 0, lastSeenAt: null }])
    expect(JSON.stringify(await listStations())).not.toContain(station.key)
  })

  it('learns at its greeting what it needs, and is seen', async () => {
    const guide = { width: 45, tolerance: 80 }
    const saved = { stationId: station.stationId, name: '东门', place: '二号楼', direction: 'in', guide }
    await ask(office, attendanceStation.save, saved)
    const { data } = await station.hello(3)
    expect(data).toMatchObject({
      nextSeq: 1,
      name: '东门',
      direction: 'in',
      unitName: '河畔实验学校',
      revoked: false,
      faceOn: false,
      guide,
    })
    expect(z.parse(attendanceStation.hello.response, data).serverTime).toBe(NOW)
    expect(await listStations()).toMatchObject([{ pending: 3, lastSeenAt: expect.any(String), place: '二号楼' }])
  })

  it('is nobody with another key, with another’s seal, or in another unit', async () => {
    const wrong = openStation(gate, station.stationId, Buffer.alloc(32, 7).toString('base64url'))
    expect((await wrong.hello()).code).toBe('attendance.seal')
    expect((await wrong.deliver(1, { code: CARD })).code).toBe('attendance.seal')
    const other = await registerStation(office, gate, { name: '西门' }, now)
    const body = await station.seal(1, { code: CARD })
    expect((await sendAtGate({ ...body, stationId: other.stationId })).code).toBe('attendance.seal')
    expect((await sendAtGate({ ...body, seq: 2 })).code).toBe('attendance.seal')
    const ginkgo = openStation(test.visit({ host: 'ginkgo.localhost' }), station.stationId, station.key)
    expect((await ginkgo.hello()).code).toBe('attendance.station_gone')
    expect((await ginkgo.deliver(1, { code: CARD })).code).toBe('attendance.station_gone')
    expect(await eventsOf(test)).toEqual([])
  })

  it('with a wrong key waits soon, and holds up nobody else', async () => {
    const wrong = openStation(
      test.visit({ address: '203.0.113.9' }),
      station.stationId,
      Buffer.alloc(32).toString('base64url'),
    )
    const codes = new Set<string>()
    while (!codes.has('request.rate_limited')) codes.add((await wrong.hello()).code)
    expect([...codes]).toEqual(['attendance.seal', 'request.rate_limited'])
    expect((await station.deliver(1, { code: CARD })).data).toMatchObject({ outcome: 'recorded' })
  })

  it('that was revoked is gone for good', async () => {
    await station.deliver(1, { code: CARD })
    const revoked = await ask(office, attendanceStation.revoke, { stationId: station.stationId })
    expect(revoked.data).toMatchObject({ revokedAt: expect.any(String), delivered: 1 })
    expect((await station.hello()).code).toBe('attendance.station_gone')
    for (const seq of [1, 2]) expect((await station.deliver(seq, { code: CARD })).code).toBe('attendance.station_gone')
    expect(await listStations(await test.signIn('admin', { host: 'ginkgo.localhost' }))).toEqual([])
  })
})

const sendAtGate = (body: object) => ask(gate, attendanceStation.deliver, body)

describe('a delivery', () => {
  it('is counted without gaps and in its order', async () => {
    expect(await station.deliver(2, { code: CARD })).toMatchObject({ code: 'attendance.gap', data: { expected: 1 } })
    expect((await station.deliver(1, { code: CARD })).data).toMatchObject({
      seq: 1,
      outcome: 'recorded',
      realName: '林川',
    })
    expect(await station.deliver(3, { code: CARD })).toMatchObject({ code: 'attendance.gap', data: { expected: 2 } })
    expect((await station.deliver(2, { code: CARD, direction: 'out' })).data).toMatchObject({ direction: 'out' })
    expect(z.parse(attendanceStation.hello.response, (await station.hello()).data).nextSeq).toBe(3)
  })

  it('of the same number answers the same again, whatever it holds, and adds nothing', async () => {
    const first = await station.deliver(1, { code: CARD })
    const again = await station.deliver(1, { code: '99999999' })
    expect(again.data).toEqual(first.data)
    expect(await eventsOf(test)).toHaveLength(1)
    await runAsOwner(test, sql`delete from attendance_delivery`)
    expect((await station.deliver(1, { code: CARD })).data).toMatchObject({ code: 'attendance.outcome_gone' })
  })

  it('that is sent ten times at once, to two processes, is one coming', async () => {
    const logger = createLogger('error', { write: () => undefined })
    const second = await buildApp({ database: test.database, vault: test.app.vault, logger, now })
    const elsewhere = openStation(createTestBrowser(second), station.stationId, station.key, now)
    const body = await station.seal(1, { code: CARD })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? station : elsewhere).send(body)),
    )
    await second.close()
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(answers[0]?.data).toMatchObject({ seq: 1, outcome: 'recorded' })
    expect(await eventsOf(test)).toHaveLength(1)
    expect(await runAsOwner(test, sql`select last_seq from attendance_station`)).toEqual([{ last_seq: 1 }])
  })

  it('that is refused for what it holds uses its number up', async () => {
    const refused = await station.deliver(1, { code: '87654321' })
    expect(refused.data).toEqual({ seq: 1, outcome: 'refused', code: 'attendance.code_unknown' })
    const sealed = await sealFor(station.key, captureData(station.stationId, 2), { kind: 'code', code: 'abc' })
    const odd = await station.send({ stationId: station.stationId, seq: 2, ...sealed })
    expect(odd.data).toMatchObject({ seq: 2, code: 'attendance.capture_invalid' })
    expect((await station.deliver(3, { code: CARD })).data).toMatchObject({ seq: 3, outcome: 'recorded' })
    expect((await station.deliver(1, { code: CARD })).data).toEqual(refused.data)
  })

  it('may weigh as much as a large picture, and no more', async () => {
    const heavy = async (size: number) => {
      const content = { kind: 'code', at: NOW, skew: 0, direction: 'in', code: CARD, rest: 'x'.repeat(size) }
      const sealed = await sealFor(station.key, captureData(station.stationId, 1), content)
      return station.send({ stationId: station.stationId, seq: 1, ...sealed })
    }
    expect(await heavy(6_400_000)).toMatchObject({ code: 'request.too_large' })
    expect(await heavy(6_000_000)).toMatchObject({ code: 'ok', data: { outcome: 'recorded' } })
  })

  it('tells its time by the measured skew, and never the future', async () => {
    const at = NOW - 30 * MINUTE
    const { data } = await station.deliver(1, { code: CARD, at: at + 3 * MINUTE, skew: -3 * MINUTE })
    expect(data).toMatchObject({ at: new Date(at).toISOString() })
    const ahead = await station.deliver(2, { code: CARD, direction: 'out', skew: MINUTE / 2 })
    expect(ahead.data).toMatchObject({ outcome: 'recorded', at: new Date(NOW).toISOString() })
  })

  it('from before the registration, or older than thirty days by its clock alone, is kept for a decision, and a station of before is told so', async () => {
    const old = { code: CARD, at: NOW - attendanceStation.CAPTURE_LIFE - MINUTE }
    expect((await station.deliver(1, old)).data).toEqual({
      seq: 1,
      outcome: 'refused',
      code: 'attendance.time_uncertain',
    })
    await backdateStations(test, NOW - 60 * MINUTE)
    const early = { code: CARD, at: NOW - 62 * MINUTE }
    expect((await station.deliver(2, early)).data).toMatchObject({ code: 'attendance.time_uncertain' })
    expect(await eventsOf(test)).toEqual([])
    expect(await runAsOwner(test, sql`select count(*)::int as n from attendance_uncertain`)).toEqual([{ n: 2 }])
  })

  it('within a minute of the same coming is that one, at every station', async () => {
    const at = NOW - 10 * MINUTE
    const other = await registerStation(office, gate, { name: '西门' }, now)
    await backdateStations(test)
    await station.deliver(1, { code: CARD, at })
    expect((await other.deliver(1, { code: CARD, at: at + 59_000 })).data).toMatchObject({
      at: new Date(at).toISOString(),
    })
    expect((await other.deliver(2, { code: CARD, at: at + 59_000, direction: 'out' })).data).toMatchObject({
      direction: 'out',
    })
    expect((await other.deliver(3, { code: CARD, at: at + 61_000 })).data).toMatchObject({ outcome: 'recorded' })
    expect(await eventsOf(test)).toHaveLength(3)
  })

  it('waits after too many digits that nobody has, and is not lost', async () => {
    let seq = 1
    while (seq < 30 && (await station.deliver(seq, { code: String(70_000_000 + seq) })).code === 'ok') seq++
    expect((await station.deliver(seq, { code: CARD })).code).toBe('login.slow_down')
    const other = await registerStation(office, gate, { name: '西门' }, now)
    expect((await other.deliver(1, { code: CARD })).data).toMatchObject({ outcome: 'recorded' })
    await runAsOwner(test, sql`update login_attempt set blocked_until = now()`)
    expect((await station.deliver(seq, { code: CARD, direction: 'out' })).data).toMatchObject({
      seq,
      outcome: 'recorded',
    })
  })
})

describe('what a station shows', () => {
  const day = addDays(TODAY, -3)
  const shown = async (seq: number, time: string, direction: attendanceStation.Direction = 'in') =>
    (await station.deliver(seq, { code: CARD, at: clock(day, time), direction })).data

  it('is who it was, and whether they are on time by their rule', async () => {
    await setRule(office)
    expect(await shown(1, '08:12')).toMatchObject({
      realName: '林川',
      groupName: '七年级2班',
      groupEnglishName: 'Grade 7 Class 2',
      status: 'late',
      minutes: 12,
    })
    expect(await shown(2, '12:00', 'out')).toMatchObject({ status: 'early', minutes: 300 })
    expect(await shown(3, '13:30')).toMatchObject({ status: null, minutes: 0 })
    expect(await shown(4, '17:00', 'out')).toMatchObject({ status: 'on_time', minutes: 0 })
  })

  it('judges nobody on a holiday, or without a rule', async () => {
    expect(await shown(1, '10:00')).toMatchObject({ outcome: 'recorded', status: null })
    await setRule(office)
    await ask(office, attendanceAdmin.saveDays, {
      days: [{ date: day, name: '校庆', englishName: '', kind: 'holiday' }],
    })
    expect(await shown(2, '11:00', 'out')).toMatchObject({ outcome: 'recorded', status: null })
  })
})

describe('a card', () => {
  it('is one person’s, can be given back, and is told to nobody by the database', async () => {
    const young = await pupilOf(test, '20260101')
    expect((await giveCard(young.studentId, CARD)).code).toBe('attendance.card_taken')
    expect((await giveCard(pupil.studentId, '4444')).data).toEqual({ before: CARD })
    expect((await giveCard(young.studentId, CARD)).data).toEqual({ before: null })
    expect((await station.deliver(1, { code: CARD })).data).toMatchObject({ realName: '林溪', groupName: '四年级1班' })
    const removed = await ask(office, attendanceAdmin.removeCard, { kind: 'pupil', id: young.studentId })
    expect(removed.data).toEqual({ before: CARD })
    expect((await station.deliver(2, { code: CARD })).data).toMatchObject({ code: 'attendance.code_unknown' })
    const found = (await office.get(`${attendanceAdmin.cards.path}?name=${encodeURIComponent('林川')}`)).envelope
    expect(found.data).toMatchObject({ total: 1, people: [{ realName: '林川', cardEnd: '4444' }] })
    for (const row of await runAsOwner(
      test,
      sql`select encode(mark, 'escape') || encode(sealed_code, 'escape') as kept from attendance_code`,
    ))
      expect(String(row['kept'])).not.toContain('4444')
  })

  it('has letters and digits, in any case and width, and is never read as a shorter one', async () => {
    const young = await pupilOf(test, '20260101')
    expect((await giveCard(pupil.studentId, '０４a22bc19f80 ')).code).toBe('ok')
    expect((await giveCard(young.studentId, '0422198 0')).code).toBe('ok')
    expect((await giveCard(young.studentId, '04A22BC19F80')).code).toBe('attendance.card_taken')
    const found = (await office.get(`${attendanceAdmin.cards.path}?name=${encodeURIComponent('林川')}`)).envelope
    expect(found.data).toMatchObject({ people: [{ realName: '林川', cardEnd: '9F80' }] })
    for (const [at, code] of ['04A22BC19F80', '04a22bc19f80', '０４Ａ２２ＢＣ１９Ｆ８０'].entries())
      expect((await station.deliver(at + 1, { code })).data).toMatchObject({ realName: '林川' })
    expect((await station.deliver(4, { code: '04221980' })).data).toMatchObject({ realName: '林溪' })
    for (const [at, code] of ['04-22-19-80', '0422198é0', '042', '0'.repeat(21), '', '卡'].entries())
      expect((await station.deliver(at + 5, { code })).data).toMatchObject({
        outcome: 'refused',
        code: 'attendance.card_unreadable',
      })
    for (const number of ['04-22-19-80', '0422198é0', '042', '0'.repeat(21), ''])
      expect(await giveCard(young.studentId, number)).toMatchObject({
        code: 'request.invalid',
        fieldErrors: [{ field: 'number', message: expect.stringContaining('读不出这个卡号') }],
      })
  })

  it('is lacking for those who are listed and counted so, until they have one', async () => {
    const read = async (query: string) =>
      (await office.get(`${attendanceAdmin.cards.path}?name=${encodeURIComponent('林溪')}${query}`)).envelope.data
    const young = await pupilOf(test, '20260101')
    await ask(office, attendanceAdmin.removeCard, { kind: 'pupil', id: young.studentId })
    const without = { total: 1, counts: { all: 1, lacking: 1 }, people: [{ realName: '林溪', cardEnd: null }] }
    expect(await read('')).toMatchObject(without)
    expect(await read('&lacking=true')).toMatchObject(without)
    await giveCard(young.studentId, '66667777')
    expect(await read('')).toMatchObject({ total: 1, counts: { all: 1, lacking: 0 } })
    expect(await read('&lacking=true')).toEqual({ total: 0, counts: { all: 1, lacking: 0 }, people: [] })
    // Pages are those of the listed.
    const all = (await office.get(`${attendanceAdmin.cards.path}?lacking=true&page=1`)).envelope.data
    expect(all).toMatchObject({ people: expect.not.arrayContaining([expect.objectContaining({ realName: '林溪' })]) })
  })

  it('is set by administrators alone', async () => {
    const teacher = await test.signIn('teacher')
    const given = { kind: 'pupil', id: pupil.studentId, number: '5555' }
    expect((await ask(teacher, attendanceAdmin.setCard, given)).code).toBe('access.denied')
    expect((await teacher.get(attendanceAdmin.cards.path)).envelope.code).toBe('access.denied')
  })
})
