import excel from 'exceljs'
import { sql } from 'drizzle-orm'
import { createInstance } from 'i18next'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import english from '../../../apps/attendance/locales/en.json'
import chinese from '../../../apps/attendance/locales/zh-CN.json'
import { attendanceSheets } from '../../../apps/attendance/groups/attendance-sheets.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/envelope.ts'
import { addDays, weekdayOf } from '../../../contract/rules/zoned-time.ts'
import { createWorkbookWriter } from '../../../src/workers/export/write-workbook.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  addEvent,
  clearAttendance,
  clock,
  NOW,
  pupilOf,
  setRule,
  TODAY,
  ZONE,
} from '../../support/schools/attendance-school.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask, call } from '../../support/callers/call.ts'

/** Of a whole month that is over. */
const DAY = '2026-10-15'
const MONTH = DAY.slice(0, 7)

let test: TestApp
const people = new Map<string, TestBrowser>()
/** Of the first class, whose class teacher the demo's teacher is; and of the last. */
let young: { studentId: string; classId: string }
let older: { studentId: string; classId: string }
beforeAll(async () => {
  test = await createTestApp({ now: () => NOW })
  for (const name of ['admin', 'teacher', 'staff', 'parent', 'student']) people.set(name, await test.signIn(name))
  young = await pupilOf(test, '20260101')
  older = await pupilOf(test, 'student')
})
afterAll(() => test.close())
beforeEach(() => clearAttendance(test))

function as(name: string): TestBrowser {
  const browser = people.get(name)
  if (!browser) throw new Error(`${name} has not signed in`)
  return browser
}

async function statusOn(date: string, studentId = older.studentId) {
  const { days } = await call(as('admin'), attendance.mine, { month: date.slice(0, 7), studentId })
  return days.find((day) => day.date === date)
}

describe('a month', () => {
  it('is one’s own: each day with what came of it and why', async () => {
    await setRule(as('admin'))
    await addEvent(test, older.studentId, 'in', clock(DAY, '08:20'))
    await addEvent(test, older.studentId, 'out', clock(DAY, '16:30'))
    await addEvent(test, older.studentId, 'in', clock(addDays(DAY, 1), '07:45'))
    const mine = await call(as('student'), attendance.mine, { month: MONTH })
    expect(mine).toMatchObject({
      person: { kind: 'pupil', realName: '林川' },
      timeZone: ZONE,
      rule: { inBy: '08:00' },
      mayRequest: true,
    })
    expect(mine.days.filter(({ events }) => events.length > 0)).toMatchObject([
      {
        date: DAY,
        status: 'late_early',
        lateMinutes: 20,
        earlyMinutes: 30,
        due: true,
        events: [{ direction: 'in' }, { direction: 'out' }],
      },
      { date: addDays(DAY, 1), status: 'missing_out', lastOut: null },
    ])
    expect(mine.totals).toEqual({
      due: mine.days.length,
      onTime: 0,
      late: 1,
      early: 1,
      missing: 1,
      absent: mine.days.length - 2,
      excused: 0,
      lateMinutes: 20,
      earlyMinutes: 30,
    })
  })

  it('is a parent’s own child’s, and of no other', async () => {
    expect(await call(as('parent'), attendance.mine, { month: MONTH, studentId: young.studentId })).toMatchObject({
      person: { realName: '林溪', groupName: '四年级1班' },
      mayRequest: true,
      mayCode: true,
    })
    const stranger = await pupilOf(test, '20260102')
    expect((await ask(as('parent'), attendance.mine, { month: MONTH, studentId: stranger.studentId })).code).toBe(
      'access.denied',
    )
    expect((await ask(as('parent'), attendance.mine, { month: MONTH })).code).toBe('attendance.no_person')
    const teacherId = (await readMe(as('teacher'))).userId
    expect((await ask(as('parent'), attendance.mine, { month: MONTH, userId: teacherId })).code).toBe('access.denied')
  })

  it('ends with what is not over yet', async () => {
    await setRule(as('admin'), { inBy: '23:58', outFrom: '23:59', inTolerance: 0, outTolerance: 0 })
    const { days, today } = await call(as('student'), attendance.mine, { month: TODAY.slice(0, 7) })
    expect(days.find(({ date }) => date === today)?.status).toBe('pending')
    expect(days.filter(({ date }) => date > today).every(({ status }) => status === null)).toBe(true)
  })
})

