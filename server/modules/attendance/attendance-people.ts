import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { STAFF_GROUP, type AttendancePerson } from '../../../contract/endpoints/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { classGroup, grade, staffMember, student } from '../../db/schema/portal.ts'

/** Somebody who clocks in; of a pupil also the class. */
export interface Clocker extends AttendancePerson {
  readonly classId: string | null
}

/** A person as rows name them: one of the two. */
export interface PersonKey {
  readonly studentId: string | null
  readonly userId: string | null
}

/** How a class is called: with its grade. */
export const className = sql<string>`${grade.name} || ${classGroup.name}`
export const englishClassName = sql<string>`${grade.englishName} || ' ' || ${classGroup.englishName}`

const pupilFields = {
  kind: sql<'pupil'>`'pupil'`,
  id: student.studentId,
  realName: student.realName,
  englishName: student.englishName,
  number: student.studentNumber,
  groupName: className,
  groupEnglishName: englishClassName,
  classId: sql<string | null>`${student.classId}`,
}
const employeeFields = {
  kind: sql<'staff'>`'staff'`,
  id: userAccount.userId,
  realName: userAccount.realName,
  englishName: sql<string>`coalesce(${staffMember.englishName}, '')`,
  number: sql<string>`coalesce(${staffMember.staffNumber}, ${userAccount.loginName})`,
  groupName: sql<string>`coalesce(${staffMember.department}, '')`,
  groupEnglishName: sql<string>`coalesce(${staffMember.englishDepartment}, '')`,
  classId: sql<string | null>`null`,
}

/** Who works at a unit, and has not left. */
export const isEmployee = sql`${userAccount.userType} in (2, 4) and ${userAccount.status} = 1`

/** The pupils that a condition on `student` finds, by number. */
export function findPupils(tx: Tx, which: SQL | undefined): Promise<Clocker[]> {
  return tx
    .select(pupilFields)
    .from(student)
    .innerJoin(classGroup, eq(classGroup.classId, student.classId))
    .innerJoin(grade, eq(grade.gradeId, classGroup.gradeId))
    .where(which)
    .orderBy(asc(student.studentNumber))
}

/** The staff that a condition on `user_account` finds, by number; those who have left only where `all`. */
export function findEmployees(tx: Tx, which: SQL | undefined, all = false): Promise<Clocker[]> {
  return tx
    .select(employeeFields)
    .from(userAccount)
    .leftJoin(staffMember, eq(staffMember.userId, userAccount.userId))
    .where(and(all ? sql`${userAccount.userType} in (2, 4)` : isEmployee, which))
    .orderBy(asc(employeeFields.number))
}

/** The person of a row, if they are still there. */
export async function findPerson(tx: Tx, { studentId, userId }: PersonKey): Promise<Clocker | undefined> {
  if (studentId !== null)
    return isRowId(studentId) ? (await findPupils(tx, eq(student.studentId, studentId)))[0] : undefined
  return userId !== null && isRowId(userId) ? (await findEmployees(tx, eq(userAccount.userId, userId)))[0] : undefined
}

/** Who clocks in by an account: the pupil or the employee whose it is; undefined for parents. */
export async function findByAccount(tx: Tx, userId: string): Promise<Clocker | undefined> {
  const [pupil] = await findPupils(tx, eq(student.userId, userId))
  return pupil ?? findPerson(tx, { studentId: null, userId })
}

/** The people of a group: a class, or the staff. Throws 'attendance.group_gone'. */
export async function listGroup(tx: Tx, group: string): Promise<Clocker[]> {
  if (group === STAFF_GROUP) return findEmployees(tx, undefined)
  const found = isRowId(group) ? await tx.$count(classGroup, eq(classGroup.classId, group)) : 0
  if (found === 0) throw new PortalError('attendance.group_gone')
  return findPupils(tx, eq(student.classId, group))
}

/** The people of many rows, by `personId`; also those of the staff who have left. */
export async function findPeople(tx: Tx, keys: readonly PersonKey[]): Promise<Map<string, Clocker>> {
  const studentIds = keys.flatMap(({ studentId }) => studentId ?? [])
  const userIds = keys.flatMap(({ userId }) => userId ?? [])
  const pupils = studentIds.length > 0 ? await findPupils(tx, inArray(student.studentId, studentIds)) : []
  const employees = userIds.length > 0 ? await findEmployees(tx, inArray(userAccount.userId, userIds), true) : []
  return new Map([...pupils, ...employees].map((person) => [person.id, person]))
}

/** How rows name a person. */
export function keyOf({ kind, id }: Pick<AttendancePerson, 'kind' | 'id'>): PersonKey {
  return kind === 'pupil' ? { studentId: id, userId: null } : { studentId: null, userId: id }
}
