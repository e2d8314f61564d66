import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/**
 * Deletes what units do not keep any longer: comings and goings with the corrections that they came from, and what became of deliveries, which a station asks for
 * within days. In every unit: needs the owner's transaction.
 */
export async function collectAttendance(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with spans as (
      select u.unit_id, now() - make_interval(months => coalesce(s.retention_months, 36)) as until
      from unit u left join attendance_settings s on s.unit_id = u.unit_id)
    delete from attendance_event e using spans s where e.unit_id = s.unit_id and e.at < s.until`)
  await tx.execute(sql`
    with spans as (
      select u.unit_id, now() - make_interval(months => coalesce(s.retention_months, 36)) as until
      from unit u left join attendance_settings s on s.unit_id = u.unit_id)
    delete from attendance_correction c using spans s
    where c.unit_id = s.unit_id and c.requested_at < s.until
      and not exists (select from attendance_event e where e.correction_id = c.correction_id)`)
  await tx.execute(sql`delete from attendance_delivery where at < now() - interval '60 days'`)
  await tx.execute(sql`delete from attendance_notice where date < current_date - 60`)
}
