import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportPeople } from '../../../contract/endpoints/people/imports.ts'
import { ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import { openReader } from '../../../server/modules/imports/reading/read-file.ts'
import { ROSTER_ROUTES } from '../../../server/modules/one-roster/resources.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readRoster, registerReader, rosterToken } from '../../support/callers/roster-reader.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'

const [CORE, ROSTER, DEMOGRAPHICS] = ROSTER_SCOPES
const GINKGO = 'ginkgo.localhost'

let test: TestApp
let token: string
beforeAll(async () => {
  test = await createTestApp()
  token = await rosterToken(test, await registerReader(test))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

type Entry = Record<string, unknown> & { readonly sourcedId: string }
const entry = z.looseObject({ sourcedId: z.string() })

async function list(path: string, query: Record<string, string> = {}): Promise<Entry[]> {
  const { status, body } = await readRoster(test, token, path, query)
  expect([path, status]).toEqual([path, 200])
  const [name = '', ...others] = Object.keys(body)
  expect(others).toEqual([])
  return z.parse(z.array(entry), body[name])
}
const ids = (entries: readonly Entry[]) => entries.map(({ sourcedId }) => sourcedId)
const filtered = (path: string, filter: string) => list(path, { filter, limit: '1000' })
const first = async (path: string, query?: Record<string, string>): Promise<Entry> => {
  const [one] = await list(path, { limit: '1', ...query })
  if (!one) throw new Error(`there are no ${path}`)
  return one
}
const minorOf = ({ body }: { body: Record<string, unknown> }) =>
  z.parse(
    z.object({
      imsx_codeMajor: z.literal('failure'),
      imsx_severity: z.literal('error'),
      imsx_description: z.string(),
      imsx_CodeMinor: z.object({
        imsx_codeMinorField: z.tuple([
          z.object({ imsx_codeMinorFieldName: z.string(), imsx_codeMinorFieldValue: z.string() }),
        ]),
      }),
    }),
    body,
  ).imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue

// As 1EdTech's OpenAPI document of the rostering service has it: other fields are not allowed.
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const truth = z.literal(['true', 'false'])
const base = {
  sourcedId: z.string(),
  status: z.literal(['active', 'tobedeleted']),
  dateLastModified: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/)),
  metadata: z.optional(z.record(z.string(), z.string())),
}
const reference = (type: string, path: string) =>
  z.strictObject({
    href: z.string().check(z.regex(new RegExp(`^http://localhost/ims/oneroster/rostering/v1p2/${path}/[\\w-]+$`))),
    sourcedId: z.string(),
    type: z.literal(type),
  })
const orgRef = reference('org', 'orgs')
const sessionRef = reference('academicSession', 'academicSessions')
const user = z.strictObject({
  ...base,
  username: z.string(),
  enabledUser: truth,
  givenName: z.string(),
  familyName: z.string(),
  roles: z.tuple([
    z.strictObject({
      roleType: z.literal('primary'),
      role: z.literal(['student', 'teacher', 'guardian', 'aide']),
      org: orgRef,
    }),
  ]),
  primaryOrg: orgRef,
  identifier: z.optional(z.string()),
  email: z.optional(z.string()),
  sms: z.optional(z.string()),
  agents: z.array(reference('user', 'users')),
  grades: z.array(z.string()),
})
const session = z.strictObject({
  ...base,
  title: z.string(),
  startDate: date,
  endDate: date,
  type: z.literal(['schoolYear', 'term']),
  parent: z.optional(sessionRef),
  schoolYear: z.string().check(z.regex(/^\d{4}$/)),
})
const org = z.strictObject({ ...base, name: z.string(), type: z.literal('school'), identifier: z.string() })
const SHAPES: Readonly<Record<string, z.ZodMiniType>> = {
  academicSessions: session,
  terms: session,
  orgs: org,
  schools: org,
  courses: z.strictObject({
    ...base,
    title: z.string(),
    courseCode: z.string(),
    schoolYear: sessionRef,
    org: orgRef,
  }),
  classes: z.strictObject({
    ...base,
    title: z.string(),
    classType: z.literal('homeroom'),
    grades: z.array(z.string()),
    course: reference('course', 'courses'),
    school: orgRef,
    terms: z.array(sessionRef).check(z.minLength(1)),
  }),
  enrollments: z.strictObject({
    ...base,
    user: reference('user', 'users'),
    class: reference('class', 'classes'),
    school: orgRef,
    role: z.literal(['student', 'teacher']),
    primary: truth,
  }),
  users: user,
  students: user,
  teachers: user,
  demographics: z.strictObject({
    ...base,
    birthDate: z.optional(date),
    sex: z.literal(['male', 'female', 'unspecified']),
  }),
}

/** Where the name of one record is not that of the path. */
const SINGLE: Readonly<Record<string, string>> = {
  terms: 'academicSession',
  schools: 'org',
  classes: 'class',
  students: 'user',
  teachers: 'user',
  demographics: 'demographics',
}

describe('each collection', () => {
  it.each(Object.keys(SHAPES))(
    'of %s has records as the specification says, and each of them by itself',
    async (path) => {
      const entries = await list(path, { limit: '1000' })
      expect(entries.length).toBeGreaterThan(0)
      const shape = SHAPES[path]
      if (!shape) throw new Error(path)
      for (const each of entries) expect(z.safeParse(shape, each).error?.issues).toBeUndefined()
      const { status, body } = await readRoster(test, token, `${path}/${entries[0]?.sourcedId}`)
      expect(status).toBe(200)
      expect(body).toEqual({ [SINGLE[path] ?? path.replace(/s$/, '')]: entries[0] })
    },
  )

  it('of grading periods is empty: the portal has none', async () => {
    expect(await list('gradingPeriods')).toEqual([])
    expect((await readRoster(test, token, 'gradingPeriods/x')).status).toBe(404)
  })
})

describe('what belongs to a school, a class, a person, a term', () => {
  it('is the same as by enrolment', async () => {
    const school = await first('schools')
    const pupil = await first('students')
    const [enrolled] = await filtered('enrollments', `user.sourcedId='${pupil.sourcedId}'`)
    const classId = Object(enrolled?.['class']).sourcedId
    const inClass = await filtered('enrollments', `class.sourcedId='${classId}'`)
    const members = (role: string) =>
      inClass.filter((one) => one['role'] === role).map((one) => String(Object(one['user']).sourcedId))
    const all = { limit: '1000' }
    for (const prefix of ['', `schools/${school.sourcedId}/`]) {
      expect(ids(await list(`${prefix}classes/${classId}/students`, all))).toEqual(members('student').toSorted())
      expect(ids(await list(`${prefix}classes/${classId}/teachers`, all))).toEqual(members('teacher').toSorted())
    }
    expect(ids(await list(`schools/${school.sourcedId}/classes/${classId}/enrollments`, all))).toEqual(ids(inClass))
    expect(ids(await list(`students/${pupil.sourcedId}/classes`))).toEqual([classId])
    expect(ids(await list(`users/${pupil.sourcedId}/classes`))).toEqual([classId])
    const [teacherId = ''] = members('teacher')
    expect(ids(await list(`teachers/${teacherId}/classes`))).toContain(classId)
    const classes = ids(await list('classes', all))
    const term = await first('terms')
    for (const path of [`schools/${school.sourcedId}`, 'courses/homeroom', `terms/${term.sourcedId}`])
      expect(ids(await list(`${path}/classes`, all))).toEqual(classes)
    for (const path of ['students', 'teachers', 'enrollments', 'terms', 'courses'])
      expect(ids(await list(`schools/${school.sourcedId}/${path}`, all))).toEqual(ids(await list(path, all)))
    expect(await list(`terms/${term.sourcedId}/gradingPeriods`)).toEqual([])
  })

  it('is not found where there is no such school, class or person', async () => {
    const { sourcedId: teacherId } = await first('teachers')
    for (const path of [
      'schools/x/classes',
      'classes/x/students',
      `students/${teacherId}/classes`,
      'users/%00/classes',
      "users/a'b",
      'resources',
      'nothing/here',
    ]) {
      const answer = await readRoster(test, token, path)
      expect([path, answer.status, minorOf(answer)]).toEqual([path, 404, 'unknownobject'])
    }
  })
})

describe('pages', () => {
  it('walked by their links have every pupil exactly once, and the count of all', async () => {
    const rows = await runAsOwner(
      test,
      sql`select student_id from student where class_id is not null and unit_id = ${await unitOf(test)}`,
    )
    const walked: string[] = []
    let query: Record<string, string> | undefined = { limit: '37', sort: 'familyName', orderBy: 'desc' }
    while (query) {
      const { body, headers }: Awaited<ReturnType<typeof readRoster>> = await readRoster(test, token, 'students', query)
      expect(Number(headers['x-total-count'])).toBe(rows.length)
      walked.push(...ids(z.parse(z.array(entry), body['users'])))
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1]
      query = next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams)
    }
    expect(walked).toHaveLength(rows.length)
    expect(walked.toSorted()).toEqual(rows.map((row) => String(row['student_id'])).toSorted())
  })

  it('tell the first, the last, the next and the one before, with what was asked', async () => {
    const filter = "role='student'"
    const { headers } = await readRoster(test, token, 'users', { limit: '10', offset: '15', filter })
    const total = Number(headers['x-total-count'])
    const links = [...String(headers['link']).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url = '', rel]) => {
      const { pathname, searchParams } = new URL(url)
      expect(pathname).toBe('/ims/oneroster/rostering/v1p2/users')
      expect(searchParams.get('filter')).toBe(filter)
      return [rel, Number(searchParams.get('offset')), searchParams.get('limit')]
    })
    const last = Math.floor((total - 1) / 10) * 10
    expect(links).toEqual([
      ['next', 25, '10'],
      ['prev', 5, '10'],
      ['first', 0, '10'],
      ['last', last, '10'],
    ])
    expect(await list('users', { offset: '100000' })).toEqual([])
  })

  it('have 100 records unless told otherwise, and 1000 at most', async () => {
    expect((await list('users')).length).toBe(100)
    const { headers } = await readRoster(test, token, 'users', { limit: '100000' })
    expect(String(headers['link'])).toContain('limit=1000&offset=0>; rel="first"')
  })

  it('are sorted', async () => {
    const names = (await list('teachers', { sort: 'username', limit: '1000' })).map((one) => String(one['username']))
    expect(names).toEqual(names.toSorted())
    const down = (await list('teachers', { sort: 'username', orderBy: 'desc', limit: '1000' })).map(
      (one) => one['username'],
    )
    expect(down).toEqual(names.toReversed())
  })

  it.each([
    ['limit', '0', 422, 'invaliddata'],
    ['limit', 'ten', 422, 'invaliddata'],
    ['offset', '-1', 422, 'invaliddata'],
    ['orderBy', 'up', 422, 'invaliddata'],
    ['sort', 'shoeSize', 400, 'invalid_selection_field'],
    ['sort', 'changed_at; drop table student', 400, 'invalid_selection_field'],
    ['fields', '', 400, 'invalid_selection_field'],
    ['filter', '', 400, 'invalid_filter_field'],
    ['filter', 'familyName', 400, 'invalid_filter_field'],
    ['filter', "shoeSize='40'", 400, 'invalid_filter_field'],
    ['filter', "__proto__='x'", 400, 'invalid_filter_field'],
    ['filter', "constructor='x'", 400, 'invalid_filter_field'],
    ['filter', "birthday='2010-01-01'", 400, 'invalid_filter_field'],
    ['filter', "familyName='x", 400, 'invalid_filter_field'],
    ['filter', "familyName='x' XOR role='student'", 400, 'invalid_filter_field'],
    ['filter', "familyName='x' OR 1=1", 400, 'invalid_filter_field'],
    ['filter', "familyName='x') or true --'", 400, 'invalid_filter_field'],
    ['filter', "dateLastModified>'yesterday'", 400, 'invalid_filter_field'],
    ['filter', "dateLastModified>'2026-02-31'", 400, 'invalid_filter_field'],
    ['filter', "dateLastModified~'2026'", 400, 'invalid_filter_field'],
    ['filter', "grades>'1'", 400, 'invalid_filter_field'],
    ['filter', Array(11).fill("role='student'").join(' OR '), 400, 'invalid_filter_field'],
    ['filter', "familyName='\0'", 422, 'invaliddata'],
    ['filter', `familyName='${'x'.repeat(2000)}'`, 422, 'invaliddata'],
  ])('are refused with %s=%j', async (name, value, status, minor) => {
    const answer = await readRoster(test, token, 'users', { [name]: value })
    expect([answer.status, minorOf(answer)]).toEqual([status, minor])
  })
})

