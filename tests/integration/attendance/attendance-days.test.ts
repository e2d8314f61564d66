import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { cleanUpAttendance } from '../../../server/modules/attendance/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  addEvent,
  backdateStations,
  clearAttendance,
  clock,
  eventsOf,
  NOW,
  pupilOf,
  setRule,
  TODAY,
} from '../../support/schools/attendance-school.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { createSetClock } from '../../support/set-clock.ts'
import { registerStation } from '../../support/schools/station.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask, call } from '../../support/callers/call.ts'

// The edges of days, months and years, and the days on which clocks change, in the school's time zone.

const { now, set } = createSetClock(NOW)
const SECOND = 1000
const MINUTE = 60 * SECOND

let test: TestApp
let office: TestBrowser
let pupil: TestBrowser
let studentId: string
beforeAll(async () => {
  test = await createTestApp({ now })
  office = await test.signIn('admin')
  pupil = await test.signIn('student')
  studentId = (await pupilOf(test, 'student')).studentId
})
afterAll(() => test.close())
beforeEach(async () => {
  set(NOW)
  await clearAttendance(test)
})

async function setZone(timeZone: string, retentionMonths = 36): Promise<void> {
  const given = { timeZone, notifyLate: false, retentionMonths }
  expect((await ask(office, attendanceAdmin.saveSettings, given)).code).toBe('ok')
}

const readMine = (month: string) => call(pupil, attendance.mine, { month })
const dayIn = async (date: string) => (await readMine(date.slice(0, 7))).days.find((day) => day.date === date)

/** Asks for a correction for the pupil. */
function request(date: string, time: string, direction = 'in') {
  return ask(pupil, attendance.requestCorrection, { date, direction, time, reason: '忘记刷卡' })
}

const momentsOf = async () =>
  z
    .parse(
      z.array(
        z.looseObject({
          at: z.pipe(
            z.union([z.string(), z.date()]),
            z.transform((at) => new Date(at).toISOString()),
          ),
        }),
      ),
      await eventsOf(test),
    )
    .map(({ at }) => at)

describe('today', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-30T20:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-30T14:00:00Z'],
    ['America/Anchorage', '2026-12-01T13:00:00Z'],
    // Daylight time, by half an hour.
    ['Australia/Lord_Howe', '2026-11-30T17:00:00Z'],
  ])('begins at four in %s, also on the first of a month, and not at the server’s midnight', async (zone, first) => {
    const edge = Date.parse(first)
    expect(clock('2026-12-01', '04:00', zone)).toBe(edge)
    set(clock('2026-11-30', '12:00', zone))
    await setZone(zone)
    await setRule(office)
    const days = async (at: number) => {
      set(at)
      const { today, timeZone } = await call(office, attendance.groups)
      expect(timeZone).toBe(zone)
      const mine = await readMine(today.slice(0, 7))
      expect(mine.today).toBe(today)
      expect((await call(office, attendanceAdmin.rules)).today).toBe(today)
      return [today, (await dayIn('2026-11-30'))?.status, (await dayIn('2026-12-01'))?.status]
    }
    for (const time of ['23:59', '00:00', '03:59'])
      expect(await days(clock(time === '23:59' ? '2026-11-30' : '2026-12-01', time, zone) + 59 * SECOND)).toEqual([
        '2026-11-30',
        'pending',
        null,
      ])
    expect(await days(edge - 1)).toEqual(['2026-11-30', 'pending', null])
    expect(await days(edge)).toEqual(['2026-12-01', 'absent', 'pending'])
  })

  it('is a person’s by the rule of that day, also of a month that is over', async () => {
    const rule = await setRule(office, { dayStart: '00:00' })
    set(clock('2026-12-01', '00:00') - 1)
    expect((await readMine('2026-10')).today).toBe('2026-11-30')
    set(clock('2026-12-01', '00:00'))
    expect((await readMine('2026-10')).today).toBe('2026-12-01')
    // From today on the night belongs to the day before again.
    await setRule(office, { ...rule, dayStart: '06:00', validFrom: '2026-12-01' })
    set(clock('2026-12-01', '05:59'))
    expect((await readMine('2026-10')).today).toBe('2026-11-30')
  })

  it('may be the 29th of February', async () => {
    set(clock('2028-02-29', '10:00'))
    await setRule(office)
    await addEvent(test, studentId, 'in', clock('2028-02-29', '07:50'))
    const { today, days } = await readMine('2028-02')
    expect([today, days.length, days.at(-1)?.date]).toEqual(['2028-02-29', 29, '2028-02-29'])
    expect(await dayIn('2028-02-29')).toMatchObject({ status: 'pending', events: [{ direction: 'in' }] })
    set(clock('2028-03-01', '04:00'))
    expect(await dayIn('2028-02-29')).toMatchObject({ status: 'missing_out' })
    expect((await readMine('2028-03')).today).toBe('2028-03-01')
  })

  it('turns with the year, and the calendar of the new one counts', async () => {
    set(clock('2026-12-31', '23:59'))
    await setRule(office)
    const newYear = { date: '2027-01-01', name: '元旦', englishName: '', kind: 'holiday' }
    await ask(office, attendanceAdmin.saveDays, { days: [newYear] })
    // The night of New Year's Eve belongs to it.
    await addEvent(test, studentId, 'in', clock('2026-12-31', '07:55'))
    await addEvent(test, studentId, 'out', clock('2027-01-01', '00:30'))
    set(clock('2027-01-01', '10:00'))
    expect(await dayIn('2026-12-31')).toMatchObject({ status: 'on_time', events: [{}, {}] })
    expect(await dayIn('2027-01-01')).toMatchObject({ status: 'off', holiday: '元旦', events: [] })
  })
})

