import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  CLASS_FIELDS,
  CLASS_TEMPLATE,
  PEOPLE_FIELDS,
  PEOPLE_TEMPLATE,
} from '../../../../contract/rules/imports/import-fields.ts'
import type { ColumnKind, SheetCell } from '../../../../contract/rules/sheets/sheet.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { writeCsv } from '../../spreadsheets/write-csv.ts'
import type { createXlsxThread } from '../../spreadsheets/xlsx-thread.ts'

const TYPE_NAMES: Readonly<Record<number, string>> = { 1: '学生', 2: '教师', 3: '家长', 4: '职工' }
const SEX_NAMES: Readonly<Record<number, string>> = { 1: '男', 2: '女' }
const RELATION_NAMES: Readonly<Record<string, string>> = {
  father: '父亲',
  mother: '母亲',
  grandparent: '祖父母',
  other: '其他',
}

const text = z.nullable(z.string())
/** A person; further fields are called as columns of our template. */
const exportedPerson = z.catchall(
  z.object({
    id: z.string(),
    type: z.number(),
    guardians: z.array(z.object({ id: z.string(), name: z.string(), relation: text, phone: text })),
  }),
  z.nullable(z.union([z.string(), z.number()])),
)
type ExportedPerson = z.infer<typeof exportedPerson>

/** A class, by the columns of our template. */
const exportedClass = z.record(z.string(), text)
type ExportedClass = z.infer<typeof exportedClass>

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
        s.birthday::text, g.name as grade, c.name as class, u.name as campus, null as department, null as "englishDepartment", null as position,
        null as "englishPosition", null as subjects, k.phone, a.email, null as "parentAccount", coalesce(l.list, '[]'::jsonb) as guardians, g.position as first, c.position as second
      from student s join class_group c using (class_id) join grade g using (grade_id) left join campus u on u.campus_id = c.campus_id
      left join user_account a on a.user_id = s.user_id left join account_contact k on k.user_id = s.user_id left join guardians l on l.student_id = s.student_id
      union all
      select a.user_id, a.user_type, a.real_name, a.english_name, m.staff_number, a.login_name, a.sex, null, null, null, null, d.name, d.english_name, m.position_title,
        m.english_position_title, t.list, case when a.user_type = 3 then p.phone else k.phone end, a.email, o.login_name, '[]', 0, 0
      from user_account a left join staff_member m on m.user_id = a.user_id left join department d on d.department_id = m.department_id
      left join account_contact k on k.user_id = a.user_id left join guardian_contact p on p.parent_id = a.user_id left join taught t on t.user_id = a.user_id
      left join user_account o on o.user_id = a.parent_id and o.status = 1
      where a.status = 1 and a.user_type in (2, 3, 4)) everyone
    order by case type when 2 then 0 when 4 then 1 when 1 then 2 else 3 end, first, second, number, id`

export const readClasses = (tx: Tx): Promise<ExportedClass[]> => queryRows(tx, exportedClass)`
    select g.name as grade, g.english_name as "englishGrade", c.name as class, c.english_name as "englishName", u.name as campus, m.staff_number as "headTeacher"
    from class_group c join grade g using (grade_id) left join campus u on u.campus_id = c.campus_id left join staff_member m on m.user_id = c.head_teacher_id
    where c.closed_on is null order by g.position, c.position, c.class_id`

/** Guardians of a pupil in a sheet; more are left out. */
const GUARDIANS_OF_ROW = 3

/** The rows of people in the order of our template, without parents of whom the rows of their children say everything. */
function rowsOfSheet(all: readonly ExportedPerson[]): string[][] {
  const told = new Set(all.flatMap(({ guardians }) => guardians.slice(0, GUARDIANS_OF_ROW).map(({ id }) => id)))
  const isTold = (one: ExportedPerson) => one.type === 3 && told.has(one.id) && !hasMore(one)
  return all.filter((one) => !isTold(one)).map(personCells)
}

/** Whether a person has what the row of a child has no column for. */
const hasMore = (one: ExportedPerson) =>
  ['loginName', 'englishName', 'sex', 'email'].some((field) => Boolean(one[field]))

/** The cells of a person in the order of our template. */
export function personCells({ guardians, ...one }: ExportedPerson): string[] {
  const named = guardians.slice(0, GUARDIANS_OF_ROW).flatMap(({ name, relation, phone }, at) => [
    [`guardian${at + 1}Name`, name],
    [`guardian${at + 1}Relation`, RELATION_NAMES[relation ?? '']],
    [`guardian${at + 1}Phone`, phone],
  ])
  const values: Readonly<Record<string, string | number | null | undefined>> = {
    ...one,
    type: TYPE_NAMES[one.type],
    sex: SEX_NAMES[Number(one['sex'])],
    ...Object.fromEntries(named),
  }
  return PEOPLE_TEMPLATE.map((field) => String(values[field] ?? ''))
}

export const classCells = (one: ExportedClass): string[] => CLASS_TEMPLATE.map((field) => one[field] ?? '')

interface PlainSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

/** The heading of a column of our templates, in both languages. */
const headingOf = ({ zh, en }: { readonly zh: string; readonly en: string }) => `${zh}\n${en}`

export const peopleSheet = (all: readonly ExportedPerson[]): PlainSheet => ({
  name: '人员 People',
  headings: PEOPLE_TEMPLATE.map((field) => headingOf(PEOPLE_FIELDS[field])),
  rows: rowsOfSheet(all),
})
export const classSheet = (classes: readonly ExportedClass[]): PlainSheet => ({
  name: '班级 Classes',
  headings: CLASS_TEMPLATE.map((field) => headingOf(CLASS_FIELDS[field])),
  rows: classes.map(classCells),
})

/** Sheets whose cells are all texts, so that numbers keep their zeros. */
export async function writeSheets(
  thread: ReturnType<typeof createXlsxThread>,
  sheets: readonly PlainSheet[],
): Promise<Buffer> {
  const book = thread.begin()
  for (const { name, headings, rows } of sheets) {
    const kinds: ColumnKind[] = headings.map(() => 'text')
    for (const row of rows) book.addRow(row, kinds)
    book.endSheet({ name, columns: headings.map((heading) => ({ heading, kind: 'text' })) })
  }
  return book.write()
}

export const peopleCsv = (all: readonly ExportedPerson[]) =>
  writeCsv([PEOPLE_TEMPLATE.map((field) => PEOPLE_FIELDS[field].zh), ...rowsOfSheet(all)])
export const classesCsv = (classes: readonly ExportedClass[]) =>
  writeCsv([CLASS_TEMPLATE.map((field) => CLASS_FIELDS[field].zh), ...classes.map(classCells)])
