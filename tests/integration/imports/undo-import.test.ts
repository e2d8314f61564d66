import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { undoObstacles } from '../../../contract/endpoints/people/imports.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'

// What an undo takes back, and what it leaves: whatever was changed or came to be used since the import.

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
let unitId: string
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
  unitId = await unitOf(test)
})
afterAll(() => test.close())
beforeEach(() => run(sql`delete from rate_limit`))

const run = (query: ReturnType<typeof sql>) => runAsOwner(test, query)
const idOf = async (query: ReturnType<typeof sql>) => String((await run(query))[0]?.['id'])

const HEAD = '类型,姓名,英文名,学号/工号,性别,出生日期,年级,班级,部门,手机,邮箱,监护人1姓名,监护人1关系,监护人1手机'
/** Two pupils with guardians in a class of their own, and a teacher; `tail` keeps the numbers of tests apart. */
const fileOf = (tail: string) =>
  [
    HEAD,
    `学生,温甲,,801${tail},,,九年级,9${tail}班,,,,温父,父亲,1370001${tail}`,
    `学生,温乙,,802${tail},,,九年级,9${tail}班,,,,温母,母亲,1370002${tail}`,
    `教师,温老师,,T8${tail},,,,,,,,,,`,
  ].join('\n')

async function imported(tail: string, text = fileOf(tail)): Promise<string> {
  const { importId } = await caller.preview(`new${tail}.csv`, text)
  const { status, code } = await caller.apply(importId)
  expect({ status, code }).toEqual({ status: 'applied', code: null })
  return importId
}

const pupil = (number: string) => sql`(select student_id from student where student_number = ${number})`
const account = (login: string) => sql`(select user_id from user_account where lower(login_name) = lower(${login}))`

async function refusalOf(importId: string) {
  const { code, data } = await caller.undo(importId)
  expect(code).toBe('import.undo_changed')
  return z.parse(undoObstacles, data)
}

/** Everything of the unit that imports write, without what the portal derives by itself. */
async function state(): Promise<unknown> {
  const derived = sql`array['name_pinyin', 'name_letters', 'name_initials', 'search_text', 'changed_at']`
  const tables = [
    'user_account',
    'student',
    'staff_member',
    'class_group',
    'grade',
    'department',
    'guardian',
    'guardian_contact',
    'account_contact',
    'class_teacher',
    'external_key',
  ]
  const parts = tables.map(
    (table) => sql`
      select ${table}::text as name, jsonb_agg(to_jsonb(t) - ${derived} order by (to_jsonb(t) - ${derived})::text) as rows from ${sql.identifier(table)} t`,
  )
  return run(sql`select * from (${sql.join(parts, sql` union all `)}) all_tables order by name`)
}