describe('the days on which clocks change', () => {
  it.each([
    ['America/New_York', '2027-03-14', '2027-03-14T11:55:00Z', '2027-03-14T21:00:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T12:55:00Z', '2026-11-01T22:00:00Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-28T05:55:00Z', '2027-03-28T15:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T06:55:00Z', '2026-10-25T16:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T20:55:00Z', '2026-10-04T06:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T21:25:00Z', '2027-04-04T06:30:00Z'],
  ])('are judged by the clock in %s (%s), at a station and afterwards', async (zone, date, comes, goes) => {
    set(Date.parse(comes))
    await setZone(zone)
    await setRule(office)
    await ask(office, attendanceAdmin.setCard, { kind: 'pupil', id: studentId, number: '4711' })
    const gate = await registerStation(office, test.visit(), {}, now)
    await backdateStations(test, Date.parse(comes) - MINUTE)
    expect((await gate.deliver(1, { code: '4711' })).data).toMatchObject({
      status: 'on_time',
      at: new Date(comes).toISOString(),
    })
    set(Date.parse(goes))
    const gone = await gate.deliver(2, { code: '4711', direction: 'out' })
    expect(gone.data).toMatchObject({ status: 'on_time', minutes: 0 })
    expect(await dayIn(date)).toMatchObject({ status: 'on_time', events: [{}, {}] })
    expect((await call(office, attendance.groups)).today).toBe(date)
  })

  it('have times twice, of which a correction means the first, and lack others, which are as much later', async () => {
    await setZone('America/New_York')
    await setRule(office, { dayStart: '00:00' })
    set(Date.parse('2026-11-02T15:00:00Z'))
    expect((await request('2026-11-01', '01:30')).code).toBe('ok')
    set(Date.parse('2027-03-15T15:00:00Z'))
    expect((await request('2027-03-14', '02:30')).code).toBe('ok')
    const open = await call(office, attendance.corrections, { state: 'open' })
    for (const { correctionId } of open.corrections) {
      const decided = await ask(office, attendance.decideCorrection, {
        correctionId,
        approve: true,
        note: '',
      })
      expect(decided.code).toBe('ok')
    }
    expect(await momentsOf()).toEqual(['2026-11-01T05:30:00.000Z', '2027-03-14T07:30:00.000Z'])
    expect(await dayIn('2026-11-01')).toMatchObject({ events: [{}], correction: { time: '01:30' } })
    expect(await dayIn('2027-03-14')).toMatchObject({ events: [{}], correction: { time: '02:30' } })
  })
})

