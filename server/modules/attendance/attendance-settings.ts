import { asc, between, eq, inArray, sql, type SQL } from 'drizzle-orm'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { MarkedDay } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import { difference } from '../../http/admin-events.ts'
import { fieldError, type Handler } from '../../http/call.ts'
import { beginSettings, withVersion } from '../../http/record-version.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDay, attendanceSettings } from '../../db/tables.generated.ts'
import { DEFAULT_TIME_ZONE } from '../units/unit-time-zone.ts'

/** How a unit keeps attendance until its administrators say otherwise. */
type AttendanceSettings = Omit<attendanceAdmin.AttendanceSettings, 'version'>

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

const readVersioned = async (tx: Tx) => withVersion(await readAttendanceSettings(tx))

export const readSettings: Handler<typeof attendanceAdmin.settings> = (_, { tx }) => readVersioned(tx)

/** Throws what the endpoint says. */
export const saveSettings: Handler<typeof attendanceAdmin.saveSettings> = async (
  { version, ...given },
  { tx, session: { unitId }, record },
) => {
  const current = await beginSettings(tx, attendanceAdmin.saveSettings, version, () => readVersioned(tx))
  const { version: _, ...before } = current
  await record(tx, { changes: difference(before, given) })
  if (!isTimeZone(given.timeZone)) throw fieldError('timeZone', 'attendance.time_zone')
  await tx
    .insert(attendanceSettings)
    .values({ unitId, ...given })
    .onConflictDoUpdate({ target: attendanceSettings.unitId, set: { ...given, changedAt: sql`now()` } })
  return withVersion(given)
}

const { date } = attendanceDay

/** The days of a year that are marked, in their order. */
export const listDays: Handler<typeof attendanceAdmin.calendar> = ({ year }, { tx }) =>
  readDays(tx, between(date, `${year}-01-01`, `${year}-12-31`))

/** Marks days; returns their earlier marks. */
export const saveDays: Handler<typeof attendanceAdmin.saveDays> = async (
  given,
  { tx, session: { unitId }, record },
) => {
  await record(tx, { changes: given })
  const days = new Map(given.days.map((day) => [day.date, { ...day, unitId }]))
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
export const deleteDays: Handler<typeof attendanceAdmin.deleteDays> = async ({ dates }, { tx, record }) => {
  await record(tx, { changes: { dates } })
  const which = inArray(date, [...dates])
  const before = await readDays(tx, which)
  await tx.delete(attendanceDay).where(which)
  return before
}

function readDays(tx: Tx, which: SQL): Promise<MarkedDay[]> {
  return tx.select().from(attendanceDay).where(which).orderBy(asc(date))
}
