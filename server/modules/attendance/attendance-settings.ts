import { asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { AttendanceSettings, MarkedDay } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDay, attendanceSettings } from '../../db/schema/attendance.ts'
import { DEFAULT_TIME_ZONE } from '../tenants/unit-time-zone.ts'

/** Months of retention by default. */
export const DEFAULT_RETENTION_MONTHS = 36
/** How a unit keeps attendance until its administrators say otherwise. */
export const DEFAULT_SETTINGS: AttendanceSettings = {
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
  if (!found) return DEFAULT_SETTINGS
  const { timeZone, notifyLate, retentionMonths } = found
  return { timeZone, notifyLate, retentionMonths }
}

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

const { date, name, englishName, kind } = attendanceDay
const fields = { date, name, englishName, kind }

/** The days of a year that are marked, in their order. */
export function listMarkedDays(tx: Tx, year: number): Promise<MarkedDay[]> {
  return tx
    .select(fields)
    .from(attendanceDay)
    .where(between(date, `${year}-01-01`, `${year}-12-31`))
    .orderBy(asc(date))
}

/** Marks days; returns their earlier marks. */
export async function markDays(tx: Tx, { unitId }: Session, given: readonly MarkedDay[]): Promise<MarkedDay[]> {
  const days = new Map(given.map((day) => [day.date, { ...day, unitId, name: requireText(day.name) }]))
  const before = await readDays(tx, [...days.keys()])
  await tx
    .insert(attendanceDay)
    .values([...days.values()])
    .onConflictDoUpdate({
      target: [attendanceDay.unitId, date],
      set: {
        name: sql.raw('excluded.name'),
        englishName: sql.raw('excluded.english_name'),
        kind: sql.raw('excluded.kind'),
      },
    })
  return before
}

/** Removes marks; returns them. */
export async function unmarkDays(tx: Tx, dates: readonly string[]): Promise<MarkedDay[]> {
  const before = await readDays(tx, dates)
  await tx.delete(attendanceDay).where(inArray(date, [...dates]))
  return before
}

function readDays(tx: Tx, dates: readonly string[]): Promise<MarkedDay[]> {
  return tx
    .select(fields)
    .from(attendanceDay)
    .where(inArray(date, [...dates]))
    .orderBy(asc(date))
}

function requireText(text: string): string {
  const wanted = text.trim()
  if (wanted !== '') return wanted
  throw new PortalError('request.invalid', { fields: [{ field: 'days', code: 'field.required' }] })
}