describe('a filter', () => {
  it('compares texts, lists and truth, and joins two comparisons', async () => {
    const all = await list('users', { limit: '1000' })
    const where = (test_: (one: Entry) => boolean) => ids(all.filter(test_)).toSorted()
    const role = (one: Entry) => Object(one['roles']).at(0).role
    const pupil = all.find((one) => role(one) === 'student')
    const family = String(pupil?.['familyName'])
    const [grade] = z.parse(z.array(z.string()), pupil?.['grades'])
    const asked = async (filter: string) => ids(await filtered('users', filter)).toSorted()
    expect(await asked(`familyName='${family}'`)).toEqual(where((one) => one['familyName'] === family))
    expect(await asked(`familyName!='${family}'`)).toEqual(where((one) => one['familyName'] !== family))
    expect(await asked(`familyName>='${family}'`)).toEqual(where((one) => String(one['familyName']) >= family))
    expect(await asked(`username~'STUDENT'`)).toEqual(where((one) => String(one['username']).includes('student')))
    expect(await asked(`grades='${grade}'`)).toEqual(where((one) => Object(one['grades']).includes(grade)))
    expect(await asked(`grades~'${grade}' AND familyName='${family}'`)).toEqual(
      where((one) => Object(one['grades']).includes(grade) && one['familyName'] === family),
    )
    expect(await asked(`roles.role='teacher' OR role='guardian'`)).toEqual(
      where((one) => ['teacher', 'guardian'].includes(role(one))),
    )
    expect(await asked(`role='teacher' or role='student' and familyName='${family}'`)).toEqual(
      where((one) => role(one) === 'teacher' || (role(one) === 'student' && one['familyName'] === family)),
    )
    expect(await asked("enabledUser='false'")).toEqual(where((one) => one['enabledUser'] === 'false'))
  })

  it.each(["x' or '1'='1", "'; drop table student; --", String.raw`\' or true --`, '%', '_', '$1', '??'])(
    'takes %j for nothing but a text',
    async (value) => {
      expect(await filtered('users', `familyName='${value.replaceAll("'", "''")}'`)).toEqual([])
      expect(await filtered('users', `givenName~'${value.replaceAll("'", "''")}'`)).toEqual([])
      expect((await list('students')).length).toBeGreaterThan(0)
    },
  )

  it('by fields leaves out the others, and nothing when one is unknown', async () => {
    const [chosen] = await list('users', { fields: 'sourcedId,givenName,roles', limit: '1' })
    expect(Object.keys(chosen ?? {}).toSorted()).toEqual(['givenName', 'roles', 'sourcedId'])
    expect(await list('users', { fields: 'sourcedId,shoeSize', limit: '1' })).toEqual(
      await list('users', { limit: '1' }),
    )
  })
})

