import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  attendancePerson,
  STAFF_GROUP,
  type AttendancePerson,
} from '../../../contract/endpoints/attendance/attendance.ts'
import * as z from 'zod/mini'
import type { AccountName } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryAny, queryRows, queryValue } from '../../db/query.ts'

/** A person who clocks in; for a pupil with the class. */
export const attendee = z.object({ ...attendancePerson.shape, classId: z.nullable(z.string()) })
export type Attendee = z.infer<typeof attendee>

interface PersonKey {
  readonly studentId: string | null
  readonly userId: string | null
}

/** SQL: the name of a row of `class_group` with that of its `grade`. */
export const className = sql.raw('grade.name || class_group.name')
export const englishClassName = sql.raw("grade.english_name || ' ' || class_group.english_name")

/** The pupils whom a condition on `student` and `class_group` finds. */
const pupilsWhere = (which: SQL) => sql`
  select 'pupil' as kind, student_id as id, real_name as "realName", student.english_name as "englishName", student_number as number,
    ${className} as "groupName", ${englishClassName} as "groupEnglishName", class_id as "classId"
  from student join class_group using (class_id) join grade using (grade_id) where ${which}`

/** The staff whom a condition on `user_account` and `staff_member` finds, also former ones. */
const staffWhere = (which: SQL) => sql`
  select 'staff' as kind, user_id as id, real_name as "realName", coalesce(staff_member.english_name, '') as "englishName",
    coalesce(staff_number, login_name) as number, coalesce(department.name, '') as "groupName",
    coalesce(department.english_name, '') as "groupEnglishName", null as "classId"
  from user_account left join staff_member using (user_id) left join department using (department_id)
  where user_type in (2, 4) and ${which}`

/** Of the staff those who are employed today. */
const isEmployed = sql`user_account.status = 1`

/** The pupils whom a condition on `student` and `class_group` finds, by number. */
export function findPupils(tx: Tx, which: SQL = sql`true`): Promise<Attendee[]> {
  return queryRows(tx, attendee)`${pupilsWhere(which)} order by number`
}

/** The employees whom a condition on `user_account` and `staff_member` finds, by number. */
export function findEmployees(tx: Tx, which: SQL = sql`true`): Promise<Attendee[]> {
  return queryRows(tx, attendee)`${staffWhere(sql`${isEmployed} and ${which}`)} order by number`
}

/** A JSON expression of SQL, null for no person: the pupil or the member of staff of these conditions, which find at most one. */
function personJson(pupil: SQL, staff: SQL): SQL<Attendee | null> {
  return sql`coalesce((select to_jsonb(p) from (${pupilsWhere(pupil)}) p limit 1),
    (select to_jsonb(e) from (${staffWhere(staff)}) e limit 1))`
}

/** Of a pupil's id and an account's, as JSON. `staff`: of whom of the staff. */
export function attendeeJson(studentId: SQLWrapper, userId: SQLWrapper, staff = isEmployed): SQL<Attendee | null> {
  return personJson(sql`student_id = ${studentId}`, sql`user_id = ${userId} and ${staff}`)
}

/** Whom a row is about, as JSON: also a former member of the staff, and a pupil only with a class. */
export function rowPersonJson(table: { readonly studentId: AnyPgColumn; readonly userId?: AnyPgColumn }) {
  return attendeeJson(table.studentId, table.userId ?? sql`null`, sql`true`)
}

/** The pupil or the employee of an account, as JSON; null for parents. */
export function accountAttendeeJson(userId: string): SQL<Attendee | null> {
  return personJson(sql`student.user_id = ${asId(userId)}`, sql`user_id = ${asId(userId)} and ${isEmployed}`)
}

/** The pupil or the employee of an id from outside. */
export function findPerson(tx: Tx, { studentId, userId }: Partial<PersonKey>): Promise<Attendee | null> {
  return queryValue(tx, z.nullable(attendee))`select ${attendeeJson(asId(studentId ?? ''), asId(userId ?? ''))}`
}

/** The pupil or the employee of an account; null for parents. */
export function findByAccount(tx: Tx, userId: string): Promise<Attendee | null> {
  return queryValue(tx, z.nullable(attendee))`select ${accountAttendeeJson(userId)}`
}

/** The people of a group: a class, or the staff. Throws 'attendance.group_gone'. */
export async function listGroup(tx: Tx, group: string): Promise<Attendee[]> {
  if (group === STAFF_GROUP) return findEmployees(tx)
  const isClass = await queryAny(tx)`select from class_group where class_id = ${asId(group)}`
  if (!isClass) throw new PortalError('attendance.group_gone')
  return findPupils(tx, sql`class_id = ${asId(group)}`)
}

/** The condition that a row is about no pupil, or about one in a class: the lists have no place for who has left, and come back to them with the pupil. */
export function isNotOfLeaver(studentId: AnyPgColumn): SQL {
  return sql`(${studentId} is null or ${studentId} in (select s.student_id from student s where s.class_id is not null))`
}

/** The columns that identify a person. */
export function keyOf({ kind, id }: Pick<AttendancePerson, 'kind' | 'id'>): PersonKey {
  return kind === 'pupil' ? { studentId: id, userId: null } : { studentId: null, userId: id }
}

/** The condition that a row is about one of these people. */
export function isAbout(
  table: { readonly studentId: AnyPgColumn; readonly userId: AnyPgColumn },
  people: readonly Attendee[],
): SQL | undefined {
  const idsOf = (wanted: Attendee['kind']) => people.flatMap(({ kind, id }) => (kind === wanted ? id : []))
  return or(inArray(table.studentId, idsOf('pupil')), inArray(table.userId, idsOf('staff')))
}

/** The name of an account's person; the English one else from the school's own lists. Both '' without the account. */
export function accountNameOf(userId: SQLWrapper): SQL<AccountName> {
  return sql<AccountName>`json_build_object('realName', coalesce((select n.real_name from user_account n where n.user_id = ${userId}), ''),
    'englishName', coalesce(
      (select nullif(n.english_name, '') from user_account n where n.user_id = ${userId}),
      (select e.english_name from staff_member e where e.user_id = ${userId}),
      (select s.english_name from student s where s.user_id = ${userId}), ''))`
}
