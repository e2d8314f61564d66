import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Excuse } from '../../../contract/rules/attendance/attendance-status.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
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
const pupilExcuse = z.extend(storedExcuse, { studentId: z.string() })
export type StoredExcuse = z.infer<typeof storedExcuse>
export const storedExcuses = z.array(storedExcuse)

/** The notice that counts on a day: an accepted one before one that waits, which merged pupils may have both. */
export function excuseOn(excuses: readonly StoredExcuse[], date: string): Excuse | null {
  const ofDay = excuses.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate)
  return ofDay.find(({ accepted }) => accepted) ?? ofDay[0] ?? null
}

/** The notices of pupils (`= …`), for the days from `first` to `last`. */
const excusesOf = (isTheirs: SQL, first: string, last: string) => sql`
  select b.student_id as "studentId", b.first_date as "firstDate", b.last_date as "lastDate", b.from_time as "from", b.until_time as "until",
    b.state = 'accepted' as accepted
  from attendance_absence b
  where b.student_id ${isTheirs} and b.state in ('open', 'accepted') and b.first_date <= ${last}::date and b.last_date >= ${first}::date`

/** Reads the notices of people for a range of days; returns the one that counts for a person, by id, on a day. */
export async function readExcuses(
  tx: Tx,
  people: readonly Attendee[],
  first: string,
  last: string,
): Promise<(personId: string, date: string) => Excuse | null> {
  const pupils = people.flatMap(({ kind, id }) => (kind === 'pupil' ? id : []))
  if (pupils.length === 0) return () => null
  const isTheirs = sql`= any (${sql.param(pupils)}::uuid[])`
  const rows = await queryRows(tx, pupilExcuse)`${excusesOf(isTheirs, first, last)}`
  const byPupil = groupBy(rows, ({ studentId }) => studentId)
  return (personId, date) => excuseOn(byPupil.get(personId) ?? [], date)
}

/** A JSON expression of SQL for `storedExcuses`: the notices of a pupil by id, for the days from `first` to `last`. */
export function excusesJson(pupilId: SQL, first: string, last: string): SQL {
  return sql`(select coalesce(jsonb_agg(e), '[]') from (${excusesOf(sql`= ${pupilId}`, first, last)}) e)`
}