describe('scopes', () => {
  it.each([
    [CORE, ['users', 'classes', 'enrollments', 'terms'], ['demographics', 'schools/x/classes', 'classes/x/students']],
    [ROSTER, ['users', 'students'], ['demographics']],
    [DEMOGRAPHICS, ['demographics'], ['users', 'schools/x/classes', 'orgs']],
  ])('%s opens what it says and nothing else', async (scope, open, closed) => {
    const narrow = await rosterToken(test, await registerReader(test, [scope]), { scopes: [scope] })
    for (const path of open) expect((await readRoster(test, narrow, path)).status).toBe(200)
    for (const path of closed) {
      const answer = await readRoster(test, narrow, path)
      expect([path, answer.status, minorOf(answer)]).toEqual([path, 403, 'forbidden'])
      expect(answer.headers['www-authenticate']).toContain('insufficient_scope')
    }
  })

  it('of none open nothing', async () => {
    for (const path of ROSTER_ROUTES.map((route) => route.path.replaceAll(/:\w+/g, 'x'))) {
      for (const given of [undefined, 'x'.repeat(43)]) {
        const answer = await readRoster(test, given, path)
        expect([path, answer.status, minorOf(answer)]).toEqual([path, 401, 'unauthorisedrequest'])
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/)
      }
    }
  })
})

