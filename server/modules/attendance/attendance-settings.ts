import { eq, sql } from 'drizzle-orm'
import type { AttendanceSettings } from '../../../contract/endpoints/attendance-admin.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceSettings } from '../../db/schema/attendance.ts'
import { DEFAULT_TIME_ZONE } from '../tenants/unit-time-zone.ts'

/** Months for which comings and goings are kept where administrators have not set them. */
export const DEFAULT_RETENTION_MONTHS = 36
/** How a unit keeps attendance until its administrators say otherwise. */
const DEFAULTS: AttendanceSettings = {
  timeZone: DEFAULT_TIME_ZONE,
  notifyLate: false,
  retentionMonths: DEFAULT_RETENTION_MONTHS,
}

/** How the transaction's unit keeps attendance. */
export async function readAttendanceSettings(tx: Tx): Promise<AttendanceSettings> {
  const [found] = await tx
    .select()
    .from(attendanceSettings)
    .where(eq(attendanceSettings.unitId, sql`portal_unit_id()`))
  if (!found) return DEFAULTS
  const { timeZone, notifyLate, retentionMonths } = found
  return { timeZone, notifyLate, retentionMonths }
}

/** Sets how the unit keeps attendance from now on. Throws 'attendance.time_zone'. */
export async function saveAttendanceSettings(
  tx: Tx,
  { unitId }: Pick<Session, 'unitId'>,
  given: AttendanceSettings,
): Promise<AttendanceSettings> {
  if (!isTimeZone(given.timeZone)) {
    throw new PortalError('attendance.time_zone', { fields: [{ field: 'timeZone', code: 'attendance.time_zone' }] })
  }
  await tx
    .insert(attendanceSettings)
    .values({ unitId, ...given })
    .onConflictDoUpdate({ target: attendanceSettings.unitId, set: { ...given, changedAt: sql`now()` } })
  return given
}
