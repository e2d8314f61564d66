import { sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as absencesEndpoints from '../../../contract/endpoints/attendance/absences.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { today, type TodayCard } from '../../../contract/endpoints/desktop/today.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import {
  addEvent,
  backdateStations,
  clearAttendance,
  clock,
  NOW,
  pupilOf,
  setRule,
  TODAY,
  ZONE,
} from '../../support/schools/attendance-school.ts'
import { UNLINK_TEACHER } from '../../support/schools/unlinked-teacher.ts'
import { registerStation } from '../../support/schools/station.ts'

const YESTERDAY = addDays(TODAY, -1)
/** The numbers of a unit are told again for twenty seconds: each test has a later moment. */
let at = NOW
const now = () => at

let test: TestApp
let office: TestBrowser
let teacher: TestBrowser
let otherTeacher: TestBrowser
let staff: TestBrowser
let parent: TestBrowser
let otherParent: TestBrowser
let pupil: TestBrowser
/** In the class of the demo's teacher. */
let young: { studentId: string; classId: string }
beforeAll(async () => {
  test = await createTestApp({ now })
  await runAsOwner(test, UNLINK_TEACHER)
  // Demo accounts without a password get the one of the parent.
  const withPassword = (which: SQL) =>
    runAsOwner(
      test,
      sql`with who as (select a.unit_id, a.user_id, a.login_name as name from user_account a join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost'
          where ${which} order by a.login_name limit 1),
        given as (insert into credential (unit_id, user_id, password_hash)
          select w.unit_id, w.user_id, c.password_hash from who w, credential c join user_account p using (user_id)
          where p.login_name = 'parent' and p.unit_id = w.unit_id on conflict do nothing)
        select name from who`,
    )
  young = await pupilOf(test, '20260101')
  await withPassword(sql`a.login_name = 'p20260109'`)
  const [head] = await withPassword(
    sql`a.login_name <> 'teacher' and a.user_id in (select head_teacher_id from class_group where class_id <> ${young.classId})`,
  )
  ;[office, teacher, staff, parent, otherParent, pupil] = (await Promise.all(
    ['admin', 'teacher', 'staff', 'parent', 'p20260109', 'student'].map((name) => test.signIn(name)),
  )) as [TestBrowser, TestBrowser, TestBrowser, TestBrowser, TestBrowser, TestBrowser]
  otherTeacher = await test.signIn(String(head?.['name']))
})
afterAll(() => test.close())
beforeEach(async () => {
  at += 60_000
  await clearAttendance(test)
  await runAsOwner(test, sql`delete from message where module = 'attendance'`)
  await runAsOwner(test, sql`update user_account set language = 'zh-CN' where language <> 'zh-CN'`)
  await setRule(office)
})

function request(browser: TestBrowser, more: object = {}) {
  const day = { firstDate: TODAY, lastDate: TODAY, from: null, until: null }
  return ask(browser, absencesEndpoints.requestAbsence, {
    studentId: young.studentId,
    ...day,
    kind: 'illness',
    note: '发烧',
    ...more,
  })
}

async function requested(browser: TestBrowser, more: object = {}) {
  return z.parse(attendance.absence, (await request(browser, more)).data)
}

const decide = (browser: TestBrowser, absenceId: string, accept = true, note = '') =>
  ask(browser, absencesEndpoints.decideAbsence, { absenceId, accept, note })
const reopen = (browser: TestBrowser, absenceId: string) => ask(browser, absencesEndpoints.reopenAbsence, { absenceId })
const withdraw = (browser: TestBrowser, absenceId: string) =>
  ask(browser, absencesEndpoints.withdrawAbsence, { absenceId })

async function list(browser: TestBrowser, query = '') {
  const { envelope } = await browser.get(`${absencesEndpoints.absences.path}?${query}`)
  return z.parse(absencesEndpoints.absences.response, envelope.data).absences
}

async function messagesOf(browser: TestBrowser) {
  const found = z.parse(messages.unread.response, (await browser.get(messages.unread.path)).envelope.data)
  return found.filter(({ module }) => module === 'attendance').map(({ messageMeno }) => messageMeno)
}

async function cards<Kind extends TodayCard['kind']>(browser: TestBrowser, kind: Kind) {
  const found = z.parse(today.response, (await browser.get(today.path)).envelope.data).cards
  return found.filter((card): card is Extract<TodayCard, { kind: Kind }> => card.kind === kind)
}

async function dayOf(browser: TestBrowser, date = TODAY) {
  const query = `month=${date.slice(0, 7)}&studentId=${young.studentId}`
  const { envelope } = await browser.get(`${attendance.mine.path}?${query}`)
  const month = z.parse(attendance.mine.response, envelope.data)
  return { ...month.days.find((day) => day.date === date), month }
}

describe('a notice of absence', () => {
  it('of a parent waits for the class teacher, is told to them, and excuses the day once it is accepted', async () => {
    expect((await cards(parent, 'child'))[0]).toMatchObject({ overdue: true, mayExcuse: true, absence: null })
    const { absenceId, ...sent } = await requested(parent)
    expect(sent).toMatchObject({ state: 'open', mayChange: true, mayWithdraw: true, mayDecide: false })
    expect(await messagesOf(teacher)).toEqual(['有一张请假单待审批（林溪 11月24日 病假）。说明：发烧'])
    expect((await cards(parent, 'child'))[0]).toMatchObject({ overdue: false, absence: { absenceId, state: 'open' } })
    expect(await cards(teacher, 'absences')).toMatchObject([{ waiting: 1, next: { absenceId, mayDecide: true } }])
    const [before] = await cards(teacher, 'attendance')
    expect(before).toMatchObject({ excused: 0 })

    expect((await decide(teacher, absenceId, true, '好好休息')).data).toMatchObject({
      state: 'accepted',
      decisionNote: '好好休息',
      mayReopen: true,
      mayDecide: false,
    })
    expect(await messagesOf(parent)).toEqual(['请假已同意（林溪 11月24日 病假）。好好休息'])
    expect(await cards(teacher, 'absences')).toEqual([])
    expect((await cards(teacher, 'attendance'))[0]).toMatchObject({
      excused: 1,
      absent: before?.absent,
      due: before?.due,
    })
    const day = await dayOf(parent)
    expect(day).toMatchObject({ status: 'excused', absence: { state: 'accepted' } })
    expect(day.month).toMatchObject({ mayExcuse: true, totals: { excused: 1 } })
    // After the decision it is no longer the parent's to take back.
    expect((await withdraw(parent, absenceId)).code).toBe('attendance.absence_closed')
    expect((await decide(teacher, absenceId)).code).toBe('attendance.absence_closed')

    expect((await reopen(teacher, absenceId)).data).toMatchObject({ state: 'open', decidedBy: null, decisionNote: '' })
    expect((await dayOf(parent)).status).toBe('pending')
    expect((await withdraw(parent, absenceId)).data).toMatchObject({ state: 'withdrawn' })
    expect((await cards(parent, 'child'))[0]).toMatchObject({ overdue: true, absence: null })
    expect((await withdraw(parent, absenceId)).code).toBe('attendance.absence_closed')
  })

  it('counts as before once it is declined, and the parent reads why, in their language', async () => {
    await runAsOwner(test, sql`update user_account set language = 'en' where login_name = 'parent'`)
    const { absenceId } = await requested(parent, { until: '10:00', kind: 'appointment' })
    expect((await cards(parent, 'child'))[0]).toMatchObject({ overdue: false })
    expect((await decide(teacher, absenceId, false, 'There is a test at nine')).data).toMatchObject({
      state: 'declined',
    })
    expect(await messagesOf(parent)).toEqual([
      'The absence was declined (Lin Xi: 24 November until 10:00, appointment). There is a test at nine',
    ])
    expect((await cards(parent, 'child'))[0]).toMatchObject({ overdue: true, absence: { state: 'declined' } })
    // Another one may be sent, and then the declined one cannot wait again.
    await requested(parent)
    expect((await reopen(teacher, absenceId)).code).toBe('attendance.absence_overlap')
  })

  it('is changed while it waits', async () => {
    const { absenceId, ...sent } = await requested(parent)
    let { version } = sent
    const change = (browser: TestBrowser, more: object) =>
      ask(browser, absencesEndpoints.changeAbsence, {
        absenceId,
        version,
        firstDate: TODAY,
        lastDate: addDays(TODAY, 2),
        from: null,
        until: null,
        kind: 'family',
        note: '',
        ...more,
      })
    const changed = z.parse(absencesEndpoints.changeAbsence.response, (await change(parent, {})).data)
    expect(changed).toMatchObject({ lastDate: addDays(TODAY, 2), kind: 'family' })
    // Another guardian, or another device, has the state before.
    expect(await change(parent, { note: '另一位家长' })).toMatchObject({
      code: 'record.changed',
      data: { current: { absenceId, kind: 'family', note: '' }, last: null },
    })
    version = changed.version
    expect((await change(parent, { from: '08:00' })).code).toBe('attendance.absence_times')
    expect((await change(otherParent, {})).code).toBe('attendance.absence_gone')
    expect((await change(teacher, {})).code).toBe('access.denied')
    await decide(teacher, absenceId)
    expect((await change(parent, {})).code).toBe('attendance.absence_closed')
  })

  it('does not overlap another one, also where both are sent at once', async () => {
    await requested(parent, { firstDate: TODAY, lastDate: addDays(TODAY, 2) })
    const other = (first: number, last: number) =>
      request(parent, { firstDate: addDays(TODAY, first), lastDate: addDays(TODAY, last) })
    expect((await other(2, 4)).code).toBe('attendance.absence_overlap')
    expect((await other(-3, 0)).code).toBe('attendance.absence_overlap')
    const codes = await Promise.all([other(3, 5), other(3, 4), other(4, 6)])
    expect(codes.map(({ code }) => code).toSorted()).toEqual([
      'attendance.absence_overlap',
      'attendance.absence_overlap',
      'ok',
    ])
  })

  it('has days and times that are possible', async () => {
    const days = (first: number, last: number, more: object = {}) =>
      request(parent, { firstDate: addDays(TODAY, first), lastDate: addDays(TODAY, last), ...more })
    expect((await days(-8, -8)).code).toBe('attendance.absence_days')
    expect((await days(1, 0)).code).toBe('attendance.absence_days')
    expect((await days(0, 30)).code).toBe('attendance.absence_days')
    expect((await days(61, 61)).code).toBe('attendance.absence_days')
    expect((await days(0, 0, { from: '10:00', until: '09:00' })).code).toBe('attendance.absence_times')
    expect((await days(0, 1, { until: '09:00' })).code).toBe('attendance.absence_times')
    expect((await days(0, 0, { note: 'x'.repeat(301) })).code).toBe('request.invalid')
    expect((await days(-7, -7)).code).toBe('ok')
    expect((await days(31, 60)).code).toBe('ok')
  })
})

describe('the right to a notice', () => {
  it('is of guardians and of staff who see the class, and of no others', async () => {
    const foreign = await test.signIn('admin', { host: 'ginkgo.localhost' })
    for (const browser of [otherParent, pupil, otherTeacher, staff, foreign])
      expect((await request(browser)).code).toBe('access.denied')
    // Pupils do not excuse themselves.
    const own = await pupilOf(test, 'student')
    expect((await request(pupil, { studentId: own.studentId })).code).toBe('access.denied')

    const { absenceId } = await requested(parent)
    for (const browser of [otherParent, pupil, otherTeacher, staff, foreign]) {
      expect(await list(browser)).toEqual([])
      for (const call of [decide, reopen, withdraw])
        expect((await call(browser, absenceId)).code).toBe('attendance.absence_gone')
    }
    expect((await decide(parent, absenceId)).code).toBe('access.denied')
    expect((await withdraw(teacher, absenceId)).code).toBe('access.denied')
    expect(await list(parent, `studentId=${young.studentId}`)).toMatchObject([{ absenceId }])
    expect(await list(teacher, 'toDecide=true&state=open')).toMatchObject([{ absenceId }])
    expect(await list(office, 'toDecide=true')).toMatchObject([{ absenceId }])
    expect(await cards(otherTeacher, 'absences')).toEqual([])
  })

  it('ends with guardianship', async () => {
    const { absenceId } = await requested(parent)
    const [ended] = await runAsOwner(
      test,
      sql`delete from guardian where student_id = ${young.studentId}
        and parent_id in (select user_id from user_account where login_name = 'parent') returning unit_id, parent_id, student_id, relation`,
    )
    try {
      expect((await withdraw(parent, absenceId)).code).toBe('attendance.absence_gone')
      expect((await request(parent, { firstDate: addDays(TODAY, 1), lastDate: addDays(TODAY, 1) })).code).toBe(
        'access.denied',
      )
      expect(await list(parent)).toEqual([])
      await decide(teacher, absenceId)
      expect(await messagesOf(parent)).toEqual([])
    } finally {
      await runAsOwner(
        test,
        sql`insert into guardian (unit_id, parent_id, student_id, relation)
          values (${ended?.['unit_id']}, ${ended?.['parent_id']}, ${ended?.['student_id']}, ${ended?.['relation']})`,
      )
    }
  })

  it('ends with the permission, with the licence, and where the school does not take notices of parents', async () => {
    const settings = { timeZone: ZONE, notifyLate: false, retentionMonths: 36 }
    await ask(office, attendanceAdmin.saveSettings, { ...settings, parentExcuse: false })
    expect((await request(parent)).code).toBe('attendance.absence_off')
    expect((await cards(parent, 'child'))[0]).toMatchObject({ mayExcuse: false })
    expect((await dayOf(parent)).month.mayExcuse).toBe(false)
    expect((await dayOf(teacher)).month.mayExcuse).toBe(true)
    await ask(office, attendanceAdmin.saveSettings, settings)

    const [grant] = await runAsOwner(
      test,
      sql`delete from permission_grant where code = 'attendance' and user_type = 3 and unit_id = (select unit_id from unit_host where host = 'localhost')
        returning unit_id`,
    )
    expect((await request(parent)).code).toBe('access.denied')
    expect(await cards(parent, 'child')).toEqual([])
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type) values (${grant?.['unit_id']}, 'attendance', 3)`,
    )
    const [licence] = await runAsOwner(
      test,
      sql`update licence set ends_at = now() - interval '1 day' where server_id = 'base' and unit_id = ${grant?.['unit_id']} returning unit_id`,
    )
    expect(licence).toBeDefined()
    // In the days after its end records are still read.
    expect((await request(parent)).code).toBe('licence.expired')
    expect((await cards(parent, 'child'))[0]).toMatchObject({ mayExcuse: false })
    expect((await dayOf(parent)).month.mayExcuse).toBe(false)
    await runAsOwner(test, sql`update licence set ends_at = now() + interval '1 year' where server_id = 'base'`)
    expect((await request(parent)).code).toBe('ok')
  })

  it('of a class teacher is accepted at once, told to the parents, and on record', async () => {
    const notice = await requested(teacher, { note: '家长来电' })
    expect(notice).toMatchObject({ state: 'accepted', mayWithdraw: true, mayReopen: false, mayDecide: false })
    expect((await messagesOf(parent))[0]).toBe('请假已同意（林溪 11月24日 病假）。')
    expect(await messagesOf(teacher)).toEqual([])
    expect((await withdraw(teacher, notice.absenceId)).data).toMatchObject({ state: 'withdrawn' })
    const recorded = await runAsOwner(
      test,
      sql`select action, target_id as "target" from admin_event where action like 'attendance.%Absence' order by at desc limit 2`,
    )
    expect(recorded).toEqual([
      { action: 'attendance.withdrawAbsence', target: notice.absenceId },
      { action: 'attendance.requestAbsence', target: young.studentId },
    ])
    // A parent's is none of an administrator's deeds.
    await requested(parent)
    expect(
      await runAsOwner(
        test,
        sql`select from admin_event where action = 'attendance.requestAbsence' and target_id = ${young.studentId}
          and actor_id in (select user_id from user_account where login_name = 'parent')`,
      ),
    ).toEqual([])
  })

  it('is the unit’s alone in the database', async () => {
    const { absenceId } = await requested(parent)
    const unitOf = async (host: string) =>
      String((await runAsOwner(test, sql`select unit_id from unit_host where host = ${host}`))[0]?.['unit_id'])
    const seen = async (host: string) =>
      test.database.inUnit({ unitId: await unitOf(host), userId: null }, (tx) =>
        tx.execute(sql`select from attendance_absence where absence_id = ${absenceId}`),
      )
    expect((await seen('localhost')).rowCount).toBe(1)
    expect((await seen('ginkgo.localhost')).rowCount).toBe(0)
    await expect(
      test.database.inUnit({ unitId: await unitOf('localhost'), userId: null }, (tx) =>
        tx.execute(sql`delete from attendance_absence`),
      ),
    ).rejects.toThrow()
  })
})

describe('a day with a notice', () => {
  it('is in the records of the class and in its sheet', async () => {
    const { absenceId } = await requested(parent, { firstDate: YESTERDAY, lastDate: YESTERDAY })
    const group = `group=${young.classId}`
    const readDay = async () => {
      const { envelope } = await teacher.get(`${attendance.day.path}?${group}&date=${YESTERDAY}`)
      const { people } = z.parse(attendance.day.response, envelope.data)
      return people.find(({ person }) => person.id === young.studentId)
    }
    expect(await readDay()).toMatchObject({ status: 'absent', absence: { state: 'open' } })
    await decide(teacher, absenceId)
    expect(await readDay()).toMatchObject({ status: 'excused', absence: { state: 'accepted' } })

    const month = await teacher.get(`${attendance.month.path}?${group}&month=${YESTERDAY.slice(0, 7)}`)
    const { totals, days } = z.parse(attendance.month.response, month.envelope.data)
    expect(totals.excused).toBe(1)
    expect(days.find(({ date }) => date === YESTERDAY)).toMatchObject({ excused: 1 })

    const sheet = await teacher.get(`${attendance.exportMonth.path}?${group}&month=${YESTERDAY.slice(0, 7)}`)
    const { people } = z.parse(attendance.exportMonth.response, sheet.envelope.data)
    const own = people.find(({ person }) => person.id === young.studentId)
    expect(own?.totals.excused).toBe(1)
    expect(own?.days.find(({ date }) => date === YESTERDAY)).toMatchObject({
      status: 'excused',
      absence: { kind: 'illness', state: 'accepted', from: null, until: null },
    })
    expect(JSON.stringify(own)).not.toContain('发烧')
  })

  it('is judged by the hours that are left, and tells no guardian of a lateness that was announced', async () => {
    const station = await registerStation(office, test.visit(), {}, now)
    await backdateStations(test)
    await ask(office, attendanceAdmin.saveSettings, { timeZone: ZONE, notifyLate: true, retentionMonths: 12 })
    await ask(office, attendanceAdmin.setCard, { kind: 'pupil', id: young.studentId, number: '4711' })
    const come = async (seq: number, time: string) =>
      (await station.deliver(seq, { code: '4711', at: clock(YESTERDAY, time) })).data

    const { absenceId } = await requested(parent, { firstDate: YESTERDAY, lastDate: YESTERDAY, until: '10:00' })
    expect(await come(1, '09:40')).toMatchObject({ status: 'late', minutes: 100 })
    expect(await messagesOf(parent)).toEqual([])
    await runAsOwner(test, sql`delete from attendance_event`)
    await decide(teacher, absenceId)
    await runAsOwner(test, sql`delete from message where module = 'attendance'`)
    expect(await come(2, '09:40')).toMatchObject({ status: 'on_time', minutes: 0 })
    await runAsOwner(test, sql`delete from attendance_event`)
    expect(await come(3, '10:12')).toMatchObject({ status: 'late', minutes: 12 })
    expect(await messagesOf(parent)).toEqual([expect.stringContaining('迟到 12 分钟')])
    expect(await dayOf(parent, YESTERDAY)).toMatchObject({ status: 'missing_out', lateMinutes: 12 })
  })

  it('is the line of the day on the card of the child', async () => {
    await addEvent(test, young.studentId, 'in', clock(TODAY, '07:52'))
    await addEvent(test, young.studentId, 'out', clock(TODAY, '09:30'))
    expect((await cards(parent, 'child'))[0]).toMatchObject({
      hours: { inBy: '08:00', outFrom: '17:00' },
      events: [
        { at: new Date(clock(TODAY, '07:52')).toISOString(), direction: 'in' },
        { at: new Date(clock(TODAY, '09:30')).toISOString(), direction: 'out' },
      ],
    })
  })
})

describe('a teacher whose child is in the own class', () => {
  /** The teacher's other account, as parent, is the guardian's. */
  const join = (linked: boolean) =>
    runAsOwner(
      test,
      sql`update user_account t set parent_id = ${linked ? sql`p.user_id` : sql`null`} from user_account p
          where t.login_name = 'teacher' and p.login_name = 'parent' and p.unit_id = t.unit_id`,
    )
  beforeEach(() => join(true))
  afterEach(() => join(false))

  it('decides no notice about the child, and is told why; an administrator does', async () => {
    const { absenceId } = await requested(parent)
    expect(await cards(teacher, 'absences')).toEqual([])
    expect(await messagesOf(teacher)).toEqual([])
    expect(await messagesOf(office)).toHaveLength(1)
    expect(await list(teacher)).toMatchObject([{ absenceId, mayDecide: false, ownChild: true }])
    expect((await decide(teacher, absenceId)).code).toBe('attendance.own_child')
    expect(await list(office)).toMatchObject([{ absenceId, mayDecide: true, ownChild: false }])
    expect((await decide(office, absenceId)).code).toBe('ok')
    expect((await reopen(teacher, absenceId)).code).toBe('attendance.own_child')
    expect((await reopen(office, absenceId)).code).toBe('ok')
  })

  it('enters a notice as any parent does: it waits for another', async () => {
    expect(await requested(teacher)).toMatchObject({ state: 'open', mayDecide: false })
  })

  it('is as well one by whose own account the school knows the child', async () => {
    await join(false)
    await runAsOwner(
      test,
      sql`insert into guardian (unit_id, parent_id, student_id) select unit_id, user_id, ${young.studentId}::uuid from user_account
          where login_name = 'teacher' and unit_id = (select unit_id from unit_host where host = 'localhost')`,
    )
    const { absenceId } = await requested(parent)
    expect((await decide(teacher, absenceId)).code).toBe('attendance.own_child')
    await runAsOwner(
      test,
      sql`delete from guardian where parent_id in (select user_id from user_account where login_name = 'teacher')`,
    )
    expect((await decide(teacher, absenceId)).code).toBe('ok')
  })
})

it('of a pupil who has left waits for nobody, until the pupil is back', async () => {
  await requested(parent)
  const which = sql`student_id = ${young.studentId}`
  const counted = async () => {
    const { envelope } = await office.get(`${absencesEndpoints.absences.path}?toDecide=true&state=open`)
    const { total, absences } = z.parse(absencesEndpoints.absences.response, envelope.data)
    at += 60_000
    return [total, absences.length, (await cards(office, 'absences')).length]
  }
  expect(await counted()).toEqual([1, 1, 1])
  await runAsOwner(
    test,
    sql`update student set class_id = null, left_on = '2026-01-01', left_reason = 'left' where ${which}`,
  )
  expect(await counted()).toEqual([0, 0, 0])
  const back = sql`class_id = ${young.classId}::uuid, left_on = null, left_reason = null`
  await runAsOwner(test, sql`update student set ${back} where ${which}`)
  expect(await counted()).toEqual([1, 1, 1])
})