describe('another unit', () => {
  it('has records of its own at every path, and none of this one’s', async () => {
    const elsewhere = await rosterToken(test, await registerReader(test, ROSTER_SCOPES, GINKGO), { host: GINKGO })
    const here = JSON.stringify(await Promise.all(['users', 'classes', 'orgs', 'terms'].map((path) => first(path))))
    const own = [...here.matchAll(/"sourcedId":"([\da-f-]{36})"/g)].map(([, id = '']) => id)
    const named: Record<string, string> = {
      courses: 'homeroom',
      schools: await unitOf(test),
      classes: (await first('classes')).sourcedId,
      students: (await first('students')).sourcedId,
      teachers: (await first('teachers')).sourcedId,
      users: (await first('users')).sourcedId,
      terms: (await first('terms')).sourcedId,
      demographics: (await first('demographics')).sourcedId,
      orgs: await unitOf(test),
      enrollments: (await first('enrollments')).sourcedId,
      academicSessions: (await first('academicSessions')).sourcedId,
    }
    expect(own.length).toBeGreaterThan(4)
    for (const { path } of ROSTER_ROUTES) {
      await runAsOwner(test, sql`delete from rate_limit`)
      const [collection = ''] = path.split('/')
      const asked = path.replace(':id', named[collection] ?? 'x').replace(':class', named['classes'] ?? '')
      const answer = await readRoster(test, elsewhere, asked, { limit: '1000' }, GINKGO)
      // The course is the same word everywhere, and what is in it is not.
      const isFound = !path.includes(':id') || path.startsWith('courses/')
      expect([asked, answer.status]).toEqual([asked, isFound ? 200 : 404])
      const text = JSON.stringify(answer.body)
      expect(own.filter((id) => text.includes(id))).toEqual([])
    }
  })

  it('that is no unit has nothing', async () => {
    const answer = await readRoster(test, token, 'orgs', {}, 'unknown.example')
    expect([answer.status, minorOf(answer)]).toEqual([404, 'unknownobject'])
  })
})