describe('a correction', () => {
  it('may be of the whole of the day sixty days ago, and of no day before', async () => {
    await setRule(office)
    const last = addDays(TODAY, -60)
    // Earlier in that day than it is now in this one.
    expect((await request(last, '07:50')).code).toBe('ok')
    expect((await request(last, '17:10', 'out')).code).toBe('ok')
    expect((await request(addDays(last, -1), '23:59')).code).toBe('attendance.correction_time')
    expect((await request(addDays(last, -1), '00:30', 'out')).code).toBe('attendance.correction_time')
  })

  it('may be of this very minute, and not of the next', async () => {
    await setRule(office)
    expect((await request(TODAY, '10:01')).code).toBe('attendance.correction_time')
    expect((await request(TODAY, '10:00')).code).toBe('ok')
    set(clock(addDays(TODAY, 1), '00:29') + 59 * SECOND)
    expect((await request(TODAY, '00:30', 'out')).code).toBe('attendance.correction_time')
    set(clock(addDays(TODAY, 1), '00:30'))
    expect((await request(TODAY, '00:30', 'out')).code).toBe('ok')
  })
})

describe('a rule', () => {
  it('that is to change tomorrow changes when the school’s day does', async () => {
    const tomorrow = addDays(TODAY, 1)
    const rule = await setRule(office)
    await setRule(office, { ...rule, inBy: '09:00', validFrom: tomorrow })
    const inForce = async (at: number) => {
      set(at)
      const { today } = await readMine(TODAY.slice(0, 7))
      const { rules } = await call(office, attendanceAdmin.rules)
      return [today, (await readMine(TODAY.slice(0, 7))).rule?.inBy, rules.map(({ inBy }) => inBy)]
    }
    expect(await inForce(clock(tomorrow, '04:00') - 1)).toEqual([TODAY, '08:00', ['08:00', '09:00']])
    expect(await inForce(clock(tomorrow, '04:00'))).toEqual([tomorrow, '09:00', ['09:00']])
  })

  it('may be set for today until the school’s day is over', async () => {
    const tomorrow = addDays(TODAY, 1)
    const rule = await setRule(office)
    const save = async (at: number) => {
      set(at)
      return (await ask(office, attendanceAdmin.saveRule, { ...rule, inBy: '08:30', validFrom: TODAY })).code
    }
    expect(await save(clock(tomorrow, '04:00'))).toBe('attendance.rule_past')
    expect(await save(clock(tomorrow, '04:00') - 1)).toBe('ok')
  })
})

describe('what is kept', () => {
  it.each(['Asia/Shanghai', 'Pacific/Kiritimati', 'America/New_York'])(
    'leaves by whole days in %s, from the last day of a shorter month on',
    async (zone) => {
      await setZone(zone, 3)
      const times = ['00:00', '07:50', '17:10', '23:59']
      for (const date of ['2027-02-27', '2027-02-28'])
        for (const time of times) await addEvent(test, studentId, 'in', clock(date, time, zone))
      const collect = (at: number) => cleanUpAttendance(test.database, at)
      await collect(clock('2027-05-31', '10:00', zone))
      expect(await momentsOf()).toEqual(times.map((time) => new Date(clock('2027-02-28', time, zone)).toISOString()))
      await collect(clock('2027-06-01', '04:00', zone) - 1)
      expect(await eventsOf(test)).toHaveLength(times.length)
      await collect(clock('2027-06-01', '04:00', zone))
      expect(await eventsOf(test)).toEqual([])
    },
  )

  it('of notices is by the days of the school, too', async () => {
    await setZone('Pacific/Kiritimati')
    const first = addDays(TODAY, -60)
    await runAsOwner(
      test,
      sql`insert into attendance_notice (student_id, date, unit_id)
        select student_id, d::date, unit_id from student, unnest(array[${first}, ${addDays(first, -1)}]) as d where student_id = ${studentId}`,
    )
    // In UTC it is still the day before.
    const at = clock(TODAY, '04:00', 'Pacific/Kiritimati')
    expect(new Date(at).toISOString().slice(0, 10)).toBe(addDays(TODAY, -1))
    await cleanUpAttendance(test.database, at)
    expect(await runAsOwner(test, sql`select date::text from attendance_notice`)).toEqual([{ date: first }])
  })
})

