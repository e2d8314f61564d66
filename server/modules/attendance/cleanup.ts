import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays, addMonths, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { DEFAULT_SETTINGS } from './attendance-settings.ts'

const unitSpan = z.object({ unitId: z.string(), timeZone: z.string(), months: z.number() })
/** Days for which notices of lateness and outcomes of deliveries are stored: longer than a capture may wait. */
const DAYS_REMEMBERED = 60

/**
 * Deletes what units no longer keep: clock events with their corrections, those of uncertain time, and notices of absence, by whole days of each unit's time zone; and outcomes
 * of deliveries. In every unit: needs the owner's transaction. `now`: milliseconds since 1970.
 */
export async function cleanUpAttendance(tx: Tx, now: number): Promise<void> {
  const spans = await readSpans(tx, now)
  // The database's time zones may be older than those of `momentOf`.
  const kept = sql`jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as kept ("unitId" uuid, since timestamptz, "absencesSince" date, "noticesSince" date)`
  await tx.execute(
    sql`delete from attendance_event e using ${kept} where e.unit_id = kept."unitId" and e.at < kept.since`,
  )
  await tx.execute(sql`
    delete from attendance_correction c using ${kept}
    where c.unit_id = kept."unitId" and c.requested_at < kept.since
      and not exists (select from attendance_event e where e.correction_id = c.correction_id)`)
  await tx.execute(
    sql`delete from attendance_uncertain t using ${kept} where t.unit_id = kept."unitId" and t.recorded_at < kept.since`,
  )
  await tx.execute(
    sql`delete from attendance_absence a using ${kept} where a.unit_id = kept."unitId" and a.last_date < kept."absencesSince"`,
  )
  await tx.execute(sql`
    delete from attendance_delivery where at < ${new Date(now).toISOString()}::timestamptz - make_interval(days => ${DAYS_REMEMBERED})`)
  await tx.execute(
    sql`delete from attendance_notice n using ${kept} where n.unit_id = kept."unitId" and n.date < kept."noticesSince"`,
  )
}

/** The start of each unit's retention. */
async function readSpans(tx: Tx, now: number) {
  const rows = await queryRows(tx, unitSpan)`
    select u.unit_id as "unitId", coalesce(s.time_zone, ${DEFAULT_SETTINGS.timeZone}) as "timeZone",
      coalesce(s.retention_months, ${DEFAULT_SETTINGS.retentionMonths}) as months
    from unit u left join attendance_settings s on s.unit_id = u.unit_id`
  return rows.map(({ unitId, timeZone, months }) => {
    const today = dayOf(now, timeZone)
    const absencesSince = addMonths(today, -months)
    const since = momentOf({ date: absencesSince, minutes: 0 }, timeZone)
    return {
      unitId,
      since: new Date(since).toISOString(),
      absencesSince,
      noticesSince: addDays(today, -DAYS_REMEMBERED),
    }
  })
}
