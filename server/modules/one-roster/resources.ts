import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { HOMEROOM } from './model.ts'
import * as records from './records.ts'

/** A field of records: in an answer under its name, nested at the dots, and what it is compared and sorted by. */
export interface Field {
  readonly sql: SQL
  readonly type: 'text' | 'date' | 'moment' | 'list'
  /** It has identifiers of these records, to which the answer refers. */
  readonly refers?: RecordKind
  /** Left out of the answer where it is empty, or always. */
  readonly leftOut?: 'empty' | 'always'
}

/** A reference to a record, as it stands in another one. */
export type Refer = (kind: RecordKind, sourcedId: string) => { href: string; sourcedId: string; type: string }

/** What the records of a page need besides their rows. */
export interface Around {
  readonly refer: Refer
  readonly unitId: string
  readonly agents: Awaited<ReturnType<typeof records.readAgents>>
}

/** As one record is called in an answer. */
export type RecordKind = 'academicSession' | 'org' | 'course' | 'class' | 'user' | 'enrollment' | 'demographics'

export interface RecordType {
  /** As several are called in an answer, and in the path of one. */
  readonly plural: string
  readonly records: SQL
  readonly fields: Readonly<Record<string, Field>>
}

const text = (name: string): Field => ({ sql: sql`${sql.identifier(name)}`, type: 'text' })
const date = (name: string): Field => ({ sql: sql`${sql.identifier(name)}`, type: 'date' })
const flag = (name: string): Field => ({ sql: sql`${sql.identifier(name)}::text`, type: 'text' })
const list = (values: SQL): Field => ({ sql: values, type: 'list' })
const oneOrNone = (name: string) => list(sql`array_remove(array[${sql.identifier(name)}], null)`)
const always = (value: SQL): Field => ({ sql: value, type: 'text' })
const ifKnown = (field: Field): Field => ({ ...field, leftOut: 'empty' })
const compared = (field: Field): Field => ({ ...field, leftOut: 'always' })
const refers = (to: RecordKind, field: Field): Field => ({ ...field, refers: to, leftOut: 'empty' })
const ownUnit = refers('org', always(sql`portal_unit_id()::text`))

const BASE: Readonly<Record<string, Field>> = {
  sourcedId: text('sourced_id'),
  status: text('status'),
  dateLastModified: { sql: sql`changed_at`, type: 'moment' },
}

export const RECORD_TYPES: Readonly<Record<RecordKind, RecordType>> = {
  academicSession: {
    plural: 'academicSessions',
    records: records.academicSessions,
    fields: {
      ...BASE,
      title: text('title'),
      type: text('type'),
      startDate: date('start_date'),
      endDate: date('end_date'),
      'parent.sourcedId': refers('academicSession', text('parent')),
      schoolYear: text('school_year'),
    },
  },
  org: {
    plural: 'orgs',
    records: records.orgs,
    fields: {
      ...BASE,
      name: text('name'),
      type: text('type'),
      identifier: always(sql`'portal-' || right(sourced_id, 12)`),
    },
  },
  course: {
    plural: 'courses',
    records: records.courses,
    fields: {
      ...BASE,
      title: text('title'),
      courseCode: text('course_code'),
      'schoolYear.sourcedId': refers('academicSession', text('school_year')),
      'org.sourcedId': ownUnit,
    },
  },
  class: {
    plural: 'classes',
    records: records.classes,
    fields: {
      ...BASE,
      title: text('title'),
      classType: always(sql`'homeroom'`),
      grades: oneOrNone('grade'),
      'terms.sourcedId': refers('academicSession', list(sql`terms`)),
      'course.sourcedId': refers('course', always(sql`${HOMEROOM.sourcedId}::text`)),
      'school.sourcedId': ownUnit,
      'metadata.grade': ifKnown(text('grade')),
      'metadata.englishName': ifKnown(text('english_name')),
      'metadata.campus': ifKnown(text('campus')),
    },
  },
  user: {
    plural: 'users',
    records: records.users,
    fields: {
      ...BASE,
      enabledUser: flag('enabled'),
      username: always(sql`coalesce(username, identifier, sourced_id)`),
      identifier: ifKnown(text('identifier')),
      givenName: text('given_name'),
      familyName: text('family_name'),
      email: ifKnown(text('email')),
      sms: ifKnown(text('phone')),
      grades: oneOrNone('grade'),
      role: compared(text('role')),
      'roles.role': compared(text('role')),
      'roles.org.sourcedId': compared(ownUnit),
      'primaryOrg.sourcedId': ownUnit,
      'metadata.englishName': ifKnown(text('english_name')),
      'metadata.department': ifKnown(text('department')),
      'metadata.position': ifKnown(text('position_title')),
      'metadata.hasAccount': flag('has_account'),
    },
  },
  enrollment: {
    plural: 'enrollments',
    records: records.enrollments,
    fields: {
      ...BASE,
      role: text('role'),
      primary: flag('is_primary'),
      'user.sourcedId': refers('user', text('user')),
      'class.sourcedId': refers('class', text('class')),
      'school.sourcedId': ownUnit,
    },
  },
  demographics: {
    plural: 'demographics',
    records: records.users,
    fields: {
      ...BASE,
      birthDate: ifKnown(date('birthday')),
      sex: always(sql`case sex when 1 then 'male' when 2 then 'female' else 'unspecified' end`),
    },
  },
}

