import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { TestApp } from '../app/app.ts'
import { runAsOwner } from '../callers/session-probe.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { ask } from '../callers/call.ts'

/** Of the demo's units, and of the tests. */
export const ZONE = 'Asia/Shanghai'

/** Every day from eight to five, for the whole group, since long ago. */
export const EVERY_DAY = {
  name: '每天',
  englishName: 'Every day',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  inBy: '08:00',
  inTolerance: 5,
  outFrom: '17:00',
  outTolerance: 5,
  dayStart: '04:00',
  appliesTo: 'pupils' as const,
  classIds: [] as string[],
  validFrom: '2026-01-01',
}

/** Ten on a Tuesday morning, at which the school of the tests lives unless a test sets its clock. */
export const NOW = clock('2026-11-24', '10:00')
/** The day of that. */
export const TODAY = '2026-11-24'

/** Deletes what the demo and earlier tests have left of attendance. */
export async function clearAttendance(test: TestApp): Promise<void> {
  for (const table of [
    'delivery',
    'event',
    'uncertain',
    'correction',
    'absence',
    'notice',
    'station',
    'code',
    'rule',
    'day',
    'settings',
  ])
    await runAsOwner(test, sql.raw(`delete from attendance_${table}`))
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
}

/** The pupil of a login name or, younger ones, of a number. */
export async function pupilOf(test: TestApp, name: string): Promise<{ studentId: string; classId: string }> {
  const [found] = await runAsOwner(
    test,
    sql`select s.student_id as "studentId", s.class_id as "classId" from student s left join user_account a on a.user_id = s.user_id
      join unit_host h on h.unit_id = s.unit_id and h.host = 'localhost'
      where a.login_name = ${name} or s.student_number = ${name}`,
  )
  return z.parse(z.object({ studentId: z.string(), classId: z.string() }), found)
}

/** Sets a rule; what is not given is as in `EVERY_DAY`. */
export async function setRule(browser: TestBrowser, given: Partial<attendanceAdmin.AttendanceRule> = {}) {
  const { data } = await ask(browser, attendanceAdmin.saveRule, { ...EVERY_DAY, ...given })
  return z.parse(attendanceAdmin.saveRule.response, data)
}

/** Writes down that a pupil came or went, beside any station. */
export async function addEvent(test: TestApp, studentId: string, direction: 'in' | 'out', at: number): Promise<void> {
  await runAsOwner(
    test,
    sql`insert into attendance_event (unit_id, student_id, at, direction, source)
      select unit_id, student_id, ${new Date(at).toISOString()}::timestamptz, ${direction}, 'card' from student where student_id = ${studentId}`,
  )
}

/** The moment (milliseconds since 1970) at which a clock in the school's time zone shows a time HH:MM. */
export function clock(date: string, time: string, timeZone = ZONE): number {
  return momentOf({ date, minutes: minutesOf(time) }, timeZone)
}

/** As if every station had been registered at `at` (milliseconds since 1970), sixty days before `NOW` unless given: captures from before do not count. */
export async function backdateStations(test: TestApp, at = NOW - 60 * 24 * 60 * 60 * 1000): Promise<void> {
  await runAsOwner(test, sql`update attendance_station set registered_at = ${new Date(at).toISOString()}::timestamptz`)
}

/** The comings and goings that are written down, the oldest first. */
export function eventsOf(test: TestApp) {
  return runAsOwner(
    test,
    sql`select direction, source, student_id as "studentId", user_id as "userId", station_id as "stationId", at from attendance_event order by at, recorded_at`,
  )
}
