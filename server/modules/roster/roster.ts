import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { RosterColumn } from '../../../contract/rules/roster-columns.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import {
  campus,
  classGroup,
  grade,
  guardian,
  guardianContact,
  rosterView,
  staffMember,
  student,
  userAccount,
} from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { listedFields } from '../people/field-sql.ts'
import { withShownPhone } from '../phones/show-phone.ts'

/** The user type whose members see only the classes that they head. */
const TEACHER = 2

type RosterClass = Omit<ResponseOf<typeof roster.classes>[number], 'students' | 'boys' | 'girls'>
type Contacts = ResponseOf<typeof roster.contacts>

const count = (of: SQL) =>
  sql<number>`(select count(*)::int from ${student} where ${student.classId} = ${classGroup.classId} and ${of})`

/** The unit's classes that the caller sees, or the one of them with an id. */
function findClasses(tx: Tx, { userId, userType }: Session, classId?: string) {
  const own = sql<boolean>`coalesce(${classGroup.headTeacherId} = ${userId}, false)`
  return tx
    .select({
      classId: classGroup.classId,
      name: sql<string>`${grade.name} || ${classGroup.name}`,
      englishName: sql<string>`${grade.englishName} || ' ' || ${classGroup.englishName}`,
      campusId: campus.campusId,
      campusName: campus.name,
      campusEnglishName: campus.englishName,
      headName: userAccount.realName,
      headEnglishName: sql<string>`coalesce(${staffMember.englishName}, '')`,
      own,
      students: count(sql`true`),
      boys: count(sql`${student.sex} = 1`),
      girls: count(sql`${student.sex} = 2`),
    })
    .from(classGroup)
    .innerJoin(grade, eq(grade.gradeId, classGroup.gradeId))
    .leftJoin(campus, eq(campus.campusId, classGroup.campusId))
    .leftJoin(userAccount, eq(userAccount.userId, classGroup.headTeacherId))
    .leftJoin(staffMember, eq(staffMember.userId, classGroup.headTeacherId))
    .where(
      and(
        isNull(classGroup.closedOn),
        userType === TEACHER ? eq(classGroup.headTeacherId, userId) : undefined,
        classId === undefined ? undefined : eq(classGroup.classId, classId),
      ),
    )
    .orderBy(desc(own), asc(grade.position), asc(classGroup.position), asc(classGroup.name))
}

function toClass(row: Awaited<ReturnType<typeof findClasses>>[number]): RosterClass {
  const { classId, name, englishName, own, campusId, campusName, campusEnglishName, headName, headEnglishName } = row
  return {
    classId,
    name,
    englishName,
    own,
    campus:
      campusId === null
        ? null
        : { campusId, name: campusName ?? '', englishName: campusEnglishName ?? campusName ?? '' },
    headTeacher: headName === null ? null : { realName: headName, englishName: headEnglishName },
  }
}

/** The classes that the caller sees, their own first. */
export async function readClasses(tx: Tx, session: Session): Promise<ResponseOf<typeof roster.classes>> {
  const rows = await findClasses(tx, session)
  return rows.map((row) => ({ ...toClass(row), students: row.students, boys: row.boys, girls: row.girls }))
}

/**
 * A class that the caller sees. Throws 'access.denied' for another one, existing or not, and 'roster.class_gone' for callers who would see every class.
 */
async function findClass(tx: Tx, session: Session, classId: string): Promise<RosterClass> {
  const [row] = isRowId(classId) ? await findClasses(tx, session, classId) : []
  if (row) return toClass(row)
  throw new PortalError(session.userType === TEACHER ? 'access.denied' : 'roster.class_gone')
}

/** A class with its students and the names of their guardians, and the caller's columns. Throws as `findClass`. */
export async function readClassList(
  tx: Tx,
  session: Session,
  classId: string,
): Promise<ResponseOf<typeof roster.classList>> {
  const found = await findClass(tx, session, classId)
  return {
    ...found,
    students: await readStudents(tx, classId, false),
    columns: await readColumns(tx, session),
  }
}

/** The same with how guardians are reached; without numbers unless `withPhones`. Throws as `findClass`. */
export async function readContacts(
  tx: Tx,
  session: Session,
  classId: string,
  { withPhones }: { withPhones: boolean },
): Promise<Contacts> {
  const found = await findClass(tx, session, classId)
  return { ...found, students: await readStudents(tx, classId, withPhones) }
}

const listedStudent = z.omit(classList.response.shape.students.def.element, { guardians: true })

async function readStudents(tx: Tx, classId: string, withPhones: boolean): Promise<Contacts['students']> {
  const rows = await queryRows(tx, listedStudent)`
    select s.student_id as "studentId", s.student_number as "studentNumber", s.real_name as "realName", ${listedFields}
    from student s left join person_detail d on d.student_id = s.student_id where s.class_id = ${classId} order by s.student_number`
  const guardians = await tx
    .select({
      studentId: guardian.studentId,
      parentId: guardian.parentId,
      realName: userAccount.realName,
      englishName: userAccount.englishName,
      relation: guardian.relation,
      phone: withPhones ? guardianContact.phone : sql<string | null>`null`,
    })
    .from(guardian)
    .innerJoin(student, eq(student.studentId, guardian.studentId))
    .innerJoin(userAccount, eq(userAccount.userId, guardian.parentId))
    .leftJoin(guardianContact, eq(guardianContact.parentId, guardian.parentId))
    .where(eq(student.classId, classId))
    .orderBy(asc(guardian.relation), asc(userAccount.realName))
  const byStudent = new Map(
    rows.map((row) => [row.studentId, { ...row, guardians: [] as Contacts['students'][number]['guardians'] }]),
  )
  for (const one of guardians) byStudent.get(one.studentId)?.guardians.push(withShownPhone(one))
  return [...byStudent.values()]
}

async function readColumns(tx: Tx, { userId }: Session): Promise<RosterColumn[] | null> {
  const [saved] = await tx.select({ columns: rosterView.columns }).from(rosterView).where(eq(rosterView.userId, userId))
  // Columns that this version cannot read are ignored.
  const known = z.safeParse(roster.classList.response.shape.columns, saved?.columns ?? null)
  return known.success ? known.data : null
}

export async function saveColumns(
  tx: Tx,
  { userId, unitId }: Session,
  columns: readonly RosterColumn[],
): Promise<void> {
  await tx
    .insert(rosterView)
    .values({ userId, unitId, columns })
    .onConflictDoUpdate({ target: rosterView.userId, set: { columns, savedAt: sql`now()` } })
}
