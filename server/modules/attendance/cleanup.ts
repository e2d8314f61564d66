import { and, eq, lt, notExists, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays, addMonths, momentOf } from '../../../contract/rules/zoned-time.ts'
import type { Database, Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import {
  attendanceAbsence,
  attendanceCorrection,
  attendanceDelivery,
  attendanceEvent,
  attendanceNotice,
  attendanceUncertain,
} from '../../db/tables.generated.ts'
import { cleanUp, type CleaningRule } from '../../jobs/clean-up.ts'
import { DEFAULT_SETTINGS } from './attendance-settings.ts'

const unitSpan = z.object({ unitId: z.string(), timeZone: z.string(), months: z.number() })
/** Days for which notices of lateness and outcomes of deliveries are stored: longer than a capture may wait. */
const DAYS_REMEMBERED = 60

/**
 * Deletes what units no longer keep: clock events with their corrections, those of uncertain time, and notices of absence, by whole days of each unit's time zone; and outcomes
 * of deliveries. `now`: milliseconds since 1970.
 */
export async function cleanUpAttendance(database: Database, now: number, signal?: AbortSignal): Promise<void> {
  for (const span of await database.asOwner((tx) => readSpans(tx, now))) await cleanUp(database, rulesOf(span), signal)
  const remembered = new Date(now - DAYS_REMEMBERED * 24 * 60 * 60 * 1000)
  await cleanUp(database, [{ from: attendanceDelivery, where: lt(attendanceDelivery.at, remembered) }], signal)
}

function rulesOf({ unitId, since, absencesSince, noticesSince }: Span): CleaningRule[] {
  const rule = (from: PgTable & { unitId: PgColumn }, isOld: SQL, ...more: SQL[]) => ({
    from,
    where: and(eq(from.unitId, unitId), isOld, ...more),
  })
  const [event, correction] = [attendanceEvent, attendanceCorrection]
  const ofEvent = sql`(select from ${event} where ${event.correctionId} = ${correction.correctionId})`
  return [
    rule(event, lt(event.at, since)),
    rule(correction, lt(correction.requestedAt, since), notExists(ofEvent)),
    rule(attendanceUncertain, lt(attendanceUncertain.recordedAt, since)),
    rule(attendanceAbsence, lt(attendanceAbsence.lastDate, absencesSince)),
    rule(attendanceNotice, lt(attendanceNotice.date, noticesSince)),
  ]
}

type Span = Awaited<ReturnType<typeof readSpans>>[number]

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
      since: new Date(since),
      absencesSince,
      noticesSince: addDays(today, -DAYS_REMEMBERED),
    }
  })
}
