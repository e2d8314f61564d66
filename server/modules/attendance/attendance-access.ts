import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryAny, queryValues } from '../../db/query.ts'
import { readScope } from '../auth/class-scope.ts'
import { findByAccount, findPerson, type Attendee } from './attendance-people.ts'

const VIEW = 'attendance_view'
const APPROVE = 'attendance_approve'

/** Whose records a caller sees, besides their own and their children's. */
export interface AttendanceRights {
  readonly viewAll: boolean
  readonly approveAll: boolean
  /** The classes that they see besides: those that they head, and those of the parts of the unit in which they hold the right. */
  readonly seesOf: readonly string[]
  /** The same of deciding corrections and absences. */
  readonly approvesOf: readonly string[]
}

/** The caller's rights by role, permission and class. */
export async function readRights(tx: Tx, session: Session): Promise<AttendanceRights> {
  const headOf = await queryValues(
    tx,
    z.string(),
  )`select class_id from class_group where head_teacher_id = ${session.userId}::uuid`
  const view = await readScope(tx, session, VIEW)
  const approve = await readScope(tx, session, APPROVE)
  const approvesOf = [...headOf, ...(approve ?? [])]
  return {
    viewAll: view === null || approve === null,
    approveAll: approve === null,
    seesOf: [...approvesOf, ...(view ?? [])],
    approvesOf,
  }
}

/** Whether an account `a` is the class teacher of a class. */
export const headsClass = (classId: string): SQL =>
  sql`a.user_id in (select c.head_teacher_id from class_group c where c.class_id = ${classId}::uuid)`

/** Whether an account `a` decides by one of its roles about a class, or about the staff (null); a permission of all teachers does not count. */
export const approvesByRole = (classId: string | null): SQL => sql`exists (
  select from portal_held_roles(a.user_id) as held join permission_grant g on g.role_id = held.role_id
  where g.code = ${APPROVE} and (
    num_nonnulls(held.scope_campus_id, held.scope_grade_id, held.scope_class_id) = 0
    or exists (
      select from class_group c where c.class_id = ${classId}::uuid
        and (c.class_id = held.scope_class_id or c.grade_id = held.scope_grade_id or c.campus_id = held.scope_campus_id))))`

/** Whether an account `a` is an administrator. */
export const isAdministrator = sql`a.user_id in (
  select m.user_id from role_member m join role using (role_id) where role.service = 'base' and role.code = 'XX_SYS_')`

/** Whether the caller sees a group: `classId`, or null for the staff. */
export function maySee({ viewAll, seesOf }: AttendanceRights, classId: string | null): boolean {
  return viewAll || (classId !== null && seesOf.includes(classId))
}

/** Whether the caller decides the corrections of a group. */
export function mayApprove({ approveAll, approvesOf }: AttendanceRights, classId: string | null): boolean {
  return approveAll || (classId !== null && approvesOf.includes(classId))
}

/**
 * The person of a request (the caller, a child, or a member of a visible group), and whether the caller acts for them, as themselves or as their
 * guardian. Throws 'attendance.no_person' for an account that does not clock in,
 * and 'access.denied' for all others, existing or not.
 */
export async function findAsked(
  tx: Tx,
  session: Session,
  { studentId, userId }: { studentId?: string | undefined; userId?: string | undefined },
): Promise<{ person: Attendee; own: boolean }> {
  const self = await findByAccount(tx, session.userId)
  if (studentId === undefined && (userId === undefined || userId === session.userId)) {
    if (!self) throw new PortalError('attendance.no_person')
    return { person: self, own: true }
  }
  const person = await findPerson(tx, studentId === undefined ? { userId } : { studentId })
  if (!person) throw new PortalError('access.denied')
  if (self?.id === person.id || (await isGuardian(tx, session, person))) return { person, own: true }
  if (maySee(await readRights(tx, session), person.classId)) return { person, own: false }
  throw new PortalError('access.denied')
}

export async function findOwn(tx: Tx, session: Session, studentId: string | undefined): Promise<Attendee> {
  const { person, own } = await findAsked(tx, session, { studentId })
  if (!own) throw new PortalError('access.denied')
  return person
}

/** The condition that a pupil is the caller, or a child of whom the caller is a guardian. */
export const isOwnPupil = (studentId: SQLWrapper, { userId }: Session): SQL => sql`${studentId} in (
  select s.student_id from student s where s.user_id = ${userId}::uuid
  union all select g.student_id from guardian g where g.parent_id = ${userId}::uuid)`

/**
 * Whether an account, or the other account of the same person as teacher or parent, is a guardian of a pupil: such a person decides nothing about the pupil, by whatever
 * right.
 */
export const isOwnChild = (studentId: SQLWrapper | string, userId: SQLWrapper | string): SQL => sql`exists (
  select from guardian g
  join user_account own on own.user_id = ${userId}::uuid
  where g.student_id = ${studentId}::uuid and (
    g.parent_id = own.user_id or g.parent_id = own.parent_id
    or g.parent_id in (select other.user_id from user_account other where other.parent_id = own.user_id)))`

/** Whether the caller decides nothing about a pupil; see `isOwnChild`. */
export function hasOwnChild(tx: Tx, { userId }: Session, studentId: string): Promise<boolean> {
  return queryAny(tx)`select where ${isOwnChild(studentId, userId)}`
}

/** The pupils of whom the caller is a guardian. */
export async function findChildren(tx: Tx, { userId }: Session): Promise<Set<string>> {
  return new Set(await queryValues(tx, z.string())`select student_id from guardian where parent_id = ${userId}::uuid`)
}

export async function isGuardian(tx: Tx, session: Session, person: Attendee): Promise<boolean> {
  return person.kind === 'pupil' && (await findChildren(tx, session)).has(person.id)
}
