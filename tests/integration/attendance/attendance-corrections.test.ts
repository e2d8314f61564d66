import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  backdateStations,
  clearAttendance,
  clock,
  eventsOf,
  NOW,
  pupilOf,
  setRule,
  TODAY,
  ZONE,
} from '../../support/schools/attendance-school.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { registerStation } from '../../support/schools/station.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'
import { UNLINK_TEACHER } from '../../support/schools/unlinked-teacher.ts'

const DAY = addDays(TODAY, -2)

const now = () => NOW

let test: TestApp
let office: TestBrowser
let teacher: TestBrowser
let parent: TestBrowser
let pupil: TestBrowser
/** In the class of the demo's teacher. */
let young: { studentId: string }
beforeAll(async () => {
  test = await createTestApp({ now })
  await runAsOwner(test, UNLINK_TEACHER)
  office = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  parent = await test.signIn('parent')
  pupil = await test.signIn('student')
  young = await pupilOf(test, '20260101')
})
afterAll(() => test.close())
beforeEach(async () => {
  await clearAttendance(test)
  await runAsOwner(test, sql`delete from message where module = 'attendance'`)
  await runAsOwner(test, sql`update user_account set language = 'zh-CN' where language <> 'zh-CN'`)
})

function request(browser: TestBrowser, more: object = {}) {
  const given = { date: DAY, direction: 'in', time: '07:50', reason: '忘记刷卡', ...more }
  return ask(browser, attendance.requestCorrection, given)
}

async function requested(browser: TestBrowser, more: object = {}): Promise<string> {
  return z.parse(attendance.requestCorrection.response, (await request(browser, more)).data).correctionId
}

function decide(browser: TestBrowser, correctionId: string, approve = true, note = '') {
  return ask(browser, attendance.decideCorrection, { correctionId, approve, note })
}

async function list(browser: TestBrowser, query = '') {
  return z.parse(
    attendance.corrections.response,
    (await browser.get(`${attendance.corrections.path}?${query}`)).envelope.data,
  )
}

async function messagesOf(browser: TestBrowser) {
  const found = z.parse(messages.unread.response, (await browser.get(messages.unread.path)).envelope.data)
  return found.filter(({ module }) => module === 'attendance').map(({ messageMeno }) => messageMeno)
}

/** The links of a person's messages. */
async function addressesOf(loginName: string) {
  const found = await runAsOwner(
    test,
    sql`select m.url from message m join message_recipient r using (message_id) join user_account u using (user_id)
      where m.module = 'attendance' and u.login_name = ${loginName}`,
  )
  return found.map(({ url }) => url)
}

