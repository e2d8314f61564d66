import { and, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Excuse } from '../../../contract/rules/attendance/attendance-status.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceAbsence } from '../../db/tables.generated.ts'
import type { Attendee } from './attendance-people.ts'
import { groupBy } from './group-by.ts'

/** A notice that was not declined or withdrawn, with its days. */
const storedExcuse = z.object({
  firstDate: z.string(),
  lastDate: z.string(),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  accepted: z.boolean(),
})
export type StoredExcuse = z.infer<typeof storedExcuse>
export const storedExcuses = z.array(storedExcuse)

/** The notice that counts on a day: an accepted one before one that waits, which merged pupils may have both. */
export function excuseOn(excuses: readonly StoredExcuse[], date: string): Excuse | null {
  const ofDay = excuses.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate)
  return ofDay.find(({ accepted }) => accepted) ?? ofDay[0] ?? null
}

/** Reads the notices of people for a range of days; returns the one that counts for a person, by id, on a day. */
export async function readExcuses(
  tx: Tx,
  people: readonly Attendee[],
  first: string,
  last: string,
): Promise<(personId: string, date: string) => Excuse | null> {
  const pupils = people.flatMap(({ kind, id }) => (kind === 'pupil' ? id : []))
  if (pupils.length === 0) return () => null
  const rows = await tx
    .select({
      studentId: attendanceAbsence.studentId,
      firstDate: attendanceAbsence.firstDate,
      lastDate: attendanceAbsence.lastDate,
      from: attendanceAbsence.fromTime,
      until: attendanceAbsence.untilTime,
      accepted: sql<boolean>`${attendanceAbsence.state} = 'accepted'`,
    })
    .from(attendanceAbsence)
    .where(
      and(
        inArray(attendanceAbsence.studentId, pupils),
        inArray(attendanceAbsence.state, ['open', 'accepted']),
        lte(attendanceAbsence.firstDate, last),
        gte(attendanceAbsence.lastDate, first),
      ),
    )
  const byPupil = groupBy(rows, ({ studentId }) => studentId)
  return (personId, date) => excuseOn(byPupil.get(personId) ?? [], date)
}

/** A JSON expression of SQL for `storedExcuses`: the notices of a pupil by id, for the days from `from` to `to`. */
export function excusesJson(pupilId: SQL, from: string, to: string): SQL {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('firstDate', b.first_date, 'lastDate', b.last_date, 'from', b.from_time, 'until', b.until_time,
      'accepted', b.state = 'accepted')), '[]')
    from attendance_absence b
    where b.student_id = ${pupilId} and b.state in ('open', 'accepted') and b.first_date <= ${to}::date and b.last_date >= ${from}::date)`
}
