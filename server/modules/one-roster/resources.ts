import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { HOMEROOM, systemCode } from './model.ts'
import * as records from './records.ts'

/** What can be compared, sorted by and selected. */
export interface Field {
  readonly sql: SQL
  readonly type: 'text' | 'date' | 'moment' | 'list'
}

/** A reference to a record, as it stands in another one. */
export type Refer = (kind: RecordKind, sourcedId: string) => { href: string; sourcedId: string; type: string }

/** What the records of a page need besides their rows. */
export interface Around {
  readonly refer: Refer
  readonly unitId: string
  /** Guardians of pupils and pupils of guardians, by the identifier of either. */
  readonly agents: ReadonlyMap<string, readonly { readonly sourcedId: string; readonly relation: string | null }[]>
}

export type RecordKind = 'academicSession' | 'org' | 'course' | 'class' | 'user' | 'enrollment' | 'demographics'

export interface RecordType {
  /** The name of one record in an answer. */
  readonly single: string
  /** Of several. */
  readonly plural: string
  /** The path of one, below the service's. */
  readonly path: string
  readonly records: SQL
  readonly fields: Readonly<Record<string, Field>>
  readonly hasAgents?: true
  /** The record of a row of `records`. */
  readonly describe: (this: void, row: unknown, around: Around) => Record<string, unknown>
}

const text = (name: string): Field => ({ sql: sql`${sql.identifier(name)}`, type: 'text' })
const date = (name: string): Field => ({ sql: sql`${sql.identifier(name)}`, type: 'date' })
const flag = (name: string): Field => ({ sql: sql`${sql.identifier(name)}::text`, type: 'text' })
const list = (values: SQL): Field => ({ sql: values, type: 'list' })
const oneOrNone = (name: string) => list(sql`array_remove(array[${sql.identifier(name)}], null)`)
const always = (value: SQL): Field => ({ sql: value, type: 'text' })
const ownUnit = always(sql`portal_unit_id()::text`)

const BASE: Readonly<Record<string, Field>> = {
  sourcedId: text('sourced_id'),
  status: text('status'),
  dateLastModified: { sql: sql`changed_at`, type: 'moment' },
}
const base = { sourced_id: z.string(), status: z.string(), changed_at: z.date() }
const describeBase = (row: { sourced_id: string; status: string; changed_at: Date }) => ({
  sourcedId: row.sourced_id,
  status: row.status,
  dateLastModified: row.changed_at.toISOString(),
})
const optional = z.nullable(z.string())

const sessionRow = z.object({
  ...base,
  title: z.string(),
  type: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  parent: optional,
  school_year: z.string(),
})
const orgRow = z.object({ ...base, name: z.string(), type: z.string() })
const courseRow = z.object({ ...base, title: z.string(), course_code: z.string(), school_year: z.string() })
const classRow = z.object({
  ...base,
  title: z.string(),
  grade: optional,
  english_name: z.string(),
  campus: optional,
  terms: z.array(z.string()),
})
const enrollmentRow = z.object({
  ...base,
  class: z.string(),
  user: z.string(),
  role: z.string(),
  is_primary: z.boolean(),
})
const userRow = z.object({
  ...base,
  role: optional,
  enabled: z.boolean(),
  username: optional,
  identifier: optional,
  given_name: z.string(),
  family_name: z.string(),
  email: optional,
  phone: optional,
  grade: optional,
  english_name: z.string(),
  department: optional,
  position_title: optional,
  has_account: z.boolean(),
})
const demographicsRow = z.object({ ...base, birthday: optional, sex: z.nullable(z.number()) })

/** Without what is not known. */
const known = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