describe('an undo is refused with the names and fields of what was changed by hand since', () => {
  it.each([
    ['birthday', 'birthday', sql`update student set birthday = '2012-03-04' where student_number = '8010001'`],
    ['sex', 'sex', sql`update student set sex = 2 where student_number = '8010001'`],
    ['English name', 'englishName', sql`update student set english_name = 'Wen Jia' where student_number = '8010001'`],
    ['e-mail', 'email', sql`update user_account set email = 'wen@school.example' where login_name = '8010001'`],
    [
      'phone',
      'phone',
      sql`insert into account_contact (unit_id, user_id, phone) select unit_id, user_id, '13700099999' from user_account where login_name = '8010001'`,
    ],
    ['login name', 'loginName', sql`update user_account set login_name = 'wenjia' where login_name = '8010001'`],
    [
      'language',
      'other',
      sql`update user_account set theme = 'green', theme_color = '#123456' where login_name = '8010001'`,
    ],
  ])('%s', async (_, field, edit) => {
    const before = await state()
    const importId = await imported('0001')
    await run(edit)
    const after = await state()
    const { rows, rest } = await refusalOf(importId)
    expect(rows).toMatchObject([{ kind: 'person', name: '温甲', reason: 'changed', fields: [field] }])
    // The other pupil and the teacher, and two guardians. The pupil's guardian stays with the pupil.
    expect(rest).toBe(3)
    expect(await state()).toEqual(after)
    // The other ones are taken back by choice, and what was changed stays as it is.
    expect((await caller.undo(importId, true)).data).toMatchObject({ status: 'undone', kept: 2 })
    expect(await run(sql`select student_number as number from student where real_name like '温_'`)).toEqual([
      { number: '8010001' },
    ])
    expect(await run(sql`select 1 from user_account where real_name = '温父'`)).toHaveLength(1)
    expect(await run(sql`select 1 from user_account where real_name in ('温母', '温老师', '温乙')`)).toEqual([])
    await forget(['8010001'], ['13700010001'])
    expect(await state()).toEqual(before)
  })

  /** Removes what a partial undo has left. */
  async function forget(numbers: string[], logins: string[]): Promise<void> {
    await run(
      sql`delete from guardian where student_id in (select student_id from student where student_number = any (${sql.param(numbers)}::text[]))`,
    )
    await run(sql`
      with gone as (delete from student where student_number = any (${sql.param(numbers)}::text[]) returning user_id)
      delete from user_account where user_id in (select user_id from gone) or login_name = any (${sql.param(logins)}::text[])`)
    await run(sql`delete from class_group c where c.name like '9____班'`)
    await run(
      sql`delete from grade g where g.name = '九年级' and not exists (select from class_group c where c.grade_id = g.grade_id)`,
    )
  }

  it('a relation, a consent, and the names of a class and of a grade', async () => {
    const importId = await imported('0002')
    await run(sql`update guardian set may_consent = false where student_id = ${pupil('8010002')}`)
    await run(sql`update class_group set english_name = 'Class Nine' where name = '90002班'`)
    const { rows } = await refusalOf(importId)
    expect(
      rows.map(({ kind, name, fields }) => [kind, name, ...fields].join(' ')).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['class 九年级 90002班 englishName', 'guardian 温父 other'])
    await run(sql`update guardian set may_consent = true where student_id = ${pupil('8010002')}`)
    await run(sql`update class_group set english_name = name where name = '90002班'`)
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone', kept: null })
  })

  it('a field of somebody who was there before, and not one that the import left alone', async () => {
    await imported('0003')
    const importId = await imported(
      '0003',
      `类型,姓名,学号,出生日期,性别\n学生,温甲,8010003,2012-01-01,男\n学生,温乙,8020003,2012-01-02,女\n`,
    )
    await run(sql`update student set english_name = 'Left alone' where student_number = '8010003'`)
    await run(sql`update student set birthday = '2013-01-01' where student_number = '8010003'`)
    const { rows, rest } = await refusalOf(importId)
    expect(rows).toMatchObject([{ name: '温甲', fields: ['birthday'] }])
    expect(rest).toBe(1)
    expect((await caller.undo(importId, true)).data).toMatchObject({ status: 'undone', kept: 1 })
    expect(
      await run(
        sql`select student_number as number, birthday::text, sex, english_name as name from student where student_number in ('8010003', '8020003') order by 1`,
      ),
    ).toEqual([
      { number: '8010003', birthday: '2013-01-01', sex: 1, name: 'Left alone' },
      { number: '8020003', birthday: null, sex: null, name: '' },
    ])
  })
})