describe('groups', () => {
  it('are seen by whoever is in charge of them', async () => {
    const all = await call(as('admin'), attendance.groups)
    expect(all).toMatchObject({ today: TODAY })
    expect(all.groups.map(({ englishName, people: count }) => [englishName, count])).toEqual([
      ['Staff', 34],
      ['Grade 4 Class 1', 32],
      ['Grade 4 Class 2', 32],
      ['Grade 7 Class 1', 32],
      ['Grade 7 Class 2', 32],
    ])
    expect(await call(as('teacher'), attendance.groups)).toMatchObject({
      groups: [{ group: young.classId, mayApprove: true }],
    })
    for (const name of ['staff', 'parent', 'student'])
      expect((await call(as(name), attendance.groups)).groups).toEqual([])
  })

  it('of others are refused, by day, by month and for a sheet', async () => {
    for (const group of [older.classId, 'staff', 'x', '018f0000-0000-7000-8000-000000000000'])
      for (const name of ['teacher', 'student', 'parent']) {
        expect((await ask(as(name), attendance.day, { group, date: DAY })).code).toBe('access.denied')
        expect((await ask(as(name), attendance.month, { group, month: MONTH })).code).toBe('access.denied')
        expect((await ask(as(name), attendance.exportMonth, { group, month: MONTH })).code).toBe('access.denied')
      }
    expect((await ask(as('admin'), attendance.day, { group: 'x', date: DAY })).code).toBe('attendance.group_gone')
    expect((await ask(as('teacher'), attendance.mine, { month: MONTH, studentId: older.studentId })).code).toBe(
      'access.denied',
    )
    expect(await call(as('teacher'), attendance.mine, { month: MONTH, studentId: young.studentId })).toMatchObject({
      mayRequest: false,
    })
  })

  it('of another unit are nobody’s', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const { envelope } = await elsewhere.get(`${attendance.day.path}?group=${older.classId}&date=${DAY}`)
    expect(envelope.code).toBe('attendance.group_gone')
    const query = `month=${MONTH}&studentId=${older.studentId}`
    expect((await elsewhere.get(`${attendance.mine.path}?${query}`)).envelope.code).toBe('access.denied')
    await setRule(as('admin'))
    expect((await elsewhere.get(attendanceAdmin.rules.path)).envelope.data).toMatchObject({ rules: [] })
  })

  it('are seen by permission as well', async () => {
    const staffId = (await readMe(as('staff'))).userId
    await runAsOwner(
      test,
      sql`with made as (insert into role (unit_id, service, code, name, english_name) select unit_id, 'base', 'DUTY', '值日', 'Duty' from user_account where user_id = ${staffId} returning unit_id, role_id),
        member as (insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${staffId} from made)
        insert into permission_grant (unit_id, code, role_id) select unit_id, 'attendance_view', role_id from made`,
    )
    expect((await call(as('staff'), attendance.groups)).groups).toHaveLength(5)
    expect((await call(as('staff'), attendance.groups)).groups.every(({ mayApprove }) => !mayApprove)).toBe(true)
    expect((await ask(as('staff'), attendanceAdmin.rules)).code).toBe('access.denied')
    await runAsOwner(test, sql`delete from role where code = 'DUTY'`)
  })

  it('are summed up by person and by day', async () => {
    await setRule(as('admin'))
    await addEvent(test, young.studentId, 'in', clock(DAY, '08:30'))
    await addEvent(test, young.studentId, 'out', clock(DAY, '17:30'))
    const day = await call(as('teacher'), attendance.day, { group: young.classId, date: DAY })
    expect(day.people).toHaveLength(32)
    expect(day.people[0]).toMatchObject({
      person: { realName: '林溪' },
      status: 'late',
      lateMinutes: 30,
      events: [{}, {}],
    })
    expect(day.people[1]).toMatchObject({ status: 'absent', events: [] })
    const month = await call(as('teacher'), attendance.month, { group: young.classId, month: MONTH })
    expect(month.people[0]).toMatchObject({ totals: { late: 1, absent: month.days.length - 1 } })
    expect(month.days.find(({ date }) => date === DAY)).toMatchObject({ due: 32, late: 1, absent: 31, onTime: 0 })
    expect(month.totals).toMatchObject({ due: 32 * month.days.length, late: 1, lateMinutes: 30 })
  })
})