export const RECORD_TYPES: Readonly<Record<RecordKind, RecordType>> = {
  academicSession: {
    single: 'academicSession',
    plural: 'academicSessions',
    path: 'academicSessions',
    records: sql`select sourced_id, status, changed_at, title, type, start_date::text, end_date::text, parent, school_year from (${records.academicSessions}) s`,
    fields: {
      ...BASE,
      title: text('title'),
      type: text('type'),
      startDate: date('start_date'),
      endDate: date('end_date'),
      'parent.sourcedId': text('parent'),
      schoolYear: text('school_year'),
    },
    describe(given, { refer }) {
      const row = z.parse(sessionRow, given)
      return {
        ...describeBase(row),
        title: row.title,
        startDate: row.start_date,
        endDate: row.end_date,
        type: row.type,
        ...(row.parent !== null && { parent: refer('academicSession', row.parent) }),
        schoolYear: row.school_year,
      }
    },
  },
  org: {
    single: 'org',
    plural: 'orgs',
    path: 'orgs',
    records: records.orgs,
    fields: {
      ...BASE,
      name: text('name'),
      type: text('type'),
      identifier: always(sql`'portal-' || right(sourced_id, 12)`),
    },
    describe(given) {
      const row = z.parse(orgRow, given)
      return { ...describeBase(row), name: row.name, type: row.type, identifier: systemCode(row.sourced_id) }
    },
  },
  course: {
    single: 'course',
    plural: 'courses',
    path: 'courses',
    records: records.courses,
    fields: {
      ...BASE,
      title: text('title'),
      courseCode: text('course_code'),
      'schoolYear.sourcedId': text('school_year'),
      'org.sourcedId': ownUnit,
    },
    describe(given, { refer, unitId }) {
      const row = z.parse(courseRow, given)
      return {
        ...describeBase(row),
        title: row.title,
        schoolYear: refer('academicSession', row.school_year),
        courseCode: row.course_code,
        org: refer('org', unitId),
      }
    },
  },
  class: {
    single: 'class',
    plural: 'classes',
    path: 'classes',
    records: records.classes,
    fields: {
      ...BASE,
      title: text('title'),
      classType: always(sql`'homeroom'`),
      grades: oneOrNone('grade'),
      'terms.sourcedId': list(sql`terms`),
      'course.sourcedId': always(sql`${HOMEROOM.sourcedId}::text`),
      'school.sourcedId': ownUnit,
      'metadata.englishName': text('english_name'),
      'metadata.campus': text('campus'),
    },
    describe(given, { refer, unitId }) {
      const row = z.parse(classRow, given)
      return {
        ...describeBase(row),
        metadata: known({ grade: row.grade, englishName: row.english_name, campus: row.campus }),
        title: row.title,
        classType: 'homeroom',
        grades: row.grade === null ? [] : [row.grade],
        course: refer('course', HOMEROOM.sourcedId),
        school: refer('org', unitId),
        terms: row.terms.map((term) => refer('academicSession', term)),
      }
    },
  },
  user: {
    single: 'user',
    plural: 'users',
    path: 'users',
    records: records.users,
    hasAgents: true,
    fields: {
      ...BASE,
      enabledUser: flag('enabled'),
      username: text('username'),
      identifier: text('identifier'),
      givenName: text('given_name'),
      familyName: text('family_name'),
      email: text('email'),
      sms: text('phone'),
      grades: oneOrNone('grade'),
      role: text('role'),
      'roles.role': text('role'),
      'roles.org.sourcedId': ownUnit,
      'primaryOrg.sourcedId': ownUnit,
      'metadata.englishName': text('english_name'),
      'metadata.department': text('department'),
      'metadata.position': text('position_title'),
    },
    describe(given, { refer, unitId, agents }) {
      const row = z.parse(userRow, given)
      const related = row.status === 'active' ? (agents.get(row.sourced_id) ?? []) : []
      const isPupil = row.role === 'student'
      return {
        ...describeBase(row),
        metadata: {
          ...known({ englishName: row.english_name, department: row.department, position: row.position_title }),
          ...(isPupil && related.length > 0 && { relations: related.map(({ relation }) => relation ?? '').join(',') }),
          hasAccount: String(row.has_account),
        },
        username: row.username ?? row.identifier ?? row.sourced_id,
        enabledUser: String(row.enabled),
        givenName: row.given_name,
        familyName: row.family_name,
        roles: [{ roleType: 'primary', role: row.role ?? 'aide', org: refer('org', unitId) }],
        primaryOrg: refer('org', unitId),
        ...known({ identifier: row.identifier, email: row.email, sms: row.phone }),
        agents: related.map(({ sourcedId }) => refer('user', sourcedId)),
        grades: row.grade === null ? [] : [row.grade],
      }
    },
  },
  enrollment: {
    single: 'enrollment',
    plural: 'enrollments',
    path: 'enrollments',
    records: records.enrollments,
    fields: {
      ...BASE,
      role: text('role'),
      primary: flag('is_primary'),
      'user.sourcedId': text('user'),
      'class.sourcedId': text('class'),
      'school.sourcedId': ownUnit,
    },
    describe(given, { refer, unitId }) {
      const row = z.parse(enrollmentRow, given)
      return {
        ...describeBase(row),
        user: refer('user', row.user),
        class: refer('class', row.class),
        school: refer('org', unitId),
        role: row.role,
        primary: String(row.is_primary),
      }
    },
  },
  demographics: {
    single: 'demographics',
    plural: 'demographics',
    path: 'demographics',
    records: sql`select sourced_id, status, changed_at, birthday::text, sex from (${records.users}) d`,
    fields: {
      ...BASE,
      birthDate: date('birthday'),
      sex: always(sql`case sex when 1 then 'male' when 2 then 'female' else 'unspecified' end`),
    },
    describe(given) {
      const row = z.parse(demographicsRow, given)
      return {
        ...describeBase(row),
        ...known({ birthDate: row.birthday }),
        sex: row.sex === 1 ? 'male' : row.sex === 2 ? 'female' : 'unspecified',
      }
    },
  },
}

