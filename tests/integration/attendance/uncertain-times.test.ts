import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { cleanUpAttendance } from '../../../server/modules/attendance/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import {
  backdateStations,
  clearAttendance,
  clock,
  eventsOf,
  NOW,
  pupilOf,
  setRule,
  TODAY,
} from '../../support/schools/attendance-school.ts'
import { registerStation, type TestCapture, type TestStation } from '../../support/schools/station.ts'
import { UNLINK_TEACHER } from '../../support/schools/unlinked-teacher.ts'

const CARD = '0012345678'
const STAFF_CARD = '0087654321'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = () => NOW
/** The station got the server's time at seven in the morning. */
const ANCHOR = { serverTime: clock(TODAY, '07:00'), boot: 'a', mono: 1000 }

let test: TestApp
let office: TestBrowser
/** Class teacher of the pupil's class. */
let teacher: TestBrowser
let station: TestStation
let pupil: { studentId: string }
beforeAll(async () => {
  test = await createTestApp({ now })
  await runAsOwner(test, UNLINK_TEACHER)
  office = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  pupil = await pupilOf(test, '20260101')
})
afterAll(() => test.close())
beforeEach(async () => {
  await clearAttendance(test)
  await runAsOwner(test, sql`delete from message where module = 'attendance'`)
  station = await registerStation(office, test.visit(), {}, now)
  await backdateStations(test)
  await ask(office, attendanceAdmin.setCard, { kind: 'pupil', id: pupil.studentId, number: CARD })
})

/** Half past seven, by a clock that was set: with a reload on both sides its time cannot be told. */
const LOST: TestCapture = {
  code: CARD,
  at: clock(TODAY, '07:30') - 90 * DAY,
  skew: 0,
  boot: 'b',
  mono: 500,
  anchor: ANCHOR,
  present: { at: NOW - 90 * DAY, boot: 'c', mono: 20 },
}

const list = async (browser = office) =>
  z.parse(attendance.uncertainTimes.response, (await browser.get(attendance.uncertainTimes.path)).envelope.data)
const decide = (browser: TestBrowser, uncertainId: string, when: { date: string; time: string } | null) =>
  ask(browser, attendance.decideUncertain, { uncertainId, when })
const reopen = (browser: TestBrowser, uncertainId: string) => ask(browser, attendance.reopenUncertain, { uncertainId })
const waitingOf = async (browser: TestBrowser) =>
  z.parse(attendance.groups.response, (await browser.get(attendance.groups.path)).envelope.data).uncertain

async function lose(capture: Partial<TestCapture> = {}): Promise<string> {
  await station.deliver(1, { ...LOST, ...capture })
  return (await list()).uncertain[0]?.uncertainId ?? ''
}

