import { eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { RosterColumn } from '../../../contract/rules/roster-columns.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryRows } from '../../db/query.ts'
import { rosterView } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { listedFields } from '../people/field-sql.ts'
import { withShownPhone } from '../phones/show-phone.ts'

/** The user type whose members see only the classes that they head. */
const TEACHER = 2

type RosterClass = ResponseOf<typeof roster.classes>[number]
type Contacts = ResponseOf<typeof roster.contacts>
const reachable = roster.contacts.response.shape.students.def.element

/** The classes that the caller sees, their own first, or the one of them with an id. */
export function readClasses(tx: Tx, { userId, userType }: Session, classId?: string): Promise<RosterClass[]> {
  const count = (of: SQL) => sql`(select count(*) from student s where s.class_id = c.class_id and ${of})`
  return queryRows(tx, roster.classes.response.def.element)`
    select c.class_id as "classId", g.name || c.name as name, g.english_name || ' ' || c.english_name as "englishName",
      case when p.campus_id is not null
        then json_build_object('campusId', p.campus_id, 'name', p.name, 'englishName', p.english_name) end as campus,
      case when a.user_id is not null
        then json_build_object('realName', a.real_name, 'englishName', coalesce(e.english_name, '')) end as "headTeacher",
      coalesce(c.head_teacher_id = ${userId}::uuid, false) as own,
      ${count(sql`true`)} as students, ${count(sql`s.sex = 1`)} as boys, ${count(sql`s.sex = 2`)} as girls
    from class_group c join grade g using (grade_id) left join campus p on p.campus_id = c.campus_id
      left join user_account a on a.user_id = c.head_teacher_id left join staff_member e on e.user_id = c.head_teacher_id
    where c.closed_on is null ${userType === TEACHER ? sql`and c.head_teacher_id = ${userId}::uuid` : sql``}
      ${classId === undefined ? sql`` : sql`and c.class_id = ${asId(classId)}`}
    order by own desc, g.position, c.position, c.name`
}

/**
 * A class that the caller sees. Throws 'access.denied' for another one, existing or not, and 'roster.class_gone' for callers who would see every class.
 */
async function findClass(tx: Tx, session: Session, classId: string): Promise<RosterClass> {
  const [found] = await readClasses(tx, session, classId)
  if (found) return found
  throw new PortalError(session.userType === TEACHER ? 'access.denied' : 'roster.class_gone')
}

/** A class with its students and the names of their guardians, and the caller's columns. Throws as `findClass`. */
export async function readClassList(
  tx: Tx,
  session: Session,
  classId: string,
): Promise<ResponseOf<typeof roster.classList>> {
  const found = await readContacts(tx, session, classId, { withPhones: false })
  return { ...found, columns: await readColumns(tx, session) }
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

const listedStudent = z.extend(roster.classList.response.shape.students.def.element, {
  guardians: z.array(z.omit(reachable.shape.guardians.def.element, { phoneShown: true })),
})

async function readStudents(tx: Tx, classId: string, withPhones: boolean): Promise<Contacts['students']> {
  const rows = await queryRows(tx, listedStudent)`
    select s.student_id as "studentId", s.student_number as "studentNumber", s.real_name as "realName", ${listedFields}, coalesce((
      select jsonb_agg(jsonb_build_object('parentId', r.parent_id, 'realName', a.real_name, 'englishName', a.english_name, 'relation', r.relation,
        'phone', ${withPhones ? sql`k.phone` : sql`null`}) order by r.relation, a.real_name)
      from guardian r join user_account a on a.user_id = r.parent_id left join guardian_contact k on k.parent_id = r.parent_id
      where r.student_id = s.student_id), '[]') as guardians
    from student s left join person_detail d on d.student_id = s.student_id where s.class_id = ${classId} order by s.student_number`
  return rows.map((row) => ({ ...row, guardians: row.guardians.map(withShownPhone) }))
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
