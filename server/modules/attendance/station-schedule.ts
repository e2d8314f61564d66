import { asc, between } from 'drizzle-orm'
import { CAPTURE_LIFE, type hello } from '../../../contract/endpoints/attendance-station.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { dayOf } from '../../../contract/rules/attendance-status.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDay, attendanceRule } from '../../db/schema/attendance.ts'
import { readTimeZone } from '../tenants/unit-time-zone.ts'
import { groupBy } from './group-by.ts'
import type { RuleVersion } from './rule-book.ts'

type Schedule = ResponseOf<typeof hello>['schedule']

/** A station may be without a network for as long as its captures count. */
const DAYS_AHEAD = CAPTURE_LIFE / (24 * 60 * 60 * 1000)

/** The hours of the transaction's unit from the day before `now` (milliseconds since 1970) on, whose night may still last. */
export async function readStationSchedule(tx: Tx, now: number): Promise<Schedule> {
  const timeZone = await readTimeZone(tx)
  const first = addDays(dayOf(now, timeZone), -1)
  const versions = await tx.select().from(attendanceRule).orderBy(asc(attendanceRule.validFrom))
  const markedDays = await tx
    .select({ date: attendanceDay.date, kind: attendanceDay.kind })
    .from(attendanceDay)
    .where(between(attendanceDay.date, first, addDays(first, 1 + DAYS_AHEAD)))
    .orderBy(asc(attendanceDay.date))
  return { timeZone, times: scheduledTimes(versions, first), markedDays }
}

/** What of the versions of rules, the oldest first, is in force on a day or after it. */
export function scheduledTimes(versions: readonly RuleVersion[], first: string): Schedule['times'] {
  return [...groupBy(versions, ({ ruleId }) => ruleId).values()].flatMap((own) =>
    own.flatMap(({ ended, validFrom, weekdays, inBy, outFrom, dayStart }, at) => {
      const until = own[at + 1]?.validFrom ?? null
      if (ended || (until !== null && until <= first)) return []
      return { from: validFrom, until, weekdays, inBy, outFrom, dayStart }
    }),
  )
}