/** As the page and its worker write it, and as a program reads it. */
async function writeAndRead(month: ResponseOf<typeof attendance.exportMonth>, language: Language) {
  const texts = createInstance()
  await texts.init({ lng: language, resources: { 'zh-CN': { translation: chinese }, en: { translation: english } } })
  const sheets = attendanceSheets(month.people, language, (key) => texts.t(key))
  const writer = createWorkbookWriter()
  await writer.begin(
    sheets,
    sheets.map(({ rows }) => rows.length),
  )
  for (const [at, { rows }] of sheets.entries()) await writer.addRows(at, rows)
  const book = new excel.Workbook()
  await book.xlsx.load(await (await writer.finish()).arrayBuffer())
  return book
}

describe('the sheet', () => {
  it('is a real one that a program reads back, without a formula', async () => {
    await setRule(as('admin'))
    await addEvent(test, young.studentId, 'in', clock(DAY, '08:30'))
    await runAsOwner(
      test,
      sql`update student set real_name = '=HYPERLINK("https://evil.example")' where student_number = '20260102'`,
    )
    const given = { group: young.classId, month: MONTH }
    const month = await call(as('teacher'), attendance.exportMonth, given)
    expect(await call(as('teacher'), attendance.exportMonth, { ...given, page: '2' })).toEqual({
      total: 32,
      people: [],
    })
    await runAsOwner(test, sql`update student set real_name = '陈静' where student_number = '20260102'`)
    const book = await writeAndRead(month, 'zh-CN')
    expect(book.worksheets.map(({ name }) => name)).toEqual(['汇总', '明细'])
    const [summary, days] = book.worksheets
    expect(summary?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(summary?.rowCount).toBe(33)
    expect(summary?.getRow(2).values).toEqual(expect.arrayContaining(['20260101', '林溪', '四年级1班']))
    expect(summary?.getCell('B3').value).toBe('=HYPERLINK("https://evil.example")')
    expect(summary?.getCell('B3').type).toBe(excel.ValueType.String)
    expect(summary?.getCell('B3').formula).toBeUndefined()
    const midnight = new Date(`${DAY}T00:00:00Z`).getTime()
    const late = days?.getRows(2, days.rowCount)?.find(({ values }) => {
      const date = Array.isArray(values) ? values[4] : undefined
      return date instanceof Date && date.getTime() === midnight
    })
    expect(late?.values).toEqual(
      expect.arrayContaining([new Date('1899-12-30T08:30:00Z'), '未签退', 30, '08:30 进 (刷卡)']),
    )
    const inEnglish = await writeAndRead(month, 'en')
    expect(inEnglish.worksheets[0]?.getCell('B2').value).toBe('Lin Xi')
  })
})

describe('rules', () => {
  it('for a class come before the one for all pupils, and the staff’s concern no pupil', async () => {
    await setRule(as('admin'), { appliesTo: 'staff', inBy: '06:00' })
    expect(await statusOn(DAY)).toMatchObject({ due: false, status: 'off' })
    await setRule(as('admin'))
    await setRule(as('admin'), { name: '七年级', inBy: '09:00', appliesTo: 'classes', classIds: [older.classId] })
    await addEvent(test, older.studentId, 'in', clock(DAY, '08:50'))
    await addEvent(test, older.studentId, 'out', clock(DAY, '17:00'))
    await addEvent(test, young.studentId, 'in', clock(DAY, '08:50'))
    expect(await statusOn(DAY)).toMatchObject({ status: 'on_time' })
    expect(await statusOn(DAY, young.studentId)).toMatchObject({ lateMinutes: 50 })
  })

  it('that change do not rewrite the past', async () => {
    const rule = await setRule(as('admin'))
    await addEvent(test, older.studentId, 'in', clock(DAY, '08:30'))
    const later = { ...rule, inBy: '09:00', validFrom: addDays(TODAY, 7) }
    expect((await ask(as('admin'), attendanceAdmin.saveRule, { ...later, validFrom: DAY })).code).toBe(
      'attendance.rule_past',
    )
    expect((await ask(as('admin'), attendanceAdmin.saveRule, later)).data).toMatchObject({
      ruleId: rule.ruleId,
    })
    expect(await statusOn(DAY)).toMatchObject({ lateMinutes: 30 })
    expect((await call(as('admin'), attendanceAdmin.rules)).rules).toMatchObject([
      { ruleId: rule.ruleId, inBy: '08:00' },
      { ruleId: rule.ruleId, inBy: '09:00', validFrom: addDays(TODAY, 7) },
    ])
  })

  it('that were ended can be had back, and count for the past all along', async () => {
    const rule = await setRule(as('admin'))
    const ended = await ask(as('admin'), attendanceAdmin.deleteRule, { ruleId: rule.ruleId })
    expect((await call(as('admin'), attendanceAdmin.rules)).rules).toEqual([])
    expect(await statusOn(DAY)).toMatchObject({ status: 'absent' })
    expect(await statusOn(TODAY)).toMatchObject({ due: false })
    expect((await ask(as('admin'), attendanceAdmin.deleteRule, { ruleId: rule.ruleId })).code).toBe(
      'attendance.rule_gone',
    )
    for (const version of z.parse(attendanceAdmin.deleteRule.response, ended.data))
      expect((await ask(as('admin'), attendanceAdmin.saveRule, version)).code).toBe('ok')
    expect((await call(as('admin'), attendanceAdmin.rules)).rules).toMatchObject([
      { ruleId: rule.ruleId, inBy: '08:00' },
    ])
    expect(await statusOn(TODAY)).toMatchObject({ due: true })
  })

  it('make sense', async () => {
    const save = async (given: object) =>
      (
        await ask(as('admin'), attendanceAdmin.saveRule, {
          ...(await setRule(as('admin'))),
          ruleId: undefined,
          ...given,
        })
      ).code
    expect(await save({ outFrom: '07:00' })).toBe('attendance.rule_times')
    expect(await save({ inBy: '03:00' })).toBe('attendance.rule_times')
    expect(await save({ appliesTo: 'classes', classIds: [] })).toBe('attendance.rule_classes')
    expect(await save({ weekdays: [8] })).toBe('request.invalid')
    expect(await save({ validFrom: '2026-02-30' })).toBe('request.invalid')
  })

  it('give way to the calendar, whose changes can be taken back', async () => {
    await setRule(as('admin'), { weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekdayOf(DAY)) })
    expect(await statusOn(DAY)).toMatchObject({ due: false, status: 'off' })
    const mark = (kind: string, name: string) =>
      ask(as('admin'), attendanceAdmin.saveDays, { days: [{ date: DAY, name, englishName: '', kind }] })
    expect((await mark('workday', '调休上课')).data).toEqual([])
    expect(await statusOn(DAY)).toMatchObject({ due: true, status: 'absent', holiday: '调休上课' })
    expect((await mark('holiday', '停课')).data).toMatchObject([{ kind: 'workday', name: '调休上课' }])
    const next = addDays(DAY, 1)
    await ask(as('admin'), attendanceAdmin.saveDays, {
      days: [{ date: next, name: '停课', englishName: '', kind: 'holiday' }],
    })
    expect(await statusOn(next)).toMatchObject({ due: false, status: 'off' })
    const gone = await ask(as('admin'), attendanceAdmin.deleteDays, { dates: [DAY, next] })
    expect(gone.data).toMatchObject([{ date: DAY }, { date: next, kind: 'holiday' }])
    expect(await call(as('admin'), attendanceAdmin.calendar, { year: DAY.slice(0, 4) })).toEqual([])
    await ask(as('admin'), attendanceAdmin.saveDays, { days: gone.data })
    expect(await call(as('admin'), attendanceAdmin.calendar, { year: DAY.slice(0, 4) })).toHaveLength(2)
  })

  it('are meant in the unit’s time zone', async () => {
    await setRule(as('admin'))
    await addEvent(test, older.studentId, 'in', clock(DAY, '08:00'))
    const given = {
      timeZone: 'Asia/Tokyo',
      notifyLate: false,
      portalClockIn: true,
      parentExcuse: true,
      retentionMonths: 12,
    }
    expect((await ask(as('admin'), attendanceAdmin.saveSettings, { ...given, timeZone: 'Mars/Base' })).code).toBe(
      'attendance.time_zone',
    )
    expect((await ask(as('admin'), attendanceAdmin.saveSettings, given)).data).toMatchObject(given)
    expect(await statusOn(DAY)).toMatchObject({ lateMinutes: 60 })
  })

  it('are set by administrators alone', async () => {
    for (const name of ['teacher', 'staff', 'parent', 'student']) {
      for (const row of [attendanceAdmin.rules, attendanceAdmin.settings, attendanceAdmin.cards])
        expect((await ask(as(name), row)).code).toBe('access.denied')
      expect((await ask(as(name), attendanceAdmin.deleteDays, { dates: [DAY] })).code).toBe('access.denied')
    }
  })
})
