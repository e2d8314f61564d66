import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ZipFile as ZipWriter } from 'yazl'
import * as z from 'zod/mini'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { readRoster, registerReader, rosterToken } from '../../support/callers/roster-reader.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// What a set of OneRoster's files says, and how a wrong row of one of them is named. Days are counted from today.

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

type Files = Readonly<Record<string, readonly string[]>>

const { ZipFile } = createRequire(import.meta.url)('yazl') as { ZipFile: typeof ZipWriter }

async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, lines] of Object.entries(files)) zip.addBuffer(Buffer.from(`${lines.join('\n')}\n`), `${name}.csv`)
  zip.end()
  return buffer(zip.outputStream)
}

/** The day of the database in the unit's zone, and others around it. */
const day = (offset: number) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
  const at = new Date(`${today}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + offset)
  return at.toISOString().slice(0, 10)
}

const manifest = (source: string, mode: 'bulk' | 'delta', ...files: string[]) => [
  'propertyName,value',
  'manifest.version,1.0',
  'oneroster.version,1.2',
  ...['academicSessions', 'orgs', 'classes', 'users', 'roles', 'enrollments'].map(
    (name) => `file.${name},${files.includes(name) ? mode : 'absent'}`,
  ),
  `source.systemCode,${source}`,
]
const ALL = ['academicSessions', 'orgs', 'classes', 'users', 'roles', 'enrollments']
const USERS = 'sourcedId,status,enabledUser,username,givenName,familyName,identifier,agentSourcedIds'
const ROLES = 'sourcedId,userSourcedId,roleType,role,orgSourcedId'
const CLASSES = 'sourcedId,title,grades,classType,schoolSourcedId,termSourcedIds'
const ENROLLMENTS = 'sourcedId,status,classSourcedId,userSourcedId,role,primary,beginDate,endDate'
const SESSIONS = 'sourcedId,title,type,startDate,endDate,parentSourcedId,schoolYear'

/** A school of two years: last year's class and this year's, a pupil and a teacher in both. */
function twoYears(source: string): Record<string, readonly string[]> {
  const [before, start, end] = [day(-400), day(-60), day(300)]
  return {
    manifest: manifest(source, 'delta', ...ALL),
    orgs: ['sourcedId,name,type', 'o1,Test School,school'],
    academicSessions: [SESSIONS, `y1,last,schoolYear,${before},${start},,1`, `y2,this,schoolYear,${start},${end},,2`],
    classes: [CLASSES, `c1,6A,六年级,homeroom,o1,y1`, `c2,7A,七年级,homeroom,o1,y2`],
    users: [USERS, `u1,,true,${source}-nora,Nora,Tindle,${source}1,`, `u2,,true,${source}-fox,Ed,Fox,${source}T1,`],
    roles: [ROLES, 'r1,u1,primary,student,o1', 'r2,u2,primary,teacher,o1'],
    enrollments: [
      ENROLLMENTS,
      `e1,active,c1,u1,student,false,${before},${start}`,
      `e2,active,c2,u1,student,false,${start},${end}`,
      `e3,active,c1,u2,teacher,true,${before},${start}`,
      `e4,active,c2,u2,teacher,true,${start},${end}`,
    ],
  }
}

async function previewOf(files: Files) {
  return caller.preview('set.zip', await zipOf(files))
}

async function problemsOf(files: Files) {
  const { importId } = await previewOf(files)
  return (await caller.rows(importId, 'error')).flatMap(({ sheet, row, problems }) =>
    problems.map(({ column, code, value }) => ({ sheet, row, column, code, value })),
  )
}

const sessions = z.object({
  academicSessions: z.array(
    z.object({ title: z.string(), endDate: z.string(), parent: z.optional(z.object({ sourcedId: z.string() })) }),
  ),
})

const classOf = async (number: string) => {
  const [row] = await runAsOwner(
    test,
    sql`select c.name, t.real_name as head from student s left join class_group c using (class_id)
      left join user_account t on t.user_id = c.head_teacher_id where s.student_number = ${number}`,
  )
  return row && { name: row['name'], head: row['head'] }
}

describe('enrolments', () => {
  it('count by their dates, whichever comes first in the file, and last year’s class is not made', async () => {
    const { importId, counts } = await previewOf(twoYears('byday'))
    expect(counts.new).toMatchObject({ people: 2, classes: 1 })
    expect(counts.error.people).toBe(0)
    expect((await caller.apply(importId)).status).toBe('applied')
    expect(await classOf('byday1')).toEqual({ name: '7A', head: 'Ed Fox' })
  })

  it('without dates count by the sessions of their classes', async () => {
    const files = twoYears('bysession')
    files['enrollments'] = [
      ENROLLMENTS,
      'e1,active,c1,u1,student,false,,',
      'e2,active,c2,u1,student,false,,',
      'e4,active,c2,u2,teacher,true,,',
    ]
    const { importId } = await previewOf(files)
    await caller.apply(importId)
    expect(await classOf('bysession1')).toEqual({ name: '7A', head: 'Ed Fox' })
  })
})

describe('a delta', () => {
  it('of users alone changes people who are known, and leaves their class', async () => {
    await caller.apply((await previewOf(twoYears('users'))).importId)
    const { importId, mode, counts } = await previewOf({
      manifest: manifest('users', 'delta', 'users'),
      users: [USERS, 'u1,,true,users-nora,Norah,Tindle,users1,'],
    })
    expect([mode, counts.error.people, counts.changed.people]).toEqual(['delta', 0, 1])
    await caller.apply(importId)
    expect(await classOf('users1')).toEqual({ name: '7A', head: 'Ed Fox' })
    const [row] = await runAsOwner(test, sql`select real_name from student where student_number = 'users1'`)
    expect(row?.['real_name']).toBe('Norah Tindle')
  })

  it('of users alone says of somebody new that the role is missing', async () => {
    expect(
      await problemsOf({
        manifest: manifest('users', 'delta', 'users'),
        users: [USERS, 'u9,,true,users-new,New,Person,users9,'],
      }),
    ).toMatchObject([{ sheet: 'users', row: 2, column: 'role', code: 'type_missing' }])
  })

  it('of enrolments alone moves pupils and heads who are known', async () => {
    const before = twoYears('moves')
    before['classes'] = [...(before['classes'] ?? []), 'c3,7B,七年级,homeroom,o1,y2']
    await caller.apply((await previewOf(before)).importId)
    const { importId, mode, counts } = await previewOf({
      manifest: manifest('moves', 'delta', 'enrollments'),
      enrollments: [
        ENROLLMENTS,
        `e5,active,c3,u1,student,false,${day(-1)},`,
        `e6,active,c3,u2,teacher,true,${day(-1)},`,
      ],
    })
    expect([mode, counts.error.people, counts.changed.people, counts.changed.classes]).toEqual(['delta', 0, 1, 1])
    await caller.apply(importId)
    expect(await classOf('moves1')).toEqual({ name: '7B', head: 'Ed Fox' })
  })

  it('of enrolments alone names the row of an unknown person or class', async () => {
    await caller.apply((await previewOf(twoYears('unknown'))).importId)
    expect(
      await problemsOf({
        manifest: manifest('unknown', 'delta', 'enrollments'),
        enrollments: [
          ENROLLMENTS,
          'e5,active,c2,nobody,student,false,,',
          'e6,active,nowhere,u1,student,false,,',
          'e7,active,nowhere2,u2,teacher,true,,',
        ],
      }),
    ).toEqual(
      expect.arrayContaining([
        { sheet: 'enrollments', row: 2, column: 'userSourcedId', code: 'enrolment_user_unknown', value: 'nobody' },
        { sheet: 'enrollments', row: 3, column: 'classSourcedId', code: 'enrolment_class_unknown', value: 'nowhere' },
        { sheet: 'enrollments', row: 4, column: 'classSourcedId', code: 'enrolment_class_unknown', value: 'nowhere2' },
      ]),
    )
  })
})

describe('grading periods', () => {
  const withPeriods = (source: string): Record<string, readonly string[]> => ({
    ...twoYears(source),
    academicSessions: [
      ...(twoYears(source)['academicSessions'] ?? []),
      `g1,First half,gradingPeriod,${day(-10)},${day(10)},t1,2`,
      `g2,Second half,gradingPeriod,${day(10)},${day(20)},t1,2`,
      `g3,Long ago,gradingPeriod,${day(-4000)},${day(-3900)},t0,2`,
    ],
  })
  const stored = async (source: string) =>
    (
      await runAsOwner(
        test,
        sql`select name, starts_on::text as "from", ends_on::text as "to" from grading_period where source = ${source} order by starts_on`,
      )
    ).map((row) => [row['name'], row['from'], row['to']])

  it('are kept in the term that they begin in, told by REST, and taken back', async () => {
    await runAsOwner(
      test,
      sql`update term set starts_on = ${day(-30)}::date, ends_on = ${day(60)}::date where term_id = (
      select t.term_id from term t join unit_host h on h.unit_id = t.unit_id and h.host = 'localhost' order by t.starts_on limit 1)`,
    )
    const { importId, gradingPeriods } = await previewOf(withPeriods('periods'))
    expect(gradingPeriods).toEqual({ changed: 2, unchanged: 0, outside: 1 })
    await caller.apply(importId)
    expect(await stored('periods')).toEqual([
      ['First half', day(-10), day(9)],
      ['Second half', day(10), day(19)],
    ])

    const token = await rosterToken(test, await registerReader(test))
    const { body } = await readRoster(test, token, 'gradingPeriods')
    const periods = z.parse(sessions, body).academicSessions
    expect(new Map(periods.map(({ title, endDate }) => [title, endDate]))).toEqual(
      new Map([
        ['First half', day(10)],
        ['Second half', day(20)],
      ]),
    )
    const termId = periods[0]?.parent?.sourcedId ?? ''
    const ofTerm = await readRoster(test, token, `terms/${termId}/gradingPeriods`)
    expect(z.parse(sessions, ofTerm.body).academicSessions).toHaveLength(2)

    const again = await previewOf({
      ...withPeriods('periods'),
      academicSessions: [
        SESSIONS,
        `g1,First part,gradingPeriod,${day(-10)},${day(10)},t1,2`,
        `g2,Second half,gradingPeriod,${day(10)},${day(20)},t1,2`,
      ],
    })
    expect(again.gradingPeriods).toEqual({ changed: 1, unchanged: 1, outside: 0 })
    await caller.apply(again.importId)
    expect((await stored('periods')).map(([name]) => name)).toEqual(['First part', 'Second half'])
    await caller.undo(again.importId)
    expect((await stored('periods')).map(([name]) => name)).toEqual(['First half', 'Second half'])
  })

  it('with a wrong day are named', async () => {
    expect(
      await problemsOf({
        ...twoYears('wrongdays'),
        academicSessions: [
          SESSIONS,
          `g1,First half,gradingPeriod,2026-9-1,${day(10)},t1,2`,
          `g2,Second,gradingPeriod,${day(10)},${day(2)},t1,2`,
        ],
      }),
    ).toEqual([
      { sheet: 'academicsessions', row: 2, column: 'startDate', code: 'bad_date', value: '2026-9-1' },
      { sheet: 'academicsessions', row: 3, column: 'endDate', code: 'bad_date', value: day(2) },
    ])
  })
})

describe('a wrong row is named by its file, row and column', () => {
  const broken = (change: (files: Record<string, readonly string[]>) => void) => {
    const files = twoYears('broken')
    change(files)
    return problemsOf({ ...files, manifest: manifest('broken', 'bulk', ...ALL) })
  }
  const add = (name: string, ...lines: string[]) =>
    broken((files) => {
      files[name] = [...(files[name] ?? []), ...lines]
    })

  it('of an enrolment: a class, a person or a role that nobody has, a wrong day', async () => {
    expect(
      await add(
        'enrollments',
        'e5,active,c9,u2,teacher,false,,',
        'e6,active,c2,u9,student,false,,',
        'e7,active,c2,u1,pupil,false,,',
        'e8,active,c2,u1,student,false,soon,',
      ),
    ).toEqual(
      expect.arrayContaining([
        { sheet: 'enrollments', row: 6, column: 'classSourcedId', code: 'enrolment_class_unknown', value: 'c9' },
        { sheet: 'enrollments', row: 7, column: 'userSourcedId', code: 'enrolment_user_unknown', value: 'u9' },
        { sheet: 'enrollments', row: 8, column: 'role', code: 'enrolment_role_unknown', value: 'pupil' },
        { sheet: 'enrollments', row: 9, column: 'beginDate', code: 'bad_date', value: 'soon' },
      ]),
    )
  })

  it('of a pupil whose only enrolment names no class, with the row of the enrolment', async () => {
    const { importId } = await previewOf({
      ...twoYears('lost'),
      enrollments: [ENROLLMENTS, 'e1,active,c9,u1,student,false,,'],
    })
    const [row] = await caller.rows(importId, 'error')
    expect(row).toMatchObject({ sheet: 'users', row: 2, problems: [{ code: 'enrolment_class_unknown' }] })
    expect(row?.problems[0]?.message).toContain('row 2 of enrollments.csv')
    expect(row?.problems).toHaveLength(1)
  })

  it('of a user: a sourcedId twice, a blank given name, an enabledUser that is neither true nor false', async () => {
    expect(
      await add(
        'users',
        'u1,,true,broken-again,Again,Tindle,broken9,',
        'u3,,true,broken-3,,Tindle,broken3,',
        'u4,,maybe,broken-4,Four,Tindle,broken4,',
      ),
    ).toEqual(
      expect.arrayContaining([
        { sheet: 'users', row: 4, column: 'sourcedId', code: 'duplicate', value: 'u1' },
        { sheet: 'users', row: 5, column: 'givenName', code: 'given_name_missing', value: '' },
        { sheet: 'users', row: 6, column: 'enabledUser', code: 'flag_unknown', value: 'maybe' },
      ]),
    )
  })
})

describe('texts have the lengths that sheets have', () => {
  const long = 'x'.repeat(3000)
  const set = (change: (files: Record<string, readonly string[]>) => void) => {
    const files = twoYears('lengths')
    change(files)
    return files
  }
  const codes = async (files: Files) =>
    (await problemsOf(files)).map(({ sheet, row, column, code }) => `${sheet} ${row} ${column} ${code}`)

  it('of a person and of a class, at the column of the file', async () => {
    const files = set((all) => {
      all['users'] = [
        `${USERS},metadata.department,metadata.position,metadata.englishName,phone`,
        `u1,,true,${long},${long},Tindle,${long},,,,${long},`,
        `u2,,true,lengths-fox,Ed,Fox,lengthsT1,,${long},${long},,${long}`,
      ]
      all['classes'] = [`${CLASSES},metadata.campus`, `c2,${long},${long},homeroom,o1,y2,${long}`]
      all['enrollments'] = [ENROLLMENTS, 'e2,active,c2,u1,student,false,,']
    })
    expect((await codes(files)).toSorted()).toEqual(
      [
        ...['title', 'grades', 'metadata.campus'].map((column) => `classes 2 ${column} too_long`),
        ...['username', 'givenName', 'identifier', 'metadata.englishName'].map(
          (column) => `users 2 ${column} too_long`,
        ),
        ...['metadata.department', 'metadata.position', 'phone'].map((column) => `users 3 ${column} too_long`),
      ].toSorted(),
    )
  })

  it('of identifiers, wherever they stand, of the source, and of a grading period', async () => {
    const files = set((all) => {
      all['users'] = [...(all['users'] ?? []), `${long},,true,lengths-long,Long,Tindle,lengths3,`]
      all['enrollments'] = [...(all['enrollments'] ?? []), `e9,active,c2,${long},student,false,,`]
      all['academicSessions'] = [
        ...(all['academicSessions'] ?? []),
        `g1,${long},gradingPeriod,${day(-10)},${day(10)},t1,2`,
      ]
      all['manifest'] = (all['manifest'] ?? []).map((line) =>
        line.startsWith('source.') ? `source.systemCode,${long}` : line,
      )
    })
    expect(await codes(files)).toEqual(
      expect.arrayContaining([
        'users 4 sourcedId too_long',
        'enrollments 6 userSourcedId too_long',
        'academicsessions 4 title too_long',
        'manifest 10 value too_long',
      ]),
    )
    expect(await codes(files)).toHaveLength(4)
  })

  it('and no characters that nobody sees', async () => {
    const files = set((all) => {
      all['users'] = [...(all['users'] ?? []), 'u3,,true,lengths-3,No\u0001ra,Tindle,lengths3,']
    })
    expect(await codes(files)).toContainEqual('users 4 givenName bad_text')
  })
})

describe('several roles of a person', () => {
  const LINES = ['r1,u1,primary,student,o1', 'r3,u1,primary,systemAdministrator,o1', 'r4,u1,secondary,teacher,o1']
  it.each([
    ['in this order', LINES],
    ['in the other', LINES.toReversed()],
  ])('give one type, %s, and the preview says so', async (_, lines) => {
    const files = twoYears('roles')
    const { importId, counts } = await previewOf({
      ...files,
      roles: [ROLES, ...lines, 'r2,u2,primary,teacher,o1'],
      enrollments: [...(files['enrollments'] ?? []), `e5,active,c2,u1,teacher,true,${day(-60)},`],
    })
    expect(counts.error.people).toBe(0)
    const people = await caller.rows(importId, 'new')
    expect(people.flatMap(({ name, userType }) => (name === 'Nora Tindle' ? [userType] : []))).toEqual([1])
    const warnings = (await caller.rows(importId, 'warned')).flatMap((row) =>
      row.warnings.map(({ column, code, value }) => ({ sheet: row.sheet, row: row.row, column, code, value })),
    )
    const said = lines.map((line) => line.split(',')[3]).join(', ')
    expect(warnings).toContainEqual({ sheet: 'users', row: 2, column: 'role', code: 'roles_several', value: said })
  })
})

describe('schools', () => {
  const ORGS = ['sourcedId,name,type', 'd1,District,district', 'o1,Test School,school', 'o2,Another,school']

  it('that are several are not read as one', async () => {
    const files: Files = { ...twoYears('schools'), orgs: ORGS }
    const classes = [...(files['classes'] ?? []), 'c3,7C,七年级,homeroom,o2,y2']
    const ofAnother = await caller.upload('set.zip', await zipOf({ ...files, classes }))
    expect(ofAnother).toMatchObject({ status: 422, code: 'import.several_schools' })
    const roles = [ROLES, 'r1,u1,primary,student,o1', 'r2,u2,primary,teacher,o2']
    const atAnother = await caller.upload('set.zip', await zipOf({ ...files, roles }))
    expect(atAnother).toMatchObject({ status: 422, code: 'import.several_schools' })
  })

  it('of which one alone has classes and people are read, and so is who works at another besides', async () => {
    const files: Files = { ...twoYears('oneschool'), orgs: ORGS }
    const roles = [...(files['roles'] ?? []), 'r3,u2,secondary,teacher,o2']
    expect((await previewOf({ ...files, roles })).counts.error.people).toBe(0)
  })
})

it('phones are read as in sheets, also those that are kept as text, and the same files change nothing again', async () => {
  const files = {
    manifest: manifest('phones', 'delta', 'users', 'roles'),
    users: [
      `${USERS},sms,phone`,
      'ph1,,true,phones-one,Nora,Tindle,PH1,,+852 5123 4567,',
      'ph2,,true,phones-two,Ed,Fox,PH2,,,(010) 6234 5678',
      'ph3,,true,phones-three,Ann,Ash,PH3,,ext 8801-2,',
    ],
    roles: [ROLES, 'r1,ph1,primary,teacher,o1', 'r2,ph2,primary,teacher,o1', 'r3,ph3,primary,teacher,o1'],
  }
  const run = await previewOf(files)
  const people = await caller.rows(run.importId, 'new')
  expect(people.map(({ after }) => after?.['phone'])).toEqual(['+852 5123 4567', '+86 10 6234 5678', 'ext 8801-2'])
  expect((await caller.rows(run.importId, 'warned')).flatMap(({ warnings }) => warnings)).toMatchObject([
    { column: 'sms', code: 'phone_text' },
  ])
  await caller.apply(run.importId)
  expect((await previewOf(files)).counts).toMatchObject({
    new: { people: 0 },
    changed: { people: 0 },
    unchanged: { people: 3 },
  })
})
