import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as structureEndpoints from '../../../../contract/endpoints/people/structure.ts'
import type { Structure, StructureKind } from '../../../../contract/endpoints/people/structure.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { classKey } from '../../../../contract/rules/people/class-key.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { asId, queryAny, queryRows, queryValue, queryValues } from '../../../db/query.ts'
import { classGroup, classTeacher } from '../../../db/tables.generated.ts'
import { type ClassScope, fieldError, type Session } from '../../../http/call.ts'
import { requireVersion, versionOf } from '../../../http/record-version.ts'
import { announce } from '../../live/live.ts'

const { shape } = structureEndpoints.read.response
const unversioned = z.object({
  whole: z.boolean(),
  campuses: z.array(z.omit(shape.campuses.def.element, { version: true })),
  grades: z.array(z.omit(shape.grades.def.element, { version: true })),
  classes: z.array(z.omit(shape.classes.def.element, { version: true })),
  departments: z.array(z.omit(shape.departments.def.element, { version: true })),
  subjects: z.array(z.omit(shape.subjects.def.element, { version: true })),
})

/** Members of a JSON of the class `c` with its class teacher `h`. */
export const classMembers = sql`
  'classId', c.class_id, 'gradeId', c.grade_id, 'campusId', c.campus_id, 'name', c.name, 'englishName', c.english_name,
  'headTeacher', case when h.user_id is not null then json_build_object('userId', h.user_id, 'realName', h.real_name,
    'englishName', coalesce(nullif(h.english_name, ''), (select m.english_name from staff_member m where m.user_id = h.user_id), '')) end,
  'students', (select count(*) from student s where s.class_id = c.class_id)`

/** The whole structure of the unit. */
export async function readStructure(tx: Tx): Promise<Structure> {
  const structure = await queryValue(tx, unversioned)`
    select json_build_object(
      'whole', true,
      'campuses', coalesce((
        select json_agg(json_build_object('campusId', k.campus_id, 'name', k.name, 'englishName', k.english_name,
          'classes', (select count(*) from class_group c where c.campus_id = k.campus_id and c.closed_on is null)) order by k.position, k.name)
        from campus k), '[]'),
      'grades', coalesce((
        select json_agg(json_build_object('gradeId', g.grade_id, 'name', g.name, 'englishName', g.english_name,
          'classes', (select count(*) from class_group c where c.grade_id = g.grade_id and c.closed_on is null)) order by g.position, g.name)
        from grade g), '[]'),
      'classes', coalesce((
        select json_agg(json_build_object(${classMembers},
          'teachers', coalesce((
            select json_agg(json_build_object('userId', a.user_id, 'realName', a.real_name,
              'englishName', coalesce(nullif(a.english_name, ''), (select m.english_name from staff_member m where m.user_id = a.user_id), ''),
              'subjectId', t.subject_id) order by u.position, a.real_name)
            from class_teacher t join subject u using (subject_id) join user_account a on a.user_id = t.user_id where t.class_id = c.class_id), '[]')) order by g.position, c.position, c.name)
        from class_group c join grade g using (grade_id) left join user_account h on h.user_id = c.head_teacher_id
        where c.closed_on is null), '[]'),
      'departments', coalesce((
        select json_agg(json_build_object('departmentId', d.department_id, 'name', d.name, 'englishName', d.english_name,
          'people', (select count(*) from staff_member m join user_account a using (user_id) where m.department_id = d.department_id and a.status = 1))
          order by d.position, d.name)
        from department d), '[]'),
      'subjects', coalesce((
        select json_agg(json_build_object('subjectId', s.subject_id, 'name', s.name, 'englishName', s.english_name) order by s.position, s.name)
        from subject s), '[]')) as structure`
  const versioned = <Entry extends Fields>(entry: Entry) => ({ ...entry, version: versionOf(savedFields(entry)) })
  return {
    ...structure,
    campuses: structure.campuses.map(versioned),
    grades: structure.grades.map(versioned),
    classes: structure.classes.map(versioned),
    departments: structure.departments.map(versioned),
    subjects: structure.subjects.map(versioned),
  }
}

type Fields = Readonly<{ name: string; englishName: string }>
type ClassFields = z.infer<typeof unversioned>['classes'][number]

/** What is saved of an entry, without the names and numbers of people. */
function savedFields(entry: Fields | ClassFields): Readonly<Record<string, unknown>> {
  const { name, englishName } = entry
  if (!('headTeacher' in entry)) return { name, englishName }
  const { gradeId, campusId, headTeacher, teachers } = entry
  return {
    name,
    englishName,
    gradeId,
    campusId,
    headTeacherId: headTeacher?.userId ?? null,
    teachers: teachers
      .map(({ userId, subjectId }) => ({ userId, subjectId }))
      .toSorted((one, other) => (one.userId + one.subjectId < other.userId + other.subjectId ? -1 : 1)),
  }
}

/**
 * The structure before an entry is saved, which is locked until the transaction's end; `id` is null for a new one. Throws 'structure.gone', and 'record.changed'
 * where the caller knows another state of the entry.
 */