/** Columns for a select from the records of a type: the values of all fields as texts, by their names. */
export const columnsOf = ({ fields }: RecordType): SQL =>
  sql.join(
    Object.entries(fields).map(([name, { sql: value, type }]) => {
      if (type === 'moment')
        return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.identifier(name)}`
      return sql`${value}${sql.raw(type === 'date' ? '::text' : '')} as ${sql.identifier(name)}`
    }),
    sql`, `,
  )

/** A row of `columnsOf`. */
export const fieldRow = z.record(z.string(), z.nullable(z.union([z.string(), z.array(z.string())])))

/** The record of a row. */
export function describeRecord(
  kind: RecordKind,
  row: z.infer<typeof fieldRow>,
  around: Around,
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [name, { refers: to, leftOut }] of Object.entries(RECORD_TYPES[kind].fields)) {
    const value = row[name] ?? ''
    const [outer = '', inner] = name.split('.')
    if (outer === 'metadata') record[outer] ??= {}
    if (leftOut === 'always' || (leftOut === 'empty' && value === '')) continue
    if (to !== undefined)
      record[outer] = typeof value === 'string' ? around.refer(to, value) : value.map((id) => around.refer(to, id))
    else record[outer] = inner === undefined ? value : { ...Object(record[outer]), [inner]: value }
  }
  return kind === 'user' ? { ...record, ...describeRelated(record, row, around) } : record
}

/** What a user has of others. */
function describeRelated(
  { metadata }: Record<string, unknown>,
  { sourcedId, status, role }: z.infer<typeof fieldRow>,
  { refer, unitId, agents }: Around,
) {
  const related = status === 'active' ? (agents.get(String(sourcedId)) ?? []) : []
  const relations = related.map(({ relation }) => relation ?? '').join(',')
  return {
    metadata: { ...Object(metadata), ...(role === 'student' && related.length > 0 && { relations }) },
    roles: [{ roleType: 'primary', role: role ?? 'aide', org: refer('org', unitId) }],
    agents: related.map((agent) => refer('user', agent.sourcedId)),
  }
}

const isEnrolledIn = (classId: string, role: string) =>
  sql`sourced_id in (select e."user" from (${records.enrollments}) e where e.class = ${classId} and e.role = ${role} and e.status = 'active')`
const isClassOf = (userId: string) =>
  sql`sourced_id in (select e.class from (${records.enrollments}) e where e."user" = ${userId} and e.status = 'active')`
const ofRole = (role: string) => sql`role = ${role}`
const ofType = (type: string) => sql`type = ${type}`

/** Some of the records of a kind. */
interface Collection {
  readonly kind: RecordKind
  readonly only?: SQL
}

const COLLECTIONS: Readonly<Record<string, Collection>> = {
  academicSessions: { kind: 'academicSession' },
  gradingPeriods: { kind: 'academicSession', only: ofType('gradingPeriod') },
  terms: { kind: 'academicSession', only: ofType('term') },
  orgs: { kind: 'org' },
  schools: { kind: 'org', only: ofType('school') },
  courses: { kind: 'course' },
  classes: { kind: 'class' },
  enrollments: { kind: 'enrollment' },
  users: { kind: 'user' },
  students: { kind: 'user', only: ofRole('student') },
  teachers: { kind: 'user', only: ofRole('teacher') },
  demographics: { kind: 'demographics' },
}

/** Which records belong to those that a path names. */
type Within = (id: string, classId: string) => SQL

/** What belongs to a record, by its path: the collection of the last part, or those records of its kind that are given here. A unit is one school with one course. */
const NESTED: Readonly<Record<string, Within | null>> = {
  'schools/:id/classes': null,
  'schools/:id/courses': null,
  'schools/:id/enrollments': null,
  'schools/:id/students': null,
  'schools/:id/teachers': null,
  'schools/:id/terms': null,
  'schools/:id/classes/:class/enrollments': (_, classId) => sql`class = ${classId}`,
  'schools/:id/classes/:class/students': (_, classId) => isEnrolledIn(classId, 'student'),
  'schools/:id/classes/:class/teachers': (_, classId) => isEnrolledIn(classId, 'teacher'),
  'classes/:id/students': (id) => isEnrolledIn(id, 'student'),
  'classes/:id/teachers': (id) => isEnrolledIn(id, 'teacher'),
  'courses/:id/classes': null,
  'students/:id/classes': isClassOf,
  'teachers/:id/classes': isClassOf,
  'users/:id/classes': isClassOf,
  'terms/:id/classes': (id) => sql`${id} = any(terms)`,
  'terms/:id/gradingPeriods': (id) => sql`${ofType('gradingPeriod')} and parent = ${id}`,
}

export interface RosterRoute extends Collection {
  /** Below the service's path; `:id` names the record, and in a path with two `:class` the second one. */
  readonly path: string
  /** Whether the answer is one record. */
  readonly isOne?: true
  /** Those whose records the path names, which must exist. */
  readonly named?: readonly Collection[]
  readonly within?: Within
  /** Scopes of which one is needed. */
  readonly scopes: 'core' | 'roster' | 'demographics'
}

const collectionOf = (name = ''): Collection => {
  const found = COLLECTIONS[name]
  if (!found) throw new Error(`there is no collection ${name}`)
  return found
}

/** All paths of the rostering service but those for resources, of which the portal has none. */
export const ROSTER_ROUTES: readonly RosterRoute[] = [
  ...Object.entries(COLLECTIONS).flatMap(([path, collection]): RosterRoute[] => {
    const scopes = collection.kind === 'demographics' ? 'demographics' : 'core'
    return [
      { path, ...collection, scopes },
      { path: `${path}/:id`, isOne: true, ...collection, scopes },
    ]
  }),
  ...Object.entries(NESTED).map(([path, within]): RosterRoute => {
    const { kind, ...rest } = collectionOf(path.split('/').at(-1))
    const named = [...path.matchAll(/(\w+)\/:/g)].map(([, name]) => collectionOf(name))
    return { path, kind, named, ...(within ? { within } : rest), scopes: 'roster' }
  }),
]
