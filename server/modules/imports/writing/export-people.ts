import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  CLASS_FIELDS,
  CLASS_TEMPLATE,
  type ClassField,
  PEOPLE_FIELDS,
  PEOPLE_TEMPLATE,
  type PeopleField,
} from '../../../../contract/rules/imports/import-fields.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'

const TYPE_NAMES: Readonly<Record<number, string>> = { 1: '学生', 2: '教师', 3: '家长', 4: '职工' }
const SEX_NAMES: Readonly<Record<number, string>> = { 1: '男', 2: '女' }
const RELATION_NAMES: Readonly<Record<string, string>> = {
  father: '父亲',
  mother: '母亲',
  grandparent: '祖父母',
  other: '其他',
}

const text = z.nullable(z.string())
const exportedPerson = z.object({
  id: z.string(),
  type: z.number(),
  name: z.string(),
  englishName: z.string(),
  number: text,
  loginName: text,
  sex: z.nullable(z.number()),
  birthday: text,
  grade: text,
  class: text,
  classId: text,
  campus: text,
  department: text,
  englishDepartment: text,
  position: text,
  englishPosition: text,
  teaching: text,
  phone: text,
  email: text,
  parentAccount: text,
  guardians: z.array(z.object({ id: z.string(), name: z.string(), relation: text, phone: text })),
})
export type ExportedPerson = z.infer<typeof exportedPerson>

const exportedClass = z.object({
  id: z.string(),
  grade: z.string(),
  englishGrade: z.string(),
  class: z.string(),
  englishName: z.string(),
  campus: text,
  headTeacher: text,
  headTeacherId: text,
})
export type ExportedClass = z.infer<typeof exportedClass>

/** People who are active, in the school's order. */
export const readPeople = (tx: Tx): Promise<ExportedPerson[]> => queryRows(tx, exportedPerson)`${people}`

/** As `readPeople`, some at a time: however many there are, they take little memory. */
export async function* readPeopleInBatches(tx: Tx, size: number): AsyncGenerator<readonly ExportedPerson[]> {
  await tx.execute(sql`declare people_in_batches no scroll cursor for ${people}`)
  for (;;) {
    const rows = await queryRows(tx, exportedPerson)`fetch ${sql.raw(String(size))} from people_in_batches`
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}

const people = sql`
    with guardians as (
      select g.student_id, jsonb_agg(jsonb_build_object('id', a.user_id, 'name', a.real_name, 'relation', g.relation, 'phone', c.phone) order by g.relation, a.user_id) as list
      from guardian g join user_account a on a.user_id = g.parent_id and a.status = 1 left join guardian_contact c on c.parent_id = a.user_id group by g.student_id),
    taught as (
      select t.user_id, string_agg(s.name || '=' || case when starts_with(c.name, g.name) then c.name else g.name || c.name end, '；' order by s.position, g.position, c.position) as list
      from class_teacher t join subject s using (subject_id) join class_group c using (class_id) join grade g using (grade_id) where c.closed_on is null group by t.user_id)
    select * from (
      select s.student_id as id, 1 as type, s.real_name as name, s.english_name as "englishName", s.student_number as number, a.login_name as "loginName", s.sex,
        s.birthday::text, g.name as grade, c.name as class, c.class_id as "classId", u.name as campus, null as department, null as "englishDepartment", null as position,
        null as "englishPosition", null as teaching, k.phone, a.email, null as "parentAccount", coalesce(l.list, '[]'::jsonb) as guardians, g.position as first, c.position as second
      from student s join class_group c using (class_id) join grade g using (grade_id) left join campus u on u.campus_id = c.campus_id
      left join user_account a on a.user_id = s.user_id left join account_contact k on k.user_id = s.user_id left join guardians l on l.student_id = s.student_id
      union all
      select a.user_id, a.user_type, a.real_name, a.english_name, m.staff_number, a.login_name, a.sex, null, null, null, null, null, d.name, d.english_name, m.position_title,
        m.english_position_title, t.list, case when a.user_type = 3 then p.phone else k.phone end, a.email, o.login_name, '[]', 0, 0
      from user_account a left join staff_member m on m.user_id = a.user_id left join department d on d.department_id = m.department_id
      left join account_contact k on k.user_id = a.user_id left join guardian_contact p on p.parent_id = a.user_id left join taught t on t.user_id = a.user_id
      left join user_account o on o.user_id = a.parent_id and o.status = 1
      where a.status = 1 and a.user_type in (2, 3, 4)) everyone
    order by case type when 2 then 0 when 4 then 1 when 1 then 2 else 3 end, first, second, number, id`

export const readClasses = (tx: Tx): Promise<ExportedClass[]> => queryRows(tx, exportedClass)`
    select c.class_id as id, g.name as grade, g.english_name as "englishGrade", c.name as class, c.english_name as "englishName", u.name as campus, m.staff_number as "headTeacher", c.head_teacher_id as "headTeacherId"
    from class_group c join grade g using (grade_id) left join campus u on u.campus_id = c.campus_id left join staff_member m on m.user_id = c.head_teacher_id
    where c.closed_on is null order by g.position, c.position, c.class_id`

/** The heading of a column of our templates, in both languages. */
export const peopleHeading = (field: PeopleField) => `${PEOPLE_FIELDS[field].zh}\n${PEOPLE_FIELDS[field].en}`
export const classHeading = (field: ClassField) => `${CLASS_FIELDS[field].zh}\n${CLASS_FIELDS[field].en}`

/** Guardians of a pupil in a sheet; more are left out. */
const GUARDIANS_OF_ROW = 3

/** The rows of people in the order of our template, without parents of whom the rows of their children say everything. */
export function rowsOfSheet(all: readonly ExportedPerson[]): string[][] {
  const told = new Set(all.flatMap(({ guardians }) => guardians.slice(0, GUARDIANS_OF_ROW).map(({ id }) => id)))
  const isTold = (one: ExportedPerson) => one.type === 3 && told.has(one.id) && !hasMore(one)
  return all.filter((one) => !isTold(one)).map(personCells)
}

/** Whether a person has what the row of a child has no column for. */
const hasMore = ({ loginName, englishName, sex, email }: ExportedPerson) =>
  Boolean(loginName) || englishName !== '' || Boolean(sex) || Boolean(email)

/** The cells of a person in the order of our template. */
export function personCells(one: ExportedPerson): string[] {
  const { guardians, ...texts } = one
  const named = guardians.slice(0, GUARDIANS_OF_ROW).flatMap(({ name, relation, phone }, at) => [
    [`guardian${at + 1}Name`, name],
    [`guardian${at + 1}Relation`, RELATION_NAMES[relation ?? '']],
    [`guardian${at + 1}Phone`, phone],
  ])
  const values: Readonly<Record<string, string | null | undefined>> = {
    ...texts,
    type: TYPE_NAMES[one.type],
    sex: SEX_NAMES[one.sex ?? 0],
    subjects: one.teaching,
    ...Object.fromEntries(named),
  }
  return PEOPLE_TEMPLATE.map((field) => values[field] ?? '')
}

export function classCells(one: ExportedClass): string[] {
  const values: Partial<Record<ClassField, string | null>> = { ...one }
  return CLASS_TEMPLATE.map((field) => (field === 'sourceId' || field === 'year' ? '' : (values[field] ?? '')))
}
