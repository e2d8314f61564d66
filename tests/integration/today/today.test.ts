import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { saveHandIn, closeHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { saveTodayCard, today, type TodayCard } from '../../../contract/endpoints/desktop/today.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import {
  addEvent,
  clearAttendance,
  clock,
  NOW,
  pupilOf,
  setRule,
  TODAY,
} from '../../support/schools/attendance-school.ts'
import { registerStation } from '../../support/schools/station.ts'
import { UNLINK_TEACHER } from '../../support/schools/unlinked-teacher.ts'

let test: TestApp
/** The numbers of a unit are told again for twenty seconds: each test has a later one. */
let now = NOW
let admin: TestBrowser
let teacher: TestBrowser
let parent: TestBrowser
let pupil: TestBrowser
/** In the class of the demo's teacher. */
let young: { studentId: string; classId: string }
let own: { studentId: string; classId: string }
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
  await runAsOwner(test, UNLINK_TEACHER)
  ;[admin, teacher, parent, pupil] = (await Promise.all(
    ['admin', 'teacher', 'parent', 'student'].map((name) => test.signIn(name)),
  )) as [TestBrowser, TestBrowser, TestBrowser, TestBrowser]
  young = await pupilOf(test, '20260101')
  own = await pupilOf(test, 'student')
})
afterAll(() => test.close())
beforeEach(async () => {
  now += 60_000
  await clearAttendance(test)
  await runAsOwner(test, sql`update todo set closed_at = now() where closed_at is null`)
})

async function read(browser: TestBrowser) {
  const { code, data } = (await browser.get(today.path)).envelope
  if (code !== 'ok') throw new Error(code)
  return z.parse(today.response, data)
}

async function cards<Kind extends TodayCard['kind']>(browser: TestBrowser, kind: Kind) {
  const found = (await read(browser)).cards
  return found.filter((card): card is Extract<TodayCard, { kind: Kind }> => card.kind === kind)
}

const clockText = (time: string) => new Date(clock(TODAY, time)).toISOString()

/** A clock-in between seven and nine that a station delivered at this time. */
async function addUncertain(studentId: string, recordedAt: string) {
  const [added] = await runAsOwner(
    test,
    sql`insert into attendance_uncertain (unit_id, station_id, seq, student_id, direction, source, clock_at, earliest, latest, recorded_at)
      select s.unit_id, t.station_id, 1 + (select count(*) from attendance_uncertain), s.student_id, 'in', 'card', ${clockText('07:00')}::timestamptz, ${clockText('07:00')}::timestamptz, ${clockText('09:00')}::timestamptz,
        ${clockText(recordedAt)}::timestamptz
      from student s join attendance_station t using (unit_id) where s.student_id = ${studentId} limit 1
      returning uncertain_id as "uncertainId"`,
  )
  return z.parse(z.object({ uncertainId: z.string() }), added)
}

it('tells who sees all how pupils and staff stand, and others nothing of them', async () => {
  await setRule(admin)
  await addEvent(test, young.studentId, 'in', clock(TODAY, '07:50'))
  await addEvent(test, own.studentId, 'in', clock(TODAY, '08:30'))
  const [pupils, ...others] = await cards(admin, 'attendance')
  const [counted] = await runAsOwner(
    test,
    sql`select count(*)::int as count from student s join class_group c using (class_id) join unit_host h on h.unit_id = s.unit_id and h.host = 'localhost'
      where c.closed_on is null`,
  )
  const due = Number(counted?.['count'])
  expect(pupils).toMatchObject({ group: null, due, present: 2, late: 1, absent: due - 2 })
  // The rule is for pupils.
  expect(others).toEqual([])
  expect(await cards(parent, 'attendance')).toEqual([])
  expect(await cards(pupil, 'attendance')).toEqual([])

  // Before the start of the day no pupil counts as absent.
  now = clock(TODAY, '07:30') + now - NOW
  expect((await cards(admin, 'attendance'))[0]).toMatchObject({ due, present: 2, absent: 0 })
  now = NOW + 600_000
})

it('tells a class teacher how the own class stands', async () => {
  await setRule(admin)
  await addEvent(test, young.studentId, 'in', clock(TODAY, '07:50'))
  await addEvent(test, own.studentId, 'in', clock(TODAY, '07:50'))
  const found = await cards(teacher, 'attendance')
  expect(found).toMatchObject([{ group: young.classId, present: 1, late: 0 }])
  expect(found[0]?.name).not.toBe('')
})