const isEnrolledIn = (classId: string, role: string) =>
  sql`sourced_id in (select e."user" from (${records.enrollments}) e where e.class = ${classId} and e.role = ${role} and e.status = 'active')`
const isClassOf = (userId: string) =>
  sql`sourced_id in (select e.class from (${records.enrollments}) e where e."user" = ${userId} and e.status = 'active')`
const ofRole = (role: string) => sql`role = ${role}`
const ofType = (type: string) => sql`type = ${type}`

/** A record that a path names, which must exist. */
interface Named {
  readonly kind: RecordKind
  readonly only?: SQL
}
const ONE = {
  school: { kind: 'org', only: ofType('school') },
  class: { kind: 'class' },
  course: { kind: 'course' },
  term: { kind: 'academicSession', only: ofType('term') },
  student: { kind: 'user', only: ofRole('student') },
  teacher: { kind: 'user', only: ofRole('teacher') },
  user: { kind: 'user' },
} satisfies Record<string, Named>

export interface RosterRoute {
  /** Below the service's path; `:id` names the record, and in a path with two `:class` the second one. */
  readonly path: string
  readonly kind: RecordKind
  /** Whether the answer is one record. */
  readonly isOne?: true
  readonly only?: SQL
  readonly named?: readonly Named[]
  /** Which records belong to the named one. */
  readonly within?: (id: string, classId: string) => SQL | undefined
  /** Scopes of which one is needed. */
  readonly scopes: 'core' | 'roster' | 'demographics'
}

const COLLECTIONS: readonly (readonly [path: string, kind: RecordKind, only?: SQL])[] = [
  ['academicSessions', 'academicSession'],
  ['gradingPeriods', 'academicSession', ofType('gradingPeriod')],
  ['terms', 'academicSession', ofType('term')],
  ['orgs', 'org'],
  ['schools', 'org', ofType('school')],
  ['courses', 'course'],
  ['classes', 'class'],
  ['enrollments', 'enrollment'],
  ['users', 'user'],
  ['students', 'user', ofRole('student')],
  ['teachers', 'user', ofRole('teacher')],
  ['demographics', 'demographics'],
]

const nested = (
  path: string,
  kind: RecordKind,
  named: readonly Named[],
  { only, within }: Pick<RosterRoute, 'only' | 'within'> = {},
): RosterRoute => ({ path, kind, named, ...(only && { only }), ...(within && { within }), scopes: 'roster' })

const ofClass = (id: string) => sql`class = ${id}`

/** All paths of the rostering service but those for resources, of which the portal has none. */
export const ROSTER_ROUTES: readonly RosterRoute[] = [
  ...COLLECTIONS.flatMap(([path, kind, only]): RosterRoute[] => {
    const scopes = kind === 'demographics' ? 'demographics' : 'core'
    const shared = { kind, ...(only && { only }), scopes } as const
    return [
      { path, ...shared },
      { path: `${path}/:id`, isOne: true, ...shared },
    ]
  }),
  nested('schools/:id/classes', 'class', [ONE.school]),
  nested('schools/:id/courses', 'course', [ONE.school]),
  nested('schools/:id/enrollments', 'enrollment', [ONE.school]),
  nested('schools/:id/students', 'user', [ONE.school], { only: ofRole('student') }),
  nested('schools/:id/teachers', 'user', [ONE.school], { only: ofRole('teacher') }),
  nested('schools/:id/terms', 'academicSession', [ONE.school], { only: ofType('term') }),
  nested('schools/:id/classes/:class/enrollments', 'enrollment', [ONE.school, ONE.class], {
    within: (_, classId) => ofClass(classId),
  }),
  nested('schools/:id/classes/:class/students', 'user', [ONE.school, ONE.class], {
    within: (_, classId) => isEnrolledIn(classId, 'student'),
  }),
  nested('schools/:id/classes/:class/teachers', 'user', [ONE.school, ONE.class], {
    within: (_, classId) => isEnrolledIn(classId, 'teacher'),
  }),
  nested('classes/:id/students', 'user', [ONE.class], { within: (id) => isEnrolledIn(id, 'student') }),
  nested('classes/:id/teachers', 'user', [ONE.class], { within: (id) => isEnrolledIn(id, 'teacher') }),
  nested('courses/:id/classes', 'class', [ONE.course]),
  nested('students/:id/classes', 'class', [ONE.student], { within: isClassOf }),
  nested('teachers/:id/classes', 'class', [ONE.teacher], { within: isClassOf }),
  nested('users/:id/classes', 'class', [ONE.user], { within: isClassOf }),
  nested('terms/:id/classes', 'class', [ONE.term], { within: (id) => sql`${id} = any(terms)` }),
  nested('terms/:id/gradingPeriods', 'academicSession', [ONE.term], {
    only: ofType('gradingPeriod'),
    within: (id) => sql`parent = ${id}`,
  }),
]
