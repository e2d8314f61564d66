import { asc, between, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type {
  AttendanceSettings as ShownSettings,
  MarkedDay,
} from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import { fieldError, type Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDay, attendanceSettings } from '../../db/tables.generated.ts'
import { DEFAULT_TIME_ZONE } from '../units/unit-time-zone.ts'

/** How a unit keeps attendance until its administrators say otherwise. */
type AttendanceSettings = Omit<ShownSettings, 'version'>

export const DEFAULT_SETTINGS: AttendanceSettings = {
  timeZone: DEFAULT_TIME_ZONE,
  notifyLate: false,
  portalClockIn: true,
  parentExcuse: true,
  retentionMonths: 36,
}

/** How the transaction's unit keeps attendance. */
export async function readAttendanceSettings(tx: Tx): Promise<AttendanceSettings> {
  const [found] = await tx
    .select()
    .from(attendanceSettings)
    .where(eq(attendanceSettings.unitId, sql`portal_unit_id()`))
  return found ?? DEFAULT_SETTINGS
}

export async function saveAttendanceSettings(
  tx: Tx,
  { unitId }: Pick<Session, 'unitId'>,
  given: AttendanceSettings,
): Promise<AttendanceSettings> {
  if (!isTimeZone(given.timeZone)) throw fieldError('timeZone', 'attendance.time_zone')
  await tx
    .insert(attendanceSettings)
    .values({ unitId, ...given })
    .onConflictDoUpdate({ target: attendanceSettings.unitId, set: { ...given, changedAt: sql`now()` } })
  return given
}

const { date } = attendanceDay

/** The days of a year that are marked, in their order. */
export function listMarkedDays(tx: Tx, year: number): Promise<MarkedDay[]> {
  return readDays(tx, between(date, `${year}-01-01`, `${year}-12-31`))
}

/** Marks days; returns their earlier marks. */
export async function markDays(tx: Tx, { unitId }: Session, given: readonly MarkedDay[]): Promise<MarkedDay[]> {
  const days = new Map(given.map((day) => [day.date, { ...day, unitId }]))
  const before = await readDays(tx, inArray(date, [...days.keys()]))
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
  const which = inArray(date, [...dates])
  const before = await readDays(tx, which)
  await tx.delete(attendanceDay).where(which)
  return before
}

function readDays(tx: Tx, which: SQL): Promise<MarkedDay[]> {
  return tx.select().from(attendanceDay).where(which).orderBy(asc(date))
}