export async function beginStructureChange(
  tx: Tx,
  { kind, id, version }: { kind: StructureKind; id: string | null; version: string | null },
): Promise<Structure> {
  if (id === null) return readStructure(tx)
  const [table, key] = TABLES[kind].map((word) => sql.raw(word))
  await tx.execute(sql`select from ${table} where ${key} = ${asId(id)} for update`)
  const structure = await readStructure(tx)
  const current = entryOf(structure, kind, id)
  if (!current) throw new PortalError('structure.gone')
  const endpoint = kind === 'class' ? structureEndpoints.saveClass : structureEndpoints.saveGroup
  await requireVersion(tx, endpoint, { known: version, target: { kind, id }, current })
  return structure
}

/** The table of each kind, its key, and its list in the structure: fixed words. */
const TABLES = {
  campus: ['campus', 'campus_id', 'campuses'],
  grade: ['grade', 'grade_id', 'grades'],
  class: ['class_group', 'class_id', 'classes'],
  department: ['department', 'department_id', 'departments'],
  subject: ['subject', 'subject_id', 'subjects'],
} as const

/** The entry of a kind, typed by what all kinds have. */
function entryOf(structure: Structure, kind: StructureKind, id: string) {
  const entries: readonly (Fields & { readonly version: string } & Readonly<Record<string, unknown>>)[] =
    structure[TABLES[kind][2]]
  return entries.find((one) => one[`${kind}Id`] === id)
}

/** The caller's part of the structure: its classes, and the grades and campuses that have one of them. Subjects are the same everywhere. */
export async function readScopedStructure(tx: Tx, scope: ClassScope): Promise<Structure> {
  const all = await readStructure(tx)
  if (scope === null) return all
  const classes = all.classes.filter(({ classId }) => scope.includes(classId))
  const grades = new Set(classes.map(({ gradeId }) => gradeId))
  const campuses = new Set(classes.map(({ campusId }) => campusId))
  const classesIn = (of: (one: Structure['classes'][number]) => boolean) => classes.filter(of).length
  return {
    whole: false,
    classes,
    grades: all.grades
      .filter(({ gradeId }) => grades.has(gradeId))
      .map((one) => ({ ...one, classes: classesIn(({ gradeId }) => gradeId === one.gradeId) })),
    campuses: all.campuses
      .filter(({ campusId }) => campuses.has(campusId))
      .map((campus) => ({ ...campus, classes: classesIn(({ campusId }) => campusId === campus.campusId) })),
    departments: [],
    subjects: all.subjects,
  }
}

/** What an entry is, without the names and numbers of people; null without one. */
export function structureEntry(structure: Structure, kind: StructureKind, id: string) {
  const entry = entryOf(structure, kind, id)
  return entry ? savedFields(entry) : null
}

/** Throws 'structure.gone' and 'structure.name_taken'. Returns its identifier. */
export async function saveStructureGroup(
  tx: Tx,
  { unitId }: Pick<Session, 'unitId'>,
  { kind, id, name, englishName }: ParsedRequestOf<typeof structureEndpoints.saveGroup>,
): Promise<string> {
  const [table, key] = TABLES[kind].map((word) => sql.raw(word))
  if (await queryAny(tx)`select from ${table} where name = ${name} and ${key} is distinct from ${asId(id ?? '')}`)
    throw fieldError('name', 'structure.name_taken')
  const [saved] =
    id === null
      ? await queryValues(tx, z.string())`
          insert into ${table} (unit_id, name, english_name, position)
          values (${unitId}, ${name}, ${englishName}, (select coalesce(max(position) + 1, 0) from ${table})) returning ${key} as id`
      : await queryValues(tx, z.string())`
          update ${table} set name = ${name}, english_name = ${englishName} where ${key} = ${asId(id)} returning ${key} as id`
  if (saved === undefined) throw new PortalError('structure.gone')
  return saved
}

/** Throws 'structure.gone', 'structure.name_taken' and 'structure.no_teacher'. Returns its identifier. */
export async function saveStructureClass(
  tx: Tx,
  { unitId }: Pick<Session, 'unitId'>,
  given: ParsedRequestOf<typeof structureEndpoints.saveClass>,
): Promise<string> {
  const { classId, gradeId, campusId, name, englishName, headTeacherId, teachers } = given
  await requireRow(tx, 'grade', 'gradeId', gradeId)
  if (campusId !== null) await requireRow(tx, 'campus', 'campusId', campusId)
  for (const { subjectId } of teachers) await requireRow(tx, 'subject', 'teachers', subjectId)
  await requireEmployees(tx, 'headTeacherId', headTeacherId === null ? [] : [headTeacherId])
  const teacherIds = teachers.map(({ userId }) => userId)
  await requireEmployees(tx, 'teachers', teacherIds)
  await requireFreeClassName(tx, given)
  const before = classId === null ? [] : await readTeachers(tx, classId)
  const fields = { gradeId, campusId, name, englishName, headTeacherId }
  const last = sql<number>`(select coalesce(max(c.position) + 1, 0) from class_group c where c.grade_id = ${gradeId})`
  const written = { classId: classGroup.classId }
  const [saved] =
    classId === null
      ? await tx
          .insert(classGroup)
          .values({ unitId, ...fields, position: last })
          .returning(written)
      : await tx.update(classGroup).set(fields).where(eq(classGroup.classId, classId)).returning(written)
  if (!saved) throw new PortalError('structure.gone')
  await tx.delete(classTeacher).where(eq(classTeacher.classId, saved.classId))
  if (teachers.length > 0)
    await tx
      .insert(classTeacher)
      .values(teachers.map((teacher) => ({ unitId, classId: saved.classId, ...teacher })))
      .onConflictDoNothing()
  // Who teaches a class may do more: their open pages follow.
  const after = await readTeachers(tx, saved.classId)
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))]
  if (changed.length > 0) await announce(tx, { unitId, to: changed, kind: 'rights' })
  return saved.classId
}

