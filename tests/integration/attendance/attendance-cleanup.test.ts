import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import { cleanUpAttendance } from '../../../server/modules/attendance/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { addEvent, clearAttendance, eventsOf, NOW, pupilOf, ZONE } from '../../support/schools/attendance-school.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { registerStation } from '../../support/schools/station.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'

const DAY = 24 * 60 * 60 * 1000
const now = () => NOW

let test: TestApp
let office: TestBrowser
beforeAll(async () => {
  test = await createTestApp({ now })
  office = await test.signIn('admin')
})
afterAll(() => test.close())
beforeEach(() => clearAttendance(test))

const collect = () => cleanUpAttendance(test.database, NOW)
const before = (days: number) => new Date(NOW - days * DAY).toISOString()

it('comings and goings leave when the school keeps them no longer, and those of others stay', async () => {
  const { studentId } = await pupilOf(test, 'student')
  for (const days of [10, 100, 400, 1200]) await addEvent(test, studentId, 'in', NOW - days * DAY)
  await collect()
  expect(await eventsOf(test)).toHaveLength(3)
  const kept = { timeZone: ZONE, notifyLate: false, retentionMonths: 3 }
  await ask(await test.signIn('admin', { host: 'ginkgo.localhost' }), attendanceAdmin.saveSettings, kept)
  await collect()
  expect(await eventsOf(test)).toHaveLength(3)
  await ask(office, attendanceAdmin.saveSettings, { ...kept, retentionMonths: 6 })
  await collect()
  expect(await eventsOf(test)).toHaveLength(2)
})

it('a correction leaves with what it has added', async () => {
  const { studentId } = await pupilOf(test, 'student')
  await runAsOwner(
    test,
    sql`with asked as (
      insert into attendance_correction (unit_id, student_id, date, direction, time, at, reason, state, requested_at)
      select unit_id, student_id, '2023-08-12', 'in', '08:00', '2023-08-12 08:00Z', 'x', 'approved', '2023-08-13 08:00Z'
      from student where student_id = ${studentId} returning *)
    insert into attendance_event (unit_id, student_id, at, direction, source, correction_id)
    select unit_id, student_id, at, direction, 'correction', correction_id from asked`,
  )
  await collect()
  expect(await runAsOwner(test, sql`select from attendance_correction`)).toEqual([])
  expect(await eventsOf(test)).toEqual([])
})

it('a notice of absence leaves when its days are kept no longer', async () => {
  const { studentId } = await pupilOf(test, 'student')
  for (const date of ['2023-11-20', '2023-11-24', '2026-11-20'])
    await runAsOwner(
      test,
      sql`insert into attendance_absence (unit_id, student_id, first_date, last_date, kind, state)
        select unit_id, student_id, ${date}::date, ${date}::date, 'illness', 'accepted' from student where student_id = ${studentId}`,
    )
  await collect()
  // Of three years back the same day is kept.
  expect(await runAsOwner(test, sql`select first_date::text as date from attendance_absence order by 1`)).toEqual([
    { date: '2023-11-24' },
    { date: '2026-11-20' },
  ])
})

it('what became of old captures is forgotten, and none of them counts again', async () => {
  const station = await registerStation(office, test.visit(), {}, now)
  const first = await station.deliver(1, { code: '40404040' })
  await runAsOwner(test, sql`update attendance_delivery set at = ${before(59)}::timestamptz`)
  await collect()
  expect((await station.deliver(1, { code: '40404040' })).data).toEqual(first.data)
  await runAsOwner(test, sql`update attendance_delivery set at = ${before(61)}::timestamptz`)
  await collect()
  expect((await station.deliver(1, { code: '40404040' })).data).toMatchObject({ code: 'attendance.outcome_gone' })
  expect(z.parse(attendanceStation.hello.response, (await station.hello()).data).nextSeq).toBe(2)
})