describe('a station', () => {
  const scheduleAt = async (at: number) => {
    set(at)
    const gate = await registerStation(office, test.visit(), {}, now)
    return z.parse(attendanceStation.hello.response, (await gate.hello()).data).schedule
  }

  it('is told the hours of every group, and what is to change', async () => {
    await setZone('Pacific/Kiritimati')
    const noon = clock(TODAY, '12:00', 'Pacific/Kiritimati')
    set(noon)
    const tomorrow = addDays(TODAY, 1)
    const pupils = await setRule(office, { inBy: '08:00', outFrom: '16:30' })
    await setRule(office, { ...pupils, inBy: '09:00', validFrom: tomorrow })
    const staff = await setRule(office, { appliesTo: 'staff', name: '教职工', weekdays: [1, 2], inBy: '07:50' })
    await ask(office, attendanceAdmin.saveDays, {
      days: [-2, -1, 0, 30, 31].map((days) => ({
        date: addDays(TODAY, days),
        name: '假日',
        englishName: '',
        kind: 'holiday',
      })),
    })
    const common = { weekdays: [1, 2, 3, 4, 5, 6, 7], outFrom: '16:30', dayStart: '04:00' }
    const later = { ...common, from: tomorrow, until: null, inBy: '09:00' }
    const ofStaff = { ...common, from: '2026-01-01', until: null, weekdays: [1, 2], inBy: '07:50', outFrom: '17:00' }
    const byStart = <T extends { from: string; inBy: string }>(times: readonly T[]) =>
      times.toSorted((one, other) => (one.from + one.inBy).localeCompare(other.from + other.inBy))

    const told = await scheduleAt(noon)
    expect(told.timeZone).toBe('Pacific/Kiritimati')
    expect(byStart(told.times)).toEqual(
      byStart([{ ...common, from: '2026-01-01', until: tomorrow, inBy: '08:00' }, later, ofStaff]),
    )
    expect(told.markedDays.map(({ date }) => date)).toEqual([-1, 0, 30].map((days) => addDays(TODAY, days)))

    // The night after a rule's last day still belongs to it.
    expect((await scheduleAt(clock(addDays(tomorrow, 1), '04:00', 'Pacific/Kiritimati') - 1)).times).toHaveLength(3)
    expect((await scheduleAt(clock(addDays(tomorrow, 1), '04:00', 'Pacific/Kiritimati'))).times).toHaveLength(2)
    await ask(office, attendanceAdmin.deleteRule, { ruleId: staff.ruleId })
    const ended = (await scheduleAt(clock(addDays(tomorrow, 1), '12:00', 'Pacific/Kiritimati'))).times
    expect(byStart(ended)).toEqual(byStart([later, { ...ofStaff, until: addDays(tomorrow, 1) }]))
  })

  it('is told so when it is registered, before its first greeting', async () => {
    await setRule(office)
    const { data } = await ask(office, attendanceStation.register, {
      name: '北门',
      place: '',
      direction: 'both',
    })
    expect(data).toMatchObject({
      serverTime: NOW,
      schedule: { timeZone: 'Asia/Shanghai', times: [{ inBy: '08:00', outFrom: '17:00' }], markedDays: [] },
    })
  })
})