describe('a delivery of a station with a wrong clock', () => {
  it.each([
    ['90 days behind', -90 * DAY],
    ['two hours behind', -2 * HOUR],
    ['two hours ahead', 2 * HOUR],
    ['in 1970', -clock(TODAY, '07:00')],
  ])('is placed by the scale that goes on: %s', async (_, difference) => {
    const truth = clock(TODAY, '07:30')
    // Before a reload: from the server's time on.
    const fromAnchor = { ...ANCHOR, at: truth + difference, skew: 0, code: CARD, anchor: ANCHOR }
    const present = { at: NOW + difference, boot: 'z', mono: 5 }
    const first = await station.deliver(1, { ...fromAnchor, mono: ANCHOR.mono + HOUR / 2, present })
    expect(first.data).toMatchObject({ outcome: 'recorded', at: new Date(truth).toISOString() })
    // After one: back from the delivery.
    const before = { code: CARD, direction: 'out', at: truth + difference, skew: 0, boot: 'b', anchor: ANCHOR } as const
    const second = await station.deliver(2, {
      ...before,
      mono: 10,
      present: { ...present, boot: 'b', mono: 10 + HOUR },
    })
    expect(second.data).toMatchObject({ outcome: 'recorded', at: new Date(NOW - HOUR).toISOString() })
    expect((await list()).total).toBe(0)
  })

  it('that cannot be placed is kept, once, with what is known, and nothing is recorded', async () => {
    const answer = await station.deliver(1, LOST)
    expect(answer.data).toMatchObject({ seq: 1, outcome: 'uncertain', realName: '林溪', direction: 'in' })
    // The answer was lost on its way.
    expect((await station.deliver(1, LOST)).data).toEqual(answer.data)
    // Held to the reader twice.
    const again = { ...LOST, at: (LOST.at ?? 0) + 30_000, mono: 30_500 }
    expect((await station.deliver(2, again)).data).toMatchObject({ seq: 2, outcome: 'uncertain' })
    expect(await eventsOf(test)).toEqual([])
    const { total, uncertain } = await list()
    expect(total).toBe(1)
    expect(uncertain).toMatchObject([
      {
        person: { realName: '林溪' },
        direction: 'in',
        source: 'card',
        stationName: '南门',
        clockAt: new Date(LOST.at ?? 0).toISOString(),
        earliest: new Date(ANCHOR.serverTime).toISOString(),
        latest: new Date(NOW).toISOString(),
        state: 'open',
        decidedBy: null,
      },
    ])
  })

  it('is of no one for unknown digits, and with a reading of another station refused', async () => {
    const unknown = await station.deliver(1, { ...LOST, code: '87654321' })
    expect(unknown.data).toMatchObject({ outcome: 'refused', code: 'attendance.code_unknown' })
    const other = await registerStation(office, test.visit(), { name: '西门' }, now)
    const body = await station.seal(2, LOST)
    const { present } = z.parse(z.looseObject({ present: z.unknown() }), await other.seal(2, LOST))
    expect((await station.send({ ...body, present })).code).toBe('attendance.seal')
    expect((await list()).total).toBe(0)
  })

  it('bounds what comes after it', async () => {
    await station.deliver(1, { code: CARD, at: clock(TODAY, '08:30') })
    const { data } = await station.deliver(2, { ...LOST, direction: 'out' })
    expect(data).toMatchObject({ outcome: 'uncertain' })
    expect((await list()).uncertain).toMatchObject([{ earliest: new Date(clock(TODAY, '08:30')).toISOString() }])
  })
})

