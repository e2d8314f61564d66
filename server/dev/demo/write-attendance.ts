import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays, weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDay, attendanceRule, attendanceSettings } from '../../db/tables.generated.ts'
import absences from './absences.json' with { type: 'json' }
import corrections from './corrections.json' with { type: 'json' }
import { DEMO_TIME_ZONE, type DemoUnit } from './demo-units.ts'
import type { DemoContext } from './write-waiting.ts'

const WORKDAYS = [1, 2, 3, 4, 5]
const SATURDAY = 6

/** Writes rules, holidays, and some weeks of clock events up to now. */
export async function writeAttendance(tx: Tx, { unit, unitId, now }: DemoContext): Promise<void> {
  const today = dayOf(now.getTime(), DEMO_TIME_ZONE)
  const holidays = holidaysAround(today)
  await tx
    .insert(attendanceSettings)
    .values({ unitId, timeZone: DEMO_TIME_ZONE, notifyLate: true, retentionMonths: 36 })
  const first = addDays(today, -7 * unit.attendanceWeeks)
  // A rule makes days without events absences: with events it begins on their first day.
  await tx
    .insert(attendanceRule)
    .values(rulesOf(unit, unitId, unit.attendanceWeeks === 0 ? addDays(today, -365) : first))
  await tx.insert(attendanceDay).values(holidays.map((day) => ({ ...day, unitId })))
  if (unit.attendanceWeeks === 0) return
  const free = holidays.flatMap(({ date, kind }) => (kind === 'holiday' ? date : []))
  const dates = Array.from({ length: 7 * unit.attendanceWeeks + 1 }, (_, at) => addDays(first, at))
  const days = dates.filter((date) => WORKDAYS.includes(weekdayOf(date)) && !free.includes(date))
  await writeComings(tx, unitId, days, now)
  await writeCorrections(tx, unitId, days, now)
  await writeAbsences(tx, unitId, days, now)
}

function rulesOf(unit: DemoUnit, unitId: string, validFrom: string) {
  const common = {
    unitId,
    validFrom,
    weekdays: WORKDAYS,
    inTolerance: 5,
    outTolerance: 5,
    dayStart: '04:00',
    classIds: [],
  }
  const staff = {
    appliesTo: 'staff' as const,
    name: '教职工作息',
    englishName: 'Staff hours',
    inBy: '07:50',
    outFrom: '17:00',
  }
  const pupils = {
    appliesTo: 'pupils' as const,
    name: '学生作息',
    englishName: 'School hours',
    inBy: '08:00',
    outFrom: '16:30',
  }
  return [staff, ...(unit.isSchool ? [pupils] : [])].map((rule) => ({ ...common, ...rule, ruleId: randomUUID() }))
}

/** The holidays of a day's school year, and the make-up Saturday of one of them. */
function holidaysAround(today: string) {
  const year = Number(today.slice(0, 4)) - (Number(today.slice(5, 7)) < 9 ? 1 : 0)
  const holiday = (date: string, name: string, englishName: string) => {
    return { date, name, englishName, kind: 'holiday' as const }
  }
  const autumn = Array.from({ length: 7 }, (_, at) => holiday(`${year}-10-0${at + 1}`, '国庆节', 'National Day'))
  const after = addDays(`${year}-10-08`, (SATURDAY - weekdayOf(`${year}-10-08`) + 7) % 7)
  return [
    ...autumn,
    { date: after, name: '国庆节调休', englishName: 'Make-up day for National Day', kind: 'workday' as const },
    holiday(`${year + 1}-01-01`, '元旦', 'New Year’s Day'),
    holiday(`${year + 1}-05-01`, '劳动节', 'Labour Day'),
  ]
}