describe('a request for a correction', () => {
  it('of a parent is approved by the class teacher, adds what it asks for, and is told', async () => {
    await setRule(office)
    const correctionId = await requested(parent, { studentId: young.studentId })
    expect((await list(teacher, 'toDecide=true')).corrections).toMatchObject([
      {
        correctionId,
        person: { realName: '林溪' },
        requestedBy: { realName: '林致远' },
        state: 'open',
        mayDecide: true,
        mayWithdraw: false,
      },
    ])
    expect([(await list(teacher)).total, (await list(teacher, 'mine=true')).total]).toEqual([1, 0])
    expect((await list(parent, 'mine=true')).corrections).toMatchObject([
      { correctionId, mayDecide: false, mayWithdraw: true },
    ])
    expect((await list(pupil)).total).toBe(0)
    expect(await eventsOf(test)).toEqual([])

    expect((await decide(teacher, correctionId, true, '已核实')).data).toMatchObject({
      state: 'approved',
      note: '已核实',
      mayDecide: false,
      decidedAt: expect.any(String),
    })
    const [event] = await eventsOf(test)
    expect(event).toMatchObject({ source: 'correction', direction: 'in', studentId: young.studentId })
    expect(new Date(z.parse(z.union([z.string(), z.date()]), event?.['at'])).getTime()).toBe(clock(DAY, '07:50'))
    const query = `month=${DAY.slice(0, 7)}&studentId=${young.studentId}`
    const month = z.parse(
      attendance.mine.response,
      (await parent.get(`${attendance.mine.path}?${query}`)).envelope.data,
    )
    expect(month.days.find(({ date }) => date === DAY)).toMatchObject({
      status: 'missing_out',
      correction: { state: 'approved' },
    })
    const [year, monthOf, day] = DAY.split('-').map(Number)
    expect(year).toBeGreaterThan(2000)
    expect(await messagesOf(parent)).toEqual([`补卡申请已同意（林溪 ${monthOf}月${day}日 07:50 签到）。已核实`])
  })

  it('is not decided by a class teacher who is the parent, who is told why, but by an administrator', async () => {
    await setRule(office)
    const join = (linked: boolean) =>
      runAsOwner(
        test,
        sql`update user_account t set parent_id = ${linked ? sql`p.user_id` : sql`null`} from user_account p
            where t.login_name = 'teacher' and p.login_name = 'parent' and p.unit_id = t.unit_id`,
      )
    await join(true)
    const correctionId = await requested(parent, { studentId: young.studentId })
    expect((await list(teacher, 'toDecide=true')).corrections).toEqual([])
    expect((await list(teacher)).corrections).toMatchObject([{ correctionId, mayDecide: false, ownChild: true }])
    expect(await messagesOf(teacher)).toEqual([])
    expect(await messagesOf(office)).toHaveLength(1)
    expect((await decide(teacher, correctionId)).code).toBe('attendance.own_child')
    expect(await eventsOf(test)).toEqual([])
    expect((await decide(office, correctionId)).code).toBe('ok')
    await join(false)
  })

  it('is told to the class teacher of a pupil, and with the way to decide', async () => {
    await runAsOwner(test, sql`update user_account set language = 'en' where login_name = 'teacher'`)
    await requested(parent, { studentId: young.studentId })
    expect(await messagesOf(teacher)).toEqual([
      expect.stringMatching(
        /^An attendance correction is awaiting your approval \(Lin Xi: in at 07:50 on \d+ \w+\)\. Reason: 忘记刷卡$/,
      ),
    ])
    expect(await addressesOf('teacher')).toEqual(['/pages/attendance/pc_attendance_tm/index.html#/corrections/waiting'])
    expect([await messagesOf(office), await messagesOf(parent)]).toEqual([[], []])
  })

  it('of the staff is told to who may approve it by a role, else to administrators, and never to who asked', async () => {
    await requested(teacher)
    expect(await messagesOf(office)).toEqual([
      expect.stringMatching(/^有一条补卡申请待审批（.+ 07:50 签到）。原因：忘记刷卡$/),
    ])
    await runAsOwner(test, sql`delete from message where module = 'attendance'`)
    await requested(office)
    expect(await messagesOf(office)).toEqual([])

    const clerk = await test.signIn('staff')
    const { userId } = await readMe(clerk)
    await runAsOwner(
      test,
      sql`with r as (insert into role (unit_id, service, code, name, english_name)
          select unit_id, 'attendance', 'approvers', '考勤审批', 'Attendance approvers' from user_account where user_id = ${userId}
          returning unit_id, role_id),
        m as (insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${userId} from r)
        insert into permission_grant (unit_id, code, role_id) select unit_id, 'attendance_approve', role_id from r`,
    )
    await requested(clerk)
    expect([await messagesOf(clerk), (await messagesOf(office)).length]).toEqual([[], 1])
    await requested(teacher, { direction: 'out' })
    expect(await messagesOf(clerk)).toEqual([expect.stringContaining('07:50 签退')])

    await runAsOwner(
      test,
      sql`delete from message where module = 'attendance'; delete from permission_grant where code = 'attendance_approve'`,
    )
    await requested(clerk, { direction: 'out' })
    expect([await messagesOf(clerk), (await messagesOf(office)).length]).toEqual([[], 1])
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, role_id)
        select p.unit_id, p.code, r.role_id from permission p join role r on r.unit_id = p.unit_id
        where p.code = 'attendance_approve' and r.code = 'XX_SYS_'`,
    )
  })

  it('is refused in the language of who asked, and adds nothing', async () => {
    await runAsOwner(test, sql`update user_account set language = 'en' where login_name = 'student'`)
    const correctionId = await requested(pupil, { direction: 'out', time: '17:10' })
    expect((await decide(office, correctionId, false)).data).toMatchObject({
      state: 'refused',
      decidedBy: { realName: '周明远', englishName: 'Zhou Mingyuan' },
    })
    expect(await messagesOf(pupil)).toEqual([
      expect.stringMatching(/^The attendance correction was declined \(Lin Chuan: out at 17:10 on /),
    ])
    expect(await eventsOf(test)).toEqual([])
    expect((await decide(office, correctionId)).code).toBe('attendance.correction_closed')
  })

  it('is decided once, of two who decide at once', async () => {
    const correctionId = await requested(parent, { studentId: young.studentId })
    const answers = await Promise.all([
      decide(teacher, correctionId),
      decide(office, correctionId, false),
      decide(office, correctionId),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      'attendance.correction_closed',
      'attendance.correction_closed',
      'ok',
    ])
  })

  it('is open once for a day and a direction', async () => {
    const correctionId = await requested(pupil)
    expect((await request(pupil, { time: '07:40' })).code).toBe('attendance.correction_open')
    expect((await request(parent, { studentId: (await pupilOf(test, 'student')).studentId })).code).toBe(
      'attendance.correction_open',
    )
    expect((await request(pupil, { direction: 'out' })).code).toBe('ok')
    expect((await ask(pupil, attendance.withdrawCorrection, { correctionId })).data).toMatchObject({
      state: 'withdrawn',
    })
    expect((await ask(pupil, attendance.withdrawCorrection, { correctionId })).code).toBe(
      'attendance.correction_closed',
    )
    expect((await decide(office, correctionId)).code).toBe('attendance.correction_closed')
    expect((await request(pupil, { time: '07:40' })).code).toBe('ok')
    expect((await list(pupil, 'state=open')).total).toBe(2)
  })

  it('is decided by nobody about themselves, and by nobody who is not in charge', async () => {
    const own = await requested(office)
    expect((await decide(office, own)).code).toBe('access.denied')
    const teachers = await requested(teacher)
    expect((await decide(teacher, teachers)).code).toBe('access.denied')
    const pupils = await requested(pupil)
    for (const browser of [teacher, parent]) {
      const { code } = await decide(browser, pupils)
      expect(['access.denied', 'attendance.correction_gone']).toContain(code)
    }
    expect((await ask(teacher, attendance.withdrawCorrection, { correctionId: pupils })).code).toBe(
      'attendance.correction_gone',
    )
    expect((await decide(await test.signIn('admin', { host: 'ginkgo.localhost' }), pupils)).code).toBe(
      'attendance.correction_gone',
    )
    expect((await decide(office, teachers)).code).toBe('ok')
    expect(z.parse(attendance.groups.response, (await office.get(attendance.groups.path)).envelope.data).waiting).toBe(
      1,
    )
  })

  it('is of the last sixty days, has passed, and says why', async () => {
    expect((await request(pupil, { date: addDays(DAY, 3) })).code).toBe('attendance.correction_time')
    expect((await request(pupil, { date: addDays(DAY, -61) })).code).toBe('attendance.correction_time')
    expect((await request(pupil, { reason: '   ' })).fieldErrors).toMatchObject([{ field: 'reason' }])
    expect((await request(pupil, { time: '24:00' })).code).toBe('request.invalid')
    expect((await request(parent)).code).toBe('attendance.no_person')
    expect((await request(pupil, { studentId: young.studentId })).code).toBe('access.denied')
    expect((await request(teacher, { studentId: young.studentId })).code).toBe('access.denied')
  })

  it('after midnight is one of the night', async () => {
    await requested(pupil, { direction: 'out', time: '00:30' })
    const [asked] = await runAsOwner(test, sql`select at from attendance_correction`)
    const at = new Date(z.parse(z.union([z.string(), z.date()]), asked?.['at'])).getTime()
    expect(at).toBe(clock(addDays(DAY, 1), '00:30'))
  })
})

describe('a personal code', () => {
  it('is its person’s, and opens the gate until it is renewed', async () => {
    const station = await registerStation(office, test.visit(), {}, now)
    const read = async (browser: TestBrowser, query = '') =>
      (await browser.get(`${attendance.code.path}${query}`)).envelope
    expect((await read(pupil)).data).toEqual({ code: null, since: null })
    const renew = async () => z.parse(attendance.renewCode.response, (await ask(pupil, attendance.renewCode, {})).data)
    const { code } = await renew()
    expect(code).toMatch(/^\d{8}$/)
    expect((await read(pupil)).data).toMatchObject({ code })
    const { studentId } = await pupilOf(test, 'student')
    expect((await read(parent, `?studentId=${studentId}`)).data).toMatchObject({ code })
    expect((await read(office, `?studentId=${studentId}`)).code).toBe('access.denied')
    expect((await station.deliver(1, { code })).data).toMatchObject({ outcome: 'recorded', realName: '林川' })
    expect(await eventsOf(test)).toMatchObject([{ source: 'code' }])
    const next = await renew()
    expect((await station.deliver(2, { code })).data).toMatchObject({ code: 'attendance.code_unknown' })
    expect((await station.deliver(3, { code: next.code, direction: 'out' })).data).toMatchObject({
      outcome: 'recorded',
    })
    const [stored] = await runAsOwner(
      test,
      sql`select encode(mark, 'escape') || encode(sealed_code, 'escape') as kept from attendance_code`,
    )
    expect(String(stored?.['kept'])).not.toContain(next.code)
  })
})

describe('lateness', () => {
  const yesterday = clock(addDays(DAY, 1), '08:12')

  async function prepare(notifyLate: boolean) {
    const station = await registerStation(office, test.visit(), {}, now)
    await backdateStations(test)
    await ask(office, attendanceAdmin.saveSettings, { timeZone: ZONE, notifyLate, retentionMonths: 12 })
    await ask(office, attendanceAdmin.setCard, { kind: 'pupil', id: young.studentId, number: '4711' })
    return station
  }

  it('is told to guardians once a day, in their language and about their child', async () => {
    const station = await prepare(true)
    await setRule(office)
    await runAsOwner(test, sql`update user_account set language = 'en' where login_name = 'parent'`)
    expect((await station.deliver(1, { code: '4711', at: yesterday })).data).toMatchObject({
      status: 'late',
      minutes: 12,
    })
    await station.deliver(2, { code: '4711', at: yesterday + 3_600_000, direction: 'out' })
    // Delivered later, and earlier than the first: late too, and no second message.
    await station.deliver(3, { code: '4711', at: yesterday - 120_000 })
    expect(await messagesOf(parent)).toEqual([
      expect.stringMatching(/^Lin Xi arrived at 08:12 on \d+ \w+, 12 minutes late\.$/),
    ])
    const [sent] = await runAsOwner(
      test,
      sql`select r.student_id as "studentId", m.url from message m join message_recipient r using (message_id) where m.module = 'attendance'`,
    )
    const day = addDays(DAY, 1)
    const place = `/mine/${day.slice(0, 7)}?student=${young.studentId}&day=${day}`
    expect(sent).toEqual({
      studentId: young.studentId,
      url: `/pages/attendance/pc_attendance_spm/index.html#${place}`,
    })
  })

  it('is told to nobody where the school does not want it, of nobody on time, and of no day long ago', async () => {
    const station = await prepare(false)
    await setRule(office)
    await station.deliver(1, { code: '4711', at: yesterday })
    await ask(office, attendanceAdmin.saveSettings, { timeZone: ZONE, notifyLate: true, retentionMonths: 12 })
    await station.deliver(2, { code: '4711', at: clock(addDays(DAY, -4), '09:00') })
    await runAsOwner(test, sql`delete from attendance_event`)
    await station.deliver(3, { code: '4711', at: clock(addDays(DAY, 1), '07:59') })
    expect(await messagesOf(parent)).toEqual([])
  })

  it('reaches a guardian who is looking at once', async () => {
    const station = await prepare(true)
    await setRule(office)
    const { userId } = await readMe(parent)
    const heard: string[] = []
    const listening = test.database.listen('portal_live', {
      onNotification: (payload) => heard.push(payload),
      onListening: () => undefined,
    })
    await listening.ready
    await station.deliver(1, { code: '4711', at: yesterday })
    await expect.poll(() => heard.join()).toContain(userId)
    await listening.close()
  })
})