describe('a clock-in of uncertain time', () => {
  it('is recorded at the time that is set, and judged as if it had been known', async () => {
    await setRule(office)
    const uncertainId = await lose()
    expect(await waitingOf(teacher)).toBe(1)
    const decided = await decide(teacher, uncertainId, { date: TODAY, time: '07:31' })
    expect(decided.data).toMatchObject({
      state: 'placed',
      placedAt: new Date(clock(TODAY, '07:31')).toISOString(),
      decidedBy: { realName: expect.any(String) },
    })
    expect(await eventsOf(test)).toMatchObject([
      { direction: 'in', source: 'card', studentId: pupil.studentId, stationId: station.stationId },
    ])
    const group = (await readClass()).path
    expect((await teacher.get(group)).envelope.data).toMatchObject({
      people: expect.arrayContaining([
        expect.objectContaining({ firstIn: new Date(clock(TODAY, '07:31')).toISOString() }),
      ]),
    })
    expect(await waitingOf(teacher)).toBe(0)
    expect((await decide(teacher, uncertainId, null)).code).toBe('attendance.uncertain_closed')
    expect((await reopen(teacher, uncertainId)).code).toBe('attendance.uncertain_closed')
  })

  async function readClass() {
    const known = z.parse(attendance.groups.response, (await teacher.get(attendance.groups.path)).envelope.data)
    const own = known.groups.find(({ mayApprove }) => mayApprove)?.group ?? ''
    return { path: `${attendance.day.path}?group=${own}&date=${TODAY}` }
  }

  it.each([
    ['before the earliest', '06:59'],
    ['after the latest', '10:01'],
  ])('is not set to a time %s', async (_, time) => {
    const uncertainId = await lose()
    expect((await decide(office, uncertainId, { date: TODAY, time })).code).toBe('attendance.uncertain_time')
    expect(await eventsOf(test)).toEqual([])
    expect((await list()).uncertain).toMatchObject([{ state: 'open' }])
  })

  it('may be set to the very minute of either end', async () => {
    const uncertainId = await lose({ anchor: { ...ANCHOR, serverTime: ANCHOR.serverTime + 40_000 } })
    expect((await decide(office, uncertainId, { date: TODAY, time: '07:00' })).code).toBe('ok')
  })

  it('is discarded, and taken back', async () => {
    const uncertainId = await lose()
    expect((await decide(office, uncertainId, null)).data).toMatchObject({ state: 'discarded', placedAt: null })
    expect(await waitingOf(office)).toBe(0)
    expect((await decide(office, uncertainId, { date: TODAY, time: '07:31' })).code).toBe('attendance.uncertain_closed')
    expect((await reopen(office, uncertainId)).data).toMatchObject({ state: 'open', decidedBy: null })
    expect((await decide(office, uncertainId, { date: TODAY, time: '07:31' })).code).toBe('ok')
    const trail = await runAsOwner(
      test,
      sql`select action from admin_event where target_id = ${uncertainId} order by at`,
    )
    expect(trail.map(({ action }) => action)).toEqual([
      'attendance.decideUncertain',
      'attendance.reopenUncertain',
      'attendance.decideUncertain',
    ])
  })

  it('of two decisions at once has one', async () => {
    const uncertainId = await lose()
    const codes = await Promise.all(
      ['07:20', '07:40'].map(async (time) => (await decide(office, uncertainId, { date: TODAY, time })).code),
    )
    expect(codes.toSorted()).toEqual(['attendance.uncertain_closed', 'ok'])
    expect(await eventsOf(test)).toHaveLength(1)
  })

  it('is seen and decided by those alone who approve corrections of the person, and never by the person', async () => {
    const { userId } = await readMe(teacher)
    await ask(office, attendanceAdmin.setCard, { kind: 'staff', id: userId, number: STAFF_CARD })
    const uncertainId = await lose()
    await station.deliver(2, { ...LOST, code: STAFF_CARD })
    expect((await list(office)).total).toBe(2)
    // The class, without the own one.
    expect((await list(teacher)).uncertain).toMatchObject([{ uncertainId }])
    const own = (await list(office)).uncertain.find(({ person }) => person.kind === 'staff')?.uncertainId ?? ''
    expect((await decide(teacher, own, null)).code).toBe('attendance.uncertain_gone')
    for (const name of ['staff', 'parent', 'student']) {
      const browser = await test.signIn(name)
      expect((await list(browser)).total).toBe(0)
      expect((await decide(browser, uncertainId, null)).code).toBe('attendance.uncertain_gone')
      expect(await waitingOf(browser)).toBe(0)
    }
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await list(elsewhere)).total).toBe(0)
    expect((await decide(elsewhere, uncertainId, null)).code).toBe('attendance.uncertain_gone')
    expect((await decide(office, 'x', null)).code).toBe('attendance.uncertain_gone')
  })

  it('is told once to those who decide, while one waits', async () => {
    const texts = async () =>
      z
        .parse(messages.unread.response, (await teacher.get(messages.unread.path)).envelope.data)
        .filter(({ module }) => module === 'attendance')
        .map(({ messageMeno, url }) => [messageMeno, url])
    const uncertainId = await lose()
    const told = [
      [
        '考勤机的时钟不准，有打卡的时间不确定（林溪），请确定时间。',
        '/pages/attendance/pc_attendance_tm/index.html#/corrections/uncertain',
      ],
    ]
    expect(await texts()).toEqual(told)
    await station.deliver(2, { ...LOST, direction: 'out' })
    expect(await texts()).toEqual(told)
    await decide(office, uncertainId, null)
    expect(await texts()).toEqual(told)
  })

  it('is kept no longer than records of attendance', async () => {
    await lose()
    const collect = () => cleanUpAttendance(test.database, NOW)
    await collect()
    expect((await list()).total).toBe(1)
    await runAsOwner(
      test,
      sql`update attendance_uncertain set recorded_at = ${new Date(NOW - 1200 * DAY).toISOString()}::timestamptz`,
    )
    await collect()
    expect((await list()).total).toBe(0)
  })
})