it('has no numbers on a day without school', async () => {
  await setRule(admin, { weekdays: [1] })
  expect(await cards(teacher, 'attendance')).toEqual([])
  expect(await cards(admin, 'attendance')).toEqual([])
  expect(await cards(pupil, 'own')).toEqual([])
})

it('tells parents of each child’s arrival, with what is open about it', async () => {
  await setRule(admin)
  await runAsOwner(
    test,
    sql`update todo set closed_at = null where student_id is null and user_id = (select user_id from user_account where login_name = 'parent' limit 1)`,
  )
  const [before] = await cards(parent, 'child')
  expect(before).toMatchObject({ due: true, firstIn: null, overdue: true })
  expect(before?.todos).toBeGreaterThan(0)
  const at = clock(TODAY, '07:52')
  await addEvent(test, String(before?.studentId), 'in', at)
  expect((await cards(parent, 'child'))[0]).toMatchObject({ firstIn: new Date(at).toISOString(), overdue: false })
  expect(await cards(parent, 'own')).toEqual([])
  expect(await cards(teacher, 'child')).toEqual([])
})

it('tells pupils of their own day', async () => {
  await setRule(admin)
  expect(await cards(pupil, 'own')).toMatchObject([{ firstIn: null, overdue: true }])
  await addEvent(test, own.studentId, 'in', clock(TODAY, '08:30'))
  expect(await cards(pupil, 'own')).toMatchObject([{ lateMinutes: 30, overdue: false }])
})

it('tells of requests to those who decide them, the oldest first', async () => {
  await setRule(admin)
  const request = (time: string) =>
    ask(parent, attendance.requestCorrection, {
      date: TODAY,
      direction: 'in',
      time,
      reason: '忘记刷卡',
      studentId: young.studentId,
    })
  const { data } = await request('07:50')
  const { correctionId } = z.parse(attendance.requestCorrection.response, data)
  expect(await cards(teacher, 'corrections')).toMatchObject([{ waiting: 1, next: { correctionId, mayDecide: true } }])
  expect(await cards(parent, 'corrections')).toEqual([])
  await ask(teacher, attendance.decideCorrection, { correctionId, approve: true, note: '' })
  expect(await cards(teacher, 'corrections')).toEqual([])
})

it('tells of clock-ins of uncertain time to those who decide about them, until they are or the right is withdrawn', async () => {
  await registerStation(admin, test.visit(), {}, () => now)
  const first = await addUncertain(young.studentId, '09:05')
  const second = await addUncertain(own.studentId, '09:10')
  expect(await cards(admin, 'uncertain')).toMatchObject([{ waiting: 2, next: { ...second, state: 'open' } }])
  // Of the own class alone.
  expect(await cards(teacher, 'uncertain')).toMatchObject([
    { waiting: 1, next: { ...first, person: { realName: '林溪' }, earliest: clockText('07:00') } },
  ])
  for (const other of [parent, pupil]) expect(await cards(other, 'uncertain')).toEqual([])
  // Who has left hides nobody else's.
  const ownStudent = sql`student_id = ${own.studentId}`
  const [place] = await runAsOwner(test, sql`select class_id as id from student where ${ownStudent}`)
  await runAsOwner(
    test,
    sql`update student set class_id = null, left_on = '2026-01-01', left_reason = 'left' where ${ownStudent}`,
  )
  expect(await cards(admin, 'uncertain')).toMatchObject([{ waiting: 1, next: first }])
  const back = sql`class_id = ${place?.['id']}::uuid, left_on = null, left_reason = null`
  await runAsOwner(test, sql`update student set ${back} where ${ownStudent}`)
  now += 60_000
  await ask(admin, attendance.decideUncertain, { ...second, when: null })
  expect(await cards(admin, 'uncertain')).toMatchObject([{ waiting: 1, next: first }])
  const setHead = (head: ReturnType<typeof sql>) =>
    runAsOwner(test, sql`update class_group set head_teacher_id = ${head} where class_id = ${young.classId}`)
  const [before] = await runAsOwner(
    test,
    sql`select head_teacher_id as id from class_group where class_id = ${young.classId}`,
  )
  await setHead(sql`null`)
  expect(await cards(teacher, 'uncertain')).toEqual([])
  await setHead(sql`${before?.['id']}::uuid`)
  expect(await cards(teacher, 'uncertain')).toMatchObject([{ waiting: 1 }])
})