describe('what was changed since', () => {
  const read = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)
  const KINDS = ['users', 'classes', 'enrollments', 'academicSessions', 'orgs'] as const

  /** What each collection tells of the time since just before. */
  async function changes(work: () => Promise<unknown>) {
    const [row] = await read(sql`select clock_timestamp() + interval '1 millisecond' as now, pg_sleep(0.002)`)
    await work()
    const since = new Date(String(row?.['now'])).toISOString()
    const found: Record<string, Record<string, unknown>> = {}
    for (const kind of KINDS) {
      const entries = await filtered(kind, `dateLastModified>='${since}'`)
      if (entries.length > 0) found[kind] = Object.fromEntries(entries.map((one) => [one.sourcedId, one['status']]))
    }
    return found
  }

  it('is nothing when nothing was changed, or only what rosters do not tell', async () => {
    expect(await changes(async () => undefined)).toEqual({})
    expect(await changes(() => read(sql`update user_account set theme = 'ink', language = 'en'`))).toEqual({})
    expect(await changes(() => read(sql`update student set name_pinyin = name_pinyin`))).toEqual({})
  })

  it('is a pupil whose name, class or guardian changed, and who left', async () => {
    const [reached] = await read(sql`
      select g.student_id from guardian g join guardian_contact c using (parent_id) where g.unit_id = ${await unitOf(test)} limit 1`)
    const pupil = String(reached?.['student_id'])
    const rename = sql`update student set real_name = real_name || '一' where student_id = ${pupil}`
    expect(await changes(() => read(rename))).toEqual({ users: { [pupil]: 'active' } })
    const [guardian] = await read(
      sql`select parent_id from guardian join guardian_contact using (parent_id) where student_id = ${pupil} limit 1`,
    )
    const phone = sql`update guardian_contact set phone = '13900000001' where parent_id = ${guardian?.['parent_id']}`
    expect(await changes(() => read(phone))).toEqual({ users: { [String(guardian?.['parent_id'])]: 'active' } })
    const [other] = await read(sql`
      select c.class_id from class_group c join student s on s.unit_id = c.unit_id
      where s.student_id = ${pupil} and c.class_id <> s.class_id limit 1`)
    const move = sql`update student set class_id = ${other?.['class_id']} where student_id = ${pupil}`
    expect(await changes(() => read(move))).toEqual({
      users: { [pupil]: 'active' },
      enrollments: { [`in-${pupil}`]: 'active' },
    })
    const leave = sql`update student set class_id = null, left_on = '2026-03-02', left_reason = 'left' where student_id = ${pupil}`
    expect(await changes(() => read(leave))).toEqual({
      users: { [pupil]: 'tobedeleted' },
      enrollments: { [`in-${pupil}`]: 'tobedeleted' },
    })
    const { body } = await readRoster(test, token, `enrollments/in-${pupil}`)
    expect(body).toMatchObject({
      enrollment: { class: { sourcedId: other?.['class_id'] }, user: { sourcedId: pupil } },
    })
    const told = await readRoster(test, token, `users/${pupil}`)
    expect(told.body).toMatchObject({ user: { status: 'tobedeleted', enabledUser: 'false', agents: [] } })
    expect(told.body['user']).not.toHaveProperty('email')
    expect((await readRoster(test, token, `demographics/${pupil}`)).body).toMatchObject({
      demographics: { sex: 'unspecified' },
    })
    // Told for a year and a bit, and then no longer.
    await read(
      sql`update roster_change set changed_at = changed_at - interval '401 days' where sourced_id like ${`%${pupil}`}`,
    )
    expect((await readRoster(test, token, `users/${pupil}`)).status).toBe(404)
    expect((await readRoster(test, token, `enrollments/in-${pupil}`)).status).toBe(404)
  })

  it('is a teacher whose account was closed, a class that got another class teacher, and who teaches it', async () => {
    const { sourcedId: closing } = await first('teachers', { sort: 'username', offset: '3' })
    expect(await changes(() => read(sql`update user_account set status = 0 where user_id = ${closing}`))).toEqual({
      users: { [closing]: 'tobedeleted' },
    })
    const [enrolled] = await filtered('enrollments', "primary='true' AND status='active'")
    const classId = String(Object(enrolled?.['class']).sourcedId)
    expect(
      await changes(() => read(sql`update class_group set head_teacher_id = null where class_id = ${classId}`)),
    ).toEqual({ enrollments: expect.objectContaining({ [`head-${classId}`]: 'tobedeleted' }) })
    const teaches = `teach-${classId}-${closing}`
    const unitId = await unitOf(test)
    const [subject] = await read(sql`
      insert into subject (unit_id, name, english_name) values (${unitId}, '书法', 'Calligraphy') returning subject_id`)
    expect(
      await changes(() =>
        read(
          sql`insert into class_teacher (unit_id, class_id, user_id, subject_id) values (${unitId}, ${classId}, ${closing}, ${subject?.['subject_id']})`,
        ),
      ),
    ).toEqual({ enrollments: { [teaches]: 'active' } })
    expect(
      await changes(() => read(sql`delete from class_teacher where class_id = ${classId} and user_id = ${closing}`)),
    ).toEqual({ enrollments: { [teaches]: 'tobedeleted' } })
    expect(
      await changes(() => read(sql`update class_group set english_name = 'Owls' where class_id = ${classId}`)),
    ).toEqual({ classes: { [classId]: 'active' } })
  })

  it('is what was deleted, without its names', async () => {
    const unitId = await unitOf(test)
    const [account] = await read(sql`
      insert into user_account (unit_id, login_name, real_name, user_type) values (${unitId}, 'leaving', '欧阳若兰', 2) returning user_id`)
    const id = String(account?.['user_id'])
    expect(await readRoster(test, token, `teachers/${id}`)).toMatchObject({
      status: 200,
      body: { user: { familyName: '欧阳', givenName: '若兰' } },
    })
    expect(await changes(() => read(sql`delete from user_account where user_id = ${id}`))).toEqual({
      users: { [id]: 'tobedeleted' },
    })
    const { body } = await readRoster(test, token, `users/${id}`)
    expect(body).toMatchObject({ user: { givenName: '', familyName: '', roles: [{ role: 'teacher' }] } })
    expect(z.safeParse(user, body['user']).success).toBe(true)
  })

  it('is the school with another name, and a term with other days', async () => {
    const unitId = await unitOf(test)
    const renamed = sql`update unit set name = name || '（新）' where unit_id = ${unitId}`
    expect(await changes(() => read(renamed))).toEqual({ orgs: { [unitId]: 'active' } })
    const { sourcedId } = await first('terms')
    expect(await changes(() => read(sql`update term set ends_on = ends_on - 1 where term_id = ${sourcedId}`))).toEqual({
      academicSessions: { [sourcedId]: 'active' },
    })
  })
})

