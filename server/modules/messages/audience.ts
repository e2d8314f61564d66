import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import {
  type Audience,
  FOUND_PEOPLE,
  receiver,
  type Receiver,
} from '../../../contract/endpoints/messages/publications.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { nameSearch } from '../../db/name-search.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { application } from '../../db/tables.generated.ts'
import { asId, queryRows, queryValue, queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import { classNames } from '../units/class-names.ts'
import { isForPerson } from '../units/offered-applications.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'

/** Identifiers that are none find nothing. */
function idArray(ids: readonly string[]): SQL {
  return sql`${sql.param(ids.filter(isRowId))}::uuid[]`
}

/**
 * The rows (user_id, student_id) of an audience's open accounts in the transaction's unit. `student_id`: of a parent who is reached by the classes of one child alone,
 * that child.
 */
export function receiversOf({ userTypes, gradeIds, classIds, userIds, roleIds }: Audience): SQL {
  const everywhere = gradeIds.length + classIds.length === 0
  const classes = sql`
    select c.class_id from class_group c
    where c.closed_on is null and (c.class_id = any (${idArray(classIds)}) or c.grade_id = any (${idArray(gradeIds)}))`
  const places = everywhere
    ? sql`true`
    : sql`case a.user_type
        when 1 then a.user_id in (select s.user_id from student s where s.class_id in (${classes}))
        when 3 then a.user_id in (
          select r.parent_id from guardian r join student s using (student_id) where s.class_id in (${classes}))
        else a.user_id in (
          select c.head_teacher_id from class_group c where c.class_id in (${classes})
          union all select t.user_id from class_teacher t where t.class_id in (${classes})) end`
  const child = everywhere
    ? sql`null::uuid`
    : sql`case when a.user_type = 3 then (
        select case when count(*) = 1 then (array_agg(s.student_id))[1] end
        from guardian r join student s using (student_id) where r.parent_id = a.user_id and s.class_id in (${classes})) end`
  // A person's own, or by class, department or user type, whatever part of the unit it is for.
  const hasRole =
    roleIds.length === 0
      ? sql`false`
      : sql`a.user_id in (
        select m.user_id from role_member m where m.role_id = any (${idArray(roleIds)}) and m.user_id is not null
        union all select o.user_id from role_member m join user_account o on o.unit_id = m.unit_id and o.user_type = m.user_type
          where m.role_id = any (${idArray(roleIds)})
        union all select s.user_id from role_member m join student s on s.class_id = m.class_id where m.role_id = any (${idArray(roleIds)}) and s.user_id is not null
        union all select e.user_id from role_member m join staff_member e on e.department_id = m.department_id
          where m.role_id = any (${idArray(roleIds)}) and e.user_id is not null)`
  return sql`
    select a.user_id, ${child} as student_id from user_account a
    where a.unit_id = portal_unit_id() and a.status = 1 and (a.user_id = any (${idArray(userIds)})
      or ${hasRole}
      or a.user_type = any (${sql.param([...userTypes])}::smallint[]) and ${places})`
}

export async function countReceivers(tx: Tx, audience: Audience): Promise<number> {
  return queryValue(tx, z.number())`select count(*) from (${receiversOf(audience)}) r`
}

/** The columns of a `Receiver`; `a` is an account. */
export const receiverColumns = sql`
  a.user_id as "userId", a.real_name as "realName", a.english_name as "englishName", a.user_type as "userType",
  (select ${classNames}
    from student s join class_group c using (class_id) join grade g using (grade_id) where s.user_id = a.user_id) as place`

/** The condition for an account `a` to be written to: all for the unit, and for a teacher the pupils of the own classes and their parents. */
const mayGet = (teacherId: string | null): SQL =>
  teacherId === null ? sql`true` : sql`a.user_id in (select t.user_id from portal_message_people(${teacherId}::uuid) t)`

/** Open accounts with a text in their name, English name, pinyin or login name. `teacherId`: only pupils of this teacher's classes and their parents. */
export async function findReceivers(tx: Tx, teacherId: string | null, typed: string): Promise<Receiver[]> {
  const search = nameSearch(typed)
  if (!search) return []
  return queryRows(tx, receiver)`
    select ${receiverColumns} from user_account a
    where a.status = 1 and ${mayGet(teacherId)} and ${search.finds(sql`a`)}
    order by a.name_letters nulls last, a.real_name, a.user_id limit ${FOUND_PEOPLE}`
}

/** An open account, as `findReceivers` finds it. */
export async function findReceiver(tx: Tx, teacherId: string | null, userId: string): Promise<Receiver | null> {
  const rows = await queryRows(tx, receiver)`
    select ${receiverColumns} from user_account a
    where a.user_id = ${asId(userId)} and a.status = 1 and ${mayGet(teacherId)}`
  return rows[0] ?? null
}

export async function readReceivers(tx: Tx, userIds: readonly string[]): Promise<Receiver[]> {
  return queryRows(tx, receiver)`
    select ${receiverColumns} from user_account a where a.user_id = any (${idArray(userIds)}) order by a.real_name, a.user_id`
}

/** What a teacher may write to, and link: the own classes with their grades, and the applications on the own desktop. */
export async function readClassOptions(tx: Tx, session: Session): Promise<ResponseOf<typeof publications.options>> {
  const all = await readOptions(tx)
  const own = new Set(
    await queryValues(tx, z.string())`select class_id from portal_message_classes(${session.userId}::uuid)`,
  )
  const offered = await tx.select({ code: application.code }).from(application).where(isForPerson(session))
  const opened = new Set(offered.map(({ code }) => code))
  const classes = all.classes.filter(({ classId }) => own.has(classId))
  return {
    timeZone: all.timeZone,
    grades: all.grades.filter(({ gradeId }) => classes.some((one) => one.gradeId === gradeId)),
    classes,
    applications: all.applications.filter(({ code }) => opened.has(code)),
    roles: [],
  }
}

/** The unit's grades, classes and applications, and its time zone. */
export async function readOptions(tx: Tx): Promise<ResponseOf<typeof publications.options>> {
  const { grades, classes, applications, roles } = publications.options.response.shape
  return {
    timeZone: await readTimeZone(tx),
    grades: await queryRows(tx, grades.def.element)`
      select grade_id as "gradeId", name, english_name as "englishName" from grade order by position, name`,
    classes: await queryRows(tx, classes.def.element)`
      select c.class_id as "classId", c.grade_id as "gradeId", c.name, c.english_name as "englishName"
      from class_group c join grade g using (grade_id) where c.closed_on is null order by g.position, c.position, c.name`,
    applications: await queryRows(tx, applications.def.element)`
      select code, name, english_name as "englishName" from application
      where group_code is not null and update_status <> 0 order by position, code`,
    roles: await queryRows(tx, roles.def.element)`
      select role_id as "roleId", name, english_name as "englishName" from role where service = 'base' order by name`,
  }
}