it('shows the to-do whose last day is next', async () => {
  await runAsOwner(
    test,
    sql`insert into todo (unit_id, user_id, module, title, due_on, asks)
      select unit_id, user_id, 'notice', t.title, t.due_on::date, 'done' from user_account,
        (values ('later', '2090-02-01'), ('next', '2090-01-01'), ('some day', null)) t (title, due_on)
      where login_name = 'student' and unit_id = (select unit_id from unit_host where host = 'localhost')`,
  )
  expect(await cards(pupil, 'todos')).toMatchObject([{ total: 3, next: { title: 'next', asks: { answer: 'done' } } }])
})

it('tells administrators what needs care, by their rights', async () => {
  await runAsOwner(test, sql`update licence set ends_at = now() + interval '2 years'`)
  expect(await cards(admin, 'care')).toEqual([])
  await runAsOwner(test, sql`update licence set ends_at = now() + interval '20 days' where server_id = 'storage'`)
  expect(await cards(admin, 'care')).toEqual([{ kind: 'care', items: [{ code: 'services', count: 1 }] }])
  expect(await cards(teacher, 'care')).toEqual([])
})

it('has no attendance for whom the right was withdrawn', async () => {
  await setRule(admin)
  await registerStation(admin, test.visit(), {}, () => now)
  await addUncertain(young.studentId, '09:05')
  expect(await cards(teacher, 'uncertain')).toHaveLength(1)
  await runAsOwner(test, sql`delete from permission_grant where code = 'attendance' and user_type in (1, 2, 3)`)
  for (const kind of ['attendance', 'corrections', 'uncertain'] as const)
    expect([kind, ...(await cards(teacher, kind))]).toEqual([kind])
  expect(await cards(parent, 'child')).toEqual([])
  expect(await cards(pupil, 'own')).toEqual([])
})

it('shows a card of an application to who has that application, until it ends', async () => {
  const until = new Date(now + 3_600_000).toISOString()
  const card = {
    title: '作业',
    englishTitle: 'Homework',
    text: '两份未交',
    englishText: 'Two are missing',
    place: '#/due?x=1',
    until,
  }
  const save = (browser: TestBrowser, code: string, given: object | null) =>
    ask(browser, saveTodayCard, { code, card: given })
  expect((await save(pupil, 'files', card)).code).toBe('ok')
  expect((await save(pupil, 'administration', card)).code).toBe('access.denied')
  expect((await save(pupil, 'files', { ...card, place: 'https://example.org' })).code).toBe('request.invalid')
  expect((await save(pupil, 'files', { ...card, until: new Date(now - 1000).toISOString() })).code).toBe(
    'publication.past',
  )
  const { until: _, ...shown } = card
  expect(await cards(pupil, 'application')).toEqual([{ kind: 'application', code: 'files', ...shown }])
  expect(await cards(teacher, 'application')).toEqual([])
  expect((await save(pupil, 'files', { ...card, title: '新作业' })).code).toBe('ok')
  expect(await cards(pupil, 'application')).toMatchObject([{ title: '新作业' }])
  now += 3_600_001
  expect(await cards(pupil, 'application')).toEqual([])
  now -= 3_600_001
  expect((await save(pupil, 'files', null)).code).toBe('ok')
  expect(await cards(pupil, 'application')).toEqual([])
})

it('tells parents what a child has to hand in, and the teacher how many have, until it is closed', async () => {
  const given = {
    classId: young.classId,
    title: '我的家乡',
    text: '',
    dueAt: new Date(Date.now() + 3_600_000).toISOString(),
    maxFiles: 3,
    maxBytes: null,
  }
  const { data } = await ask(teacher, saveHandIn, { id: null, ...given })
  const { id } = z.parse(saveHandIn.response, data)
  expect(await cards(parent, 'handIn')).toMatchObject([
    { id, title: '我的家乡', isLate: false, waiting: 1, student: { name: '林溪' } },
  ])
  expect(await cards(teacher, 'collecting')).toMatchObject([{ id, handedIn: 0 }])
  expect(await cards(teacher, 'handIn')).toEqual([])
  expect(await cards(pupil, 'handIn')).toEqual([])
  expect((await ask(teacher, closeHandIn, { id, closed: true })).code).toBe('ok')
  expect(await cards(parent, 'handIn')).toEqual([])
  expect(await cards(teacher, 'collecting')).toEqual([])
})