describe('an undo is refused, and by choice leaves the person, once', () => {
  const parentOf = (tail: string) => account(`1370001${tail}`)
  it.each([
    [
      'the pupil has signed in',
      'signed_in',
      '温甲',
      '1001',
      () =>
        sql`insert into sign_in_event (unit_id, user_id, kind, address, user_agent) values (${unitId}, ${account('8011001')}, 'signed-in', '', '')`,
    ],
    [
      'the guardian has signed in',
      'signed_in',
      '温父',
      '1002',
      () =>
        sql`insert into sign_in_event (unit_id, user_id, kind, address, user_agent) values (${unitId}, ${parentOf('1002')}, 'signed-in', '', '')`,
    ],
    [
      'the guardian has chosen a password',
      'signed_in',
      '温父',
      '1003',
      () => sql`insert into credential (unit_id, user_id, password_hash) values (${unitId}, ${parentOf('1003')}, 'x')`,
    ],
    [
      'the teacher got a role',
      'role',
      '温老师',
      '1004',
      () =>
        sql`insert into role_member (unit_id, user_id, role_id) select unit_id, ${account('T81004')}, role_id from role where unit_id = ${unitId} limit 1`,
    ],
    [
      'another guardian has joined by a code',
      'guardian',
      '温甲',
      '1005',
      () => sql`
        with joined as (insert into user_account (unit_id, login_name, real_name, user_type) values (${unitId}, 'joined1005', '温姑', 3) returning user_id)
        insert into guardian (unit_id, parent_id, student_id, relation, may_consent) select ${unitId}, user_id, ${pupil('8011005')}, 'other', false from joined`,
    ],
    [
      'the guardian was joined to another pupil of the import',
      'guardian',
      '温父',
      '1006',
      () =>
        sql`insert into guardian (unit_id, parent_id, student_id) values (${unitId}, ${parentOf('1006')}, ${pupil('8021006')})`,
    ],
    [
      'the guardian was linked as the account of a teacher',
      'linked',
      '温父',
      '1007',
      () =>
        sql`update user_account set parent_id = ${parentOf('1007')} where login_name = 'teacher' and unit_id = ${unitId}`,
    ],
    [
      'a photo of the face was taken',
      'face',
      '温甲',
      '1008',
      () =>
        sql`insert into face_photo (photo_id, unit_id, user_id, sealed_descriptor, sealed_picture) values (portal_new_id(), ${unitId}, ${account('8011008')}, '', '')`,
    ],
    [
      'files were stored',
      'files',
      '温老师',
      '1009',
      () => sql`insert into storage_folder (unit_id, owner_id, name) values (${unitId}, ${account('T81009')}, '教案')`,
    ],
  ] as [string, string, string, string, () => ReturnType<typeof sql>][])('%s', async (_, reason, name, tail, use) => {
    const importId = await imported(tail)
    await run(use())
    const after = await state()
    const { rows } = await refusalOf(importId)
    expect(rows.map((row) => [row.name, row.reason])).toContainEqual([name, reason])
    expect(await state()).toEqual(after)
    expect((await caller.undo(importId, true)).data).toMatchObject({ status: 'undone' })
    expect(
      await run(sql`select real_name from user_account where real_name = ${name} and login_name ~ ${tail} limit 1`),
    ).toEqual([{ real_name: name }])
    await run(sql`update user_account set parent_id = null where login_name = 'teacher' and unit_id = ${unitId}`)
  })

  it('somebody who was there before has signed in by the username that the import gave', async () => {
    await imported('1020')
    const importId = await imported('1020', '类型,姓名,学号,用户名\n学生,温甲,8011020,wenjia1020\n')
    await run(
      sql`insert into sign_in_event (unit_id, user_id, kind, address, user_agent) values (${unitId}, ${account('wenjia1020')}, 'signed-in', '', '')`,
    )
    expect((await refusalOf(importId)).rows).toMatchObject([{ name: '温甲', reason: 'signed_in' }])
  })

  it('a pupil of another class was moved into a class of the import', async () => {
    const importId = await imported('1021')
    await imported('1022')
    await run(
      sql`update student set class_id = (select class_id from class_group where name = '91021班') where student_number = '8011022'`,
    )
    const { rows } = await refusalOf(importId)
    expect(rows).toMatchObject([{ kind: 'class', reason: 'used' }])
    expect((await caller.undo(importId, true)).data).toMatchObject({ status: 'undone' })
    expect(await run(sql`select name from class_group where name = '91021班'`)).toHaveLength(1)
    expect(await run(sql`select 1 from student where student_number in ('8011021', '8021021')`)).toEqual([])
  })

  it('the person was merged with one of another import, whichever of both is taken back', async () => {
    const first = await imported('1030')
    const second = await imported('1031')
    const [keep, gone] = [
      await idOf(sql`select student_id as id from student where student_number = '8011030'`),
      await idOf(sql`select student_id as id from student where student_number = '8011031'`),
    ]
    await run(sql`update guardian set relation = 'other' where student_id = ${gone}`)
    const merged = await caller.ask(merging.merge, {
      kind: 'pupil',
      id: keep,
      otherId: gone,
      name: '温甲',
      take: [],
      days: 'both',
    })
    expect(merged.code).toBe('ok')
    const after = await state()
    expect((await refusalOf(first)).rows.map(({ name, reason }) => [name, reason])).toContainEqual(['温甲', 'merged'])
    expect((await refusalOf(second)).rows.map(({ name }) => name)).toContain('温父')
    expect(await state()).toEqual(after)
    await caller.undo(first, true)
    await caller.undo(second, true)
    expect(await run(sql`select g.relation from guardian g where student_id = ${keep} order by 1`)).toEqual([
      { relation: 'father' },
      { relation: 'other' },
    ])
  })

  it('the number that it would give back is somebody else’s now, or the class was closed', async () => {
    await imported('1040')
    const importId = await imported(
      '1040',
      `类型,姓名,用户名,学号,年级,班级\n学生,温甲,8011040,8099040,九年级,91041班\n`,
    )
    await run(sql`update class_group set closed_on = '2026-01-01' where name = '91040班'`)
    await run(sql`update student set student_number = '8011040' where student_number = '8021040'`)
    const { rows } = await refusalOf(importId)
    expect(rows).toMatchObject([{ name: '温甲', reason: 'gone', fields: ['classId', 'number'] }])
  })
})