const named = z.object({ classId: z.string(), name: z.string(), grade: z.string(), english: z.string() })

/** Throws 'structure.name_taken' where another class of the grade and campus has the name in any of the forms that schools write ('1班', '（1）班', 'Class 1'). */
async function requireFreeClassName(
  tx: Tx,
  { classId, gradeId, campusId, name }: ParsedRequestOf<typeof structureEndpoints.saveClass>,
): Promise<void> {
  const rows = await queryRows(tx, named)`
    select c.class_id as "classId", c.name, g.name as grade, g.english_name as english from class_group c join grade g using (grade_id)
    where c.grade_id = ${gradeId} and c.closed_on is null and c.campus_id is not distinct from ${campusId}::uuid`
  // A class that keeps its name is not refused for what was there before.
  if (rows.some((one) => one.classId === classId && one.name === name)) return
  const isSame = (one: (typeof rows)[number]) =>
    one.classId !== classId && classKey(one.name, [one.grade, one.english]) === classKey(name, [one.grade, one.english])
  if (rows.some(isSame)) throw fieldError('name', 'structure.name_taken')
}

async function readTeachers(tx: Tx, classId: string): Promise<string[]> {
  return queryValues(tx, z.string())`
    select head_teacher_id as id from class_group where class_id = ${classId} and head_teacher_id is not null
    union select user_id from class_teacher where class_id = ${classId}`
}

async function requireRow(tx: Tx, kind: StructureKind, field: string, id: string): Promise<void> {
  const [table, key] = TABLES[kind].map((word) => sql.raw(word))
  if (!(await queryAny(tx)`select from ${table} where ${key} = ${asId(id)}`)) throw fieldError(field, 'structure.gone')
}

/** Throws 'structure.no_teacher' at the field when one is no active teacher or employee. */
export async function requireEmployees(tx: Tx, field: string, userIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(userIds)]
  const found = await queryValue(tx, z.number())`
    select count(*)::int from user_account
    where user_id = any (${sql.param(wanted.filter(isRowId))}::uuid[]) and user_type in (2, 4) and status = 1`
  if (found < wanted.length) throw fieldError(field, 'structure.no_teacher')
}

/** Throws 'structure.gone' unless the ids are those of all that are open. */
export async function sortStructure(
  tx: Tx,
  { kind, ids }: ParsedRequestOf<typeof structureEndpoints.sort>,
): Promise<void> {
  const [table, key] = TABLES[kind].map((word) => sql.raw(word))
  const open = kind === 'class' ? sql`where closed_on is null` : sql``
  const known = new Set(await queryValues(tx, z.string())`select ${key} as id from ${table} ${open} for update`)
  if (known.size !== new Set(ids).size || ids.some((id) => !known.has(id))) throw new PortalError('structure.gone')
  await tx.execute(sql`
    update ${table} t set position = o.at - 1
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as o (id, at) where t.${key} = o.id`)
}

/** Throws 'structure.gone', and 'structure.in_use' for what is not empty. */
export async function removeStructure(
  tx: Tx,
  { kind, id }: ParsedRequestOf<typeof structureEndpoints.remove>,
): Promise<void> {
  const [table, key] = TABLES[kind].map((word) => sql.raw(word))
  const inUse = {
    campus: sql`exists (select from class_group c where c.campus_id = x.campus_id)`,
    grade: sql`exists (select from class_group c where c.grade_id = x.grade_id) or exists (select from class_year y where y.grade_id = x.grade_id)`,
    class: sql`exists (select from student s where s.class_id = x.class_id) or exists (select from class_year y where y.class_id = x.class_id)`,
    department: sql`exists (select from staff_member m where m.department_id = x.department_id)`,
    subject: sql`exists (select from class_teacher t where t.subject_id = x.subject_id)`,
  }[kind]
  const [isUsed] = await queryValues(tx, z.boolean())`
    select (${inUse}) as used from ${table} x where x.${key} = ${asId(id)} for update`
  if (isUsed === undefined) throw new PortalError('structure.gone')
  if (isUsed) throw new PortalError('structure.in_use')
  await tx.execute(sql`delete from ${table} where ${key} = ${id}`)
}