describe('the files of OneRoster', () => {
  const idOf = (value: unknown) => String(Object(value).sourcedId ?? '')
  const idsOf = (value: unknown) =>
    z
      .parse(z.array(entry), value)
      .map(({ sourcedId }) => sourcedId)
      .join(',')
  /** What the files and the service call the same, by file: the columns, and their values in a record. */
  const ALIKE: readonly (readonly [file: string, columns: string, values: (one: Entry) => readonly unknown[]])[] = [
    [
      'users',
      'familyName givenName username identifier email sms grades agentSourcedIds metadata.englishName metadata.department',
      (one) => [
        ...['familyName', 'givenName', 'username', 'identifier', 'email', 'sms'].map((name) => one[name] ?? ''),
        Object(one['grades']).join(','),
        // The files have nothing at guardians.
        Object(one['roles']).at(0).role === 'student' ? idsOf(one['agents']) : '',
        Object(one['metadata']).englishName ?? '',
        Object(one['metadata']).department ?? '',
      ],
    ],
    [
      'classes',
      'title grades courseSourcedId schoolSourcedId termSourcedIds',
      (one) => [
        one['title'],
        Object(one['grades']).join(','),
        idOf(one['course']),
        idOf(one['school']),
        idsOf(one['terms']),
      ],
    ],
    [
      'academicsessions',
      'title type startDate endDate parentSourcedId schoolYear',
      (one) => [one['title'], one['type'], one['startDate'], one['endDate'], idOf(one['parent']), one['schoolYear']],
    ],
    [
      'enrollments',
      'classSourcedId userSourcedId role primary',
      (one) => [idOf(one['class']), idOf(one['user']), one['role'], one['primary']],
    ],
    ['orgs', 'name type identifier', (one) => [one['name'], one['type'], one['identifier']]],
    [
      'courses',
      'title courseCode schoolYearSourcedId',
      (one) => [one['title'], one['courseCode'], idOf(one['schoolYear'])],
    ],
    ['demographics', 'birthDate sex', (one) => [one['birthDate'] ?? '', one['sex']]],
  ]

  it('have the same identifiers, names, roles and enrolments', async () => {
    const admin = await test.signIn('admin')
    const { rawPayload } = await admin.request('GET', `${exportPeople.path}?format=oneroster`)
    const folder = await mkdtemp(join(tmpdir(), 'roster-'))
    const file = join(folder, 'export.zip')
    await writeFile(file, rawPayload)
    const sheets = new Map<string, string[][]>()
    const reader = await openReader()
    const { batches } = await reader.read(file)
    for await (const batch of batches)
      for (const { sheet, cells } of batch) sheets.set(sheet, [...(sheets.get(sheet) ?? []), cells.map(String)])
    await reader.close()
    await rm(folder, { recursive: true })
    for (const [sheet, columns, values] of ALIKE) {
      const [heading = [], ...rows] = sheets.get(sheet) ?? []
      const wanted = ['sourcedId', ...columns.split(' ')].map((column) => heading.indexOf(column))
      const inFile = rows.map((row) => wanted.map((at) => row[at] ?? ''))
      const path = sheet === 'academicsessions' ? 'academicSessions' : sheet
      const told = (await filtered(path, "status='active'")).map((one) => [one.sourcedId, ...values(one)])
      const sorted = (all: unknown[][]) => all.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
      expect(told.length).toBeGreaterThan(0)
      expect([sheet, sorted(told)]).toEqual([sheet, sorted(inFile)])
    }
    const [, ...roles] = sheets.get('roles') ?? []
    const told = (await filtered('users', "status='active'")).map((one) => [
      one.sourcedId,
      Object(one['roles']).at(0).role,
    ])
    expect(new Map(roles.map((row) => [row[3], row[5]]))).toEqual(new Map(told as [string, string][]))
  })
})
