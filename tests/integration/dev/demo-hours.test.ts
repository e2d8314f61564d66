import { sql, type SQL } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { seedDemoSchool } from '../../../server/dev/demo/seed-demo-school.ts'
import { DEMO_TIME_ZONE } from '../../../server/dev/demo/demo-units.ts'
import { createTestDatabase } from '../../support/app/database.ts'

it.each([
  // Early on a Tuesday: yesterday's last lesson ended half a day ago.
  ['2026-11-23T21:30:00Z', '2026-2027', '1'],
  ['2026-11-24T15:59:59Z', '2026-2027', '1'],
  // After midnight, which is still the last of November's.
  ['2026-11-30T16:30:00Z', '2026-2027', '1'],
  // The first minutes of a school year, while it is August in UTC.
  ['2026-08-31T16:05:00Z', '2026-2027', '1'],
  // Within a week of holidays.
  ['2026-10-04T02:00:00Z', '2026-2027', '1'],
  ['2028-02-29T04:00:00Z', '2027-2028', '2'],
])('the demo school that is made at %s tells of nothing that is still to come', async (moment, schoolYear, term) => {
  const now = new Date(moment)
  const { database, close } = await createTestDatabase()
  try {
    await seedDemoSchool(database, now)
    const query = (text: SQL) => database.asOwner(async (tx) => (await tx.execute(text)).rows)
    const at = sql`${moment}::timestamptz`
    expect(await query(sql`select distinct school_year, term from unit`)).toEqual([{ school_year: schoolYear, term }])

    const [events] = await query(sql`
      select count(*)::int as count, bool_or(e.at > ${at}) as early,
        bool_or((e.at at time zone ${DEMO_TIME_ZONE})::date in (select date from attendance_day d where d.unit_id = e.unit_id and d.kind = 'holiday')) as free,
        max((e.at at time zone ${DEMO_TIME_ZONE})::date)::text as last
      from attendance_event e`)
    expect(events).toMatchObject({ early: false, free: false })
    expect(Number(events?.['count'])).toBeGreaterThan(1000)
    // A rule from before the first of them would make everyone absent until then.
    const [rules] = await query(sql`
      select bool_and(r.valid_from >= f.first - 6) as follow, bool_and(r.valid_from <= f.first) as cover
      from attendance_rule r join (
        select unit_id, min((at at time zone ${DEMO_TIME_ZONE})::date) as first from attendance_event group by unit_id
      ) f using (unit_id)`)
    expect(rules).toEqual({ follow: true, cover: true })
    expect(String(events?.['last']) <= dayOf(now.getTime(), DEMO_TIME_ZONE)).toBe(true)

    expect(
      await query(sql`
        select count(*)::int as count, bool_and(at < requested_at) as after, bool_and(requested_at < ${at}) as past,
          bool_and((decided_at is null) = (state = 'open')) as decided, bool_or(decided_at < requested_at or decided_at > ${at}) as odd
        from attendance_correction`),
    ).toEqual([{ count: 6, after: true, past: true, decided: true, odd: false }])
    expect(
      await query(
        sql`select (select max(sent_at) from message) < ${at} as sent, (select max(created_at) from todo) < ${at} as asked`,
      ),
    ).toEqual([{ sent: true, asked: true }])
  } finally {
    await close()
  }
})
