import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import {
  attendancePerson,
  STAFF_GROUP,
  type AttendancePerson,
} from '../../../contract/endpoints/attendance/attendance.ts'
import * as z from 'zod/mini'
import type { AccountName } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { classGroup, department, grade, staffMember, student, userAccount } from '../../db/tables.generated.ts'

/** A person who clocks in; for a pupil with the class. */
export const attendee = z.object({ ...attendancePerson.shape, classId: z.nullable(z.string()) })
export type Attendee = z.infer<typeof attendee>

interface PersonKey {
  readonly studentId: string | null
  readonly userId: string | null
}

/** A class's name with its grade. */
export const className = sql<string>`${grade.name} || ${classGroup.name}`
export const englishClassName = sql<string>`${grade.englishName} || ' ' || ${classGroup.englishName}`

const pupilFields = {
  kind: sql<'pupil'>`'pupil'`.as('kind'),
  id: sql<string>`${student.studentId}`.as('id'),
  realName: sql<string>`${student.realName}`.as('realName'),
  englishName: sql<string>`${student.englishName}`.as('englishName'),
  number: sql<string>`${student.studentNumber}`.as('number'),
  groupName: className.as('groupName'),
  groupEnglishName: englishClassName.as('groupEnglishName'),
  classId: sql<string | null>`${student.classId}`.as('classId'),
}
const employeeFields = {
  kind: sql<'staff'>`'staff'`.as('kind'),
  id: sql<string>`${userAccount.userId}`.as('id'),
  realName: sql<string>`${userAccount.realName}`.as('realName'),
  englishName: sql<string>`coalesce(${staffMember.englishName}, '')`.as('englishName'),
  number: sql<string>`coalesce(${staffMember.staffNumber}, ${userAccount.loginName})`.as('number'),
  groupName: sql<string>`coalesce(${department.name}, '')`.as('groupName'),
  groupEnglishName: sql<string>`coalesce(${department.englishName}, '')`.as('groupEnglishName'),
  classId: sql<string | null>`null`.as('classId'),
}

/** A current employee of the unit. */
export const isEmployee = sql`${userAccount.userType} in (2, 4) and ${userAccount.status} = 1`

export function findPupils(tx: Tx, which: SQL | undefined) {
  return tx
    .select(pupilFields)
    .from(student)
    .innerJoin(classGroup, eq(classGroup.classId, student.classId))
    .innerJoin(grade, eq(grade.gradeId, classGroup.gradeId))
    .where(which)
    .orderBy(asc(student.studentNumber))
}

/** The staff that a condition on `user_account` finds, by number; former ones only with `all`. */
export function findEmployees(tx: Tx, which: SQL | undefined, all = false) {
  return tx
    .select(employeeFields)
    .from(userAccount)
    .leftJoin(staffMember, eq(staffMember.userId, userAccount.userId))
    .leftJoin(department, eq(department.departmentId, staffMember.departmentId))
    .where(and(all ? sql`${userAccount.userType} in (2, 4)` : isEmployee, which))
    .orderBy(asc(employeeFields.number))
}

export async function findPerson(tx: Tx, { studentId, userId }: PersonKey): Promise<Attendee | undefined> {
  if (studentId !== null)
    return isRowId(studentId) ? (await findPupils(tx, eq(student.studentId, studentId)))[0] : undefined
  return userId !== null && isRowId(userId) ? (await findEmployees(tx, eq(userAccount.userId, userId)))[0] : undefined
}

/** The pupil or the employee of an account; undefined for parents. */
export async function findByAccount(tx: Tx, userId: string): Promise<Attendee | undefined> {
  const [pupil] = await findPupils(tx, eq(student.userId, userId))
  return pupil ?? findPerson(tx, { studentId: null, userId })
}

/** The same as a JSON expression of SQL, null for no person; the conditions find at most one pupil or employee. */
export function attendeeJson(tx: Tx, pupil: SQL, employee: SQL): SQL {
  return sql`coalesce((select to_jsonb(p) from ${findPupils(tx, pupil)} p limit 1),
    (select to_jsonb(e) from ${findEmployees(tx, employee)} e limit 1))`
}

/** The people of a group: a class, or the staff. Throws 'attendance.group_gone'. */
export async function listGroup(tx: Tx, group: string): Promise<Attendee[]> {
  if (group === STAFF_GROUP) return findEmployees(tx, undefined)
  const found = isRowId(group) ? await tx.$count(classGroup, eq(classGroup.classId, group)) : 0
  if (found === 0) throw new PortalError('attendance.group_gone')
  return findPupils(tx, eq(student.classId, group))
}

/** The people of many keys, by id; also former staff. */
export async function findPeople(tx: Tx, keys: readonly PersonKey[]): Promise<Map<string, Attendee>> {
  const studentIds = keys.flatMap(({ studentId }) => studentId ?? [])
  const userIds = keys.flatMap(({ userId }) => userId ?? [])
  const pupils = studentIds.length > 0 ? await findPupils(tx, inArray(student.studentId, studentIds)) : []
  const employees = userIds.length > 0 ? await findEmployees(tx, inArray(userAccount.userId, userIds), true) : []
  return new Map([...pupils, ...employees].map((person) => [person.id, person]))
}

/** The condition that a row is about no pupil, or about one in a class: the lists have no place for who has left, and come back to them with the pupil. */
export function isNotOfLeaver(studentId: AnyPgColumn): SQL {
  return sql`(${studentId} is null or ${studentId} in (select ${student.studentId} from ${student} where ${student.classId} is not null))`
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
export function accountNameOf(userId: AnyPgColumn): SQL<AccountName> {
  return sql<AccountName>`json_build_object('realName', coalesce((select n.real_name from user_account n where n.user_id = ${userId}), ''),
    'englishName', coalesce(
      (select nullif(n.english_name, '') from user_account n where n.user_id = ${userId}),
      (select e.english_name from staff_member e where e.user_id = ${userId}),
      (select s.english_name from student s where s.user_id = ${userId}), ''))`
}