describe('an undo gives back exactly what was', () => {
  it('of leavers the day and the reason, and of pupils whose account was closed that it is closed', async () => {
    await imported('2001')
    await run(sql`update user_account set status = 0 where login_name = '8012001'`)
    await run(
      sql`update student set class_id = null, left_on = '2026-01-02', left_reason = 'graduated' where student_number = '8022001'`,
    )
    const before = await state()
    const importId = await imported(
      '2001',
      `类型,姓名,学号,年级,班级,状态\n学生,温甲,8012001,,,离校\n学生,温乙,8022001,九年级,92001班,在校\n`,
    )
    expect(await state()).not.toEqual(before)
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone' })
    expect(await state()).toEqual(before)
  })
})

describe('whatever was edited after an import', () => {
  /** By hand, of any of the people that the import has made or changed. */
  const edits = [
    (n: number) =>
      sql`update student set birthday = '2011-01-01'::date + ${n}::int where student_number = ${`80${1 + (n % 2)}3001`}`,
    (n: number) =>
      sql`update student set english_name = ${`Name ${n}`} where student_number = ${`80${1 + (n % 2)}3001`}`,
    (n: number) =>
      sql`update user_account set email = ${`m${n}@school.example`} where login_name = ${`80${1 + (n % 2)}3001`}`,
    (n: number) => sql`update user_account set sex = ${1 + (n % 2)} where login_name = ${`1370001300${1 + (n % 2)}`}`,
    (n: number) =>
      sql`update guardian_contact set phone = ${`1390000${1000 + n}`} where parent_id = ${account(`1370001300${1 + (n % 2)}`)}`,
    (n: number) =>
      sql`update guardian set relation = 'grandparent' where student_id = ${pupil(`80${1 + (n % 2)}3001`)}`,
    (n: number) => sql`update staff_member set position_title = ${`职务${n}`} where staff_number = 'T83001'`,
    (n: number) => sql`update class_group set english_name = ${`Class ${n}`} where name = '93001班'`,
    (n: number) => sql`update student set real_name = ${`改名${n}`} where student_number = '8043001'`,
    (n: number) => sql`update student set sex = ${1 + (n % 2)} where student_number = '8043001'`,
    (n: number) => sql`update department set english_name = ${`Dept ${n}`} where name = '部门3001'`,
  ]
  const text = [
    HEAD,
    '学生,温甲,,8013001,,,九年级,93001班,,,,温父,父亲,13700013001',
    '学生,温乙,,8023001,,,九年级,93001班,,,,温母,母亲,13700013002',
    '学生,温丁,,8043001,女,2012-02-02,,,,,,,,',
    '教师,温老师,,T83001,,,,,部门3001,,,,,',
  ].join('\n')
  /** What is said of whom, by its place. */
  async function facts(): Promise<ReadonlyMap<string, string>> {
    const rows = await run(sql`
      select concat_ws(' ', owner, e.key) as place, e.value::text from (
        select 'pupil ' || s.student_number as owner, jsonb_build_object('birthday', s.birthday, 'english', s.english_name, 'name', s.real_name, 'sex', s.sex, 'email', a.email) as said
        from student s left join user_account a using (user_id) where s.student_number like '80_3001'
        union all select 'parent ' || a.real_name, jsonb_build_object('sex', a.sex, 'phone', c.phone, 'relation', g.relation) from user_account a
        join guardian_contact c on c.parent_id = a.user_id join guardian g on g.parent_id = a.user_id where a.login_name like '1370001300_'
        union all select 'teacher', jsonb_build_object('position', position_title) from staff_member where staff_number = 'T83001'
        union all select 'class', jsonb_build_object('english', english_name) from class_group where name = '93001班'
        union all select 'department', jsonb_build_object('english', english_name) from department where name = '部门3001') owners, jsonb_each(said) e`)
    return new Map(rows.map(({ place, value }) => [String(place), String(value)]))
  }

  it('is there after an undo of the rest, and what was not edited is as before', async () => {
    await imported('3001', [HEAD, '学生,温丁,,8043001,,,七年级,1班,,,,,,'].join('\n'))
    const before = await state()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(40)), { maxLength: 4 }), async (chosen) => {
        await run(sql`delete from rate_limit`)
        const importId = await imported('3001', text)
        const made = await facts()
        for (const [at, n] of chosen) await run(edits[at]?.(n) ?? sql`select`)
        const edited = await facts()
        const answer = await caller.undo(importId)
        const { data } = answer.code === 'ok' ? answer : await caller.undo(importId, true)
        expect(data).toMatchObject({ status: 'undone' })
        const left = await facts()
        const changed = [...edited].filter(([place, value]) => made.get(place) !== value)
        expect(changed.map(([place]) => [place, left.get(place)])).toEqual(changed)
        // With no edit, all is as it was by the undo alone.
        if (chosen.length > 0) await restore()
        expect(await state()).toEqual(before)
      }),
      {
        numRuns: 12,
        examples: [
          [[]],
          [[[4, 1]]],
          [[[5, 0]]],
          [
            [
              [8, 3],
              [9, 3],
            ],
          ],
          [[[10, 0]]],
        ],
      },
    )
  })

  /** As it was before the import. */
  async function restore(): Promise<void> {
    await run(
      sql`delete from guardian where student_id in (select student_id from student where student_number like '80_3001')`,
    )
    await run(sql`delete from student where student_number in ('8013001', '8023001')`)
    await run(sql`delete from staff_member where staff_number = 'T83001'`)
    await run(sql`
      delete from user_account where login_name in ('8013001', '8023001', 'T83001', '13700013001', '13700013002')`)
    await run(sql`update student set real_name = '温丁', sex = null, birthday = null where student_number = '8043001'`)
    await run(sql`update user_account set real_name = '温丁', sex = null where login_name = '8043001'`)
    await run(sql`delete from class_group where name = '93001班'`)
    await run(sql`delete from department where name = '部门3001'`)
  }
})