/** Most come a little early and leave a little late; some are late, ill, or forget. The same ones on the same day. */
async function writeComings(tx: Tx, unitId: string, days: readonly string[], now: Date): Promise<void> {
  const chance = (of: string) => sql`(hashtext(p.number || d.date || ${of}::text) & 2147483647) % 1000`
  await tx.execute(sql`
    with people as (
      select student_id, null::uuid as user_id, student_number as number, 480 as come, 990 as go from student where unit_id = ${unitId}
      union all
      select null, user_id, staff_number, 470, 1020 from staff_member where unit_id = ${unitId}),
    draws as (
      select p.*, d.date::date as date, ${chance('in')} as coming, ${chance('out')} as going
      from people p, unnest(${`{${days.join(',')}}`}::text[]) as d (date)),
    passages as (
      select *, 'in' as direction, case when coming < 75 then come + 6 + coming % 35 else come - 35 + coming % 34 end as minutes, coming % 60 as seconds
      from draws where coming >= 30
      union all
      select *, 'out', case when going < 35 then go - 90 + going % 80 else go + going % 40 end, going % 60
      from draws where going >= 12 and coming >= 20),
    moments as (
      select *, (date + make_interval(mins => minutes, secs => seconds)) at time zone ${DEMO_TIME_ZONE} as at from passages)
    insert into attendance_event (unit_id, student_id, user_id, at, direction, source, recorded_at)
    select ${unitId}, student_id, user_id, at, direction, 'card', at from moments where at <= ${now.toISOString()}::timestamptz`)
}

/**
 * Writes sample requests for corrections, each so many school days ago, of a pupil (by number) or an employee (by login name), decided by the
 * administrator, and the clock events of approved ones.
 */
async function writeCorrections(tx: Tx, unitId: string, days: readonly string[], now: Date): Promise<void> {
  for (const { of, by, daysAgo, direction, time, reason, state, note = '' } of corrections) {
    const date = days.at(-1 - daysAgo)
    if (date === undefined) continue
    const decidedAt = state === 'open' ? null : now.toISOString()
    await tx.execute(sql`
      with whose as (
        select student_id, null::uuid as user_id from student where unit_id = ${unitId} and student_number = ${of}
        union all
        select null, user_id from user_account where unit_id = ${unitId} and login_name = ${of} and user_type in (2, 4)),
      asked as (
        insert into attendance_correction (unit_id, student_id, user_id, date, direction, time, at, reason, state, requested_by, requested_at, decided_by, decided_at, note)
        select ${unitId}, w.student_id, w.user_id, ${date}::date, ${direction}, ${time}, (${`${date} ${time}`}::timestamp) at time zone ${DEMO_TIME_ZONE}, ${reason},
          ${state}, a.user_id, greatest(${now.toISOString()}::timestamptz - interval '20 hours',
            (${`${date} ${time}`}::timestamp) at time zone ${DEMO_TIME_ZONE} + interval '1 hour'),
          case when ${decidedAt}::timestamptz is not null then (select user_id from user_account where unit_id = ${unitId} and login_name = 'admin') end,
          ${decidedAt}::timestamptz, ${note}
        from whose w join user_account a on a.unit_id = ${unitId} and a.login_name = ${by}
        returning *)
      insert into attendance_event (unit_id, student_id, user_id, at, direction, source, correction_id)
      select unit_id, student_id, user_id, at, direction, 'correction', correction_id from asked where state = 'approved'`)
  }
}

/**
 * Writes sample notices of absence of pupils (by number), each of the day so many school days ago or, negative, so many days ahead, decided by the
 * administrator; nothing was recorded of who was absent for the whole day.
 */
async function writeAbsences(tx: Tx, unitId: string, days: readonly string[], now: Date): Promise<void> {
  const today = dayOf(now.getTime(), DEMO_TIME_ZONE)
  for (const { of, by, daysAgo, until = null, kind, note, state, decisionNote = '' } of absences) {
    const date = daysAgo < 0 ? addDays(today, -daysAgo) : days.at(-1 - daysAgo)
    if (date === undefined) continue
    const decidedAt = state === 'open' ? null : now.toISOString()
    await tx.execute(sql`
      with entered as (
        insert into attendance_absence (unit_id, student_id, first_date, last_date, until_time, kind, note, state, requested_by, requested_at, decided_by, decided_at, decision_note)
        select ${unitId}, s.student_id, ${date}::date, ${date}::date, ${until}::text, ${kind}, ${note}, ${state}, a.user_id, ${now.toISOString()}::timestamptz - interval '12 hours',
          case when ${decidedAt}::timestamptz is not null then (select user_id from user_account where unit_id = ${unitId} and login_name = 'admin') end,
          ${decidedAt}::timestamptz, ${decisionNote}
        from student s join user_account a on a.unit_id = ${unitId} and a.login_name = ${by}
        where s.unit_id = ${unitId} and s.student_number = ${of}
        returning student_id, first_date, state, until_time)
      delete from attendance_event e using entered n
      where e.student_id = n.student_id and n.state = 'accepted' and n.until_time is null and e.correction_id is null
        and (e.at at time zone ${DEMO_TIME_ZONE})::date = n.first_date`)
  }
}
