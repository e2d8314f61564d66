import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { importFile } from '../../../server/commands/import.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

let own: TestDatabase
let folder: string
beforeAll(async () => {
  own = await createTestDatabase({ demo: true })
  folder = await mkdtemp(join(tmpdir(), 'import-command-'))
})
afterAll(async () => {
  await own.close()
  await rm(folder, { recursive: true })
})

/** Runs the command on a file of these lines, with what it printed as JSON. */
const run = (lines: readonly string[], ...more: string[]) => runFiles({ 'people.csv': lines }, ...more)

async function runFiles(files: Readonly<Record<string, readonly string[]>>, ...more: string[]) {
  const { host, port, password } = inject('postgres')
  for (const [name, lines] of Object.entries(files)) await writeFile(join(folder, name), lines.join('\n'))
  let printed = ''
  let complaints = ''
  const code = await importFile(
    ['--host', 'riverside.localhost', '--json', ...more, ...Object.keys(files)],
    {
      PORTAL_SECRET: 'a secret of the tests that is long enough',
      DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${String(own.connection.database)}?host=${encodeURIComponent(host)}`,
      INIT_CWD: folder,
    },
    { print: (text) => (printed += text), complain: (text) => (complaints += text) },
  )
  return { code, complaints, answer: printed === '' ? {} : JSON.parse(printed) }
}

const read = async (query: ReturnType<typeof sql>) => (await own.database.asOwner((tx) => tx.execute(query))).rows

const PUPILS = [
  '类型,姓名,学号,性别,出生日期,年级,班级,家长姓名,关系,家长手机',
  '学生,钱多多,009901,男,2015/3/4,九年级,1班,钱大,父亲,13900000001',
  '学生,钱少少,009902,女,2015-03-04,九年级,1班,钱大,父亲,13900000001',
]

describe('the command for imports', () => {
  it('counts what a file changes, and writes nothing without --apply', async () => {
    const { code, answer } = await run(PUPILS)
    expect({ code, answer }).toMatchObject({
      code: 0,
      answer: { applied: false, created: { people: 2, classes: 1, grades: 1, parents: 1, guardians: 2 }, errors: [] },
    })
    expect(await read(sql`select from student where student_number = '009901'`)).toHaveLength(0)
  })

  it('applies it, with accounts, classes and guardians, and finds nothing more to do', async () => {
    expect(await run(PUPILS, '--apply')).toMatchObject({ code: 0, answer: { applied: true, created: { people: 2 } } })
    expect(
      await read(sql`
        select s.real_name, s.sex, s.birthday::text, a.login_name, a.name_pinyin, g.name as grade, c.name as class, p.real_name as parent, l.relation, k.phone
        from student s join user_account a using (user_id) join class_group c using (class_id) join grade g using (grade_id)
        join guardian l using (student_id) join user_account p on p.user_id = l.parent_id join guardian_contact k on k.parent_id = l.parent_id
        where s.student_number = '009901'`),
    ).toEqual([
      {
        real_name: '钱多多',
        sex: 1,
        birthday: '2015-03-04',
        login_name: '009901',
        name_pinyin: 'qian duo duo',
        grade: '九年级',
        class: '1班',
        parent: '钱大',
        relation: 'father',
        phone: '13900000001',
      },
    ])
    expect((await run(PUPILS)).answer).toMatchObject({
      created: { people: 0, classes: 0, parents: 0, guardians: 0 },
      changed: { people: 0 },
      unchanged: { people: 2, guardians: 2 },
    })
    // The demo was imported, too.
    const recorded = sql`select kind, action, actor_id from admin_event join unit_host using (unit_id)
      where action = 'import' and host = 'riverside.localhost' and changes ->> 'fileName' = 'people.csv'`
    expect(await read(recorded)).toEqual([{ kind: 'command', action: 'import', actor_id: null }])
  })

  it('names file, row and column of each error, applies nothing, and ends with another code than 0', async () => {
    const broken = [
      ...PUPILS,
      '学生,赵六,009903,未知,2015-13-04,九年级,1班,赵大,父亲,1390',
      '学生,孙七,009901,男,,九年级,1班,,,',
    ]
    const { code, answer } = await run(broken, '--apply')
    expect(code).toBe(1)
    expect(answer.applied).toBe(false)
    expect(answer.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [5, '学号'],
    ])
    expect(answer.errors[0]).toMatchObject({ file: 'people.csv', message: expect.stringMatching(/重复.* \/ .*same/) })
    expect(answer.warnings.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [4, '出生日期'],
      [4, '家长手机'],
    ])
    expect(await read(sql`select from student where student_number = '009903'`)).toHaveLength(0)
  })

  it('asks before a bulk file deactivates more than a tenth, and spares administrators', async () => {
    const staff = ['类型,姓名,工号', '职工,新职工,Z900']
    const { answer } = await run(staff, '--mode', 'bulk')
    expect(answer.deactivated.people).toBeGreaterThan(0)
    const pupils = await run(PUPILS, '--mode', 'bulk', '--apply')
    expect(pupils.code).toBe(1)
    expect(pupils.answer).toMatchObject({ applied: false, needsConfirmation: true })
    const confirmed = await run(PUPILS, '--mode', 'bulk', '--apply', '--confirm-deactivation')
    expect(confirmed).toMatchObject({ code: 0, answer: { applied: true } })
    expect(
      await read(
        sql`select count(*)::int as left from student s join unit_host h using (unit_id) where h.host = 'riverside.localhost' and class_id is not null`,
      ),
    ).toEqual([{ left: 2 }])
    await run(['类型,姓名,工号', '教师,新老师,Z901'], '--mode', 'bulk', '--apply', '--confirm-deactivation')
    expect(
      await read(sql`
        select a.status from user_account a join role_member m using (user_id) join role r using (role_id) join unit_host h on h.unit_id = a.unit_id
        where r.code = 'XX_SYS_' and h.host = 'riverside.localhost'`),
    ).toEqual(expect.arrayContaining([{ status: 1 }]))
  })

  it('takes several sheets as one import, in which people, their classes and class teachers are new together', async () => {
    const people = [
      '类型,姓名,英文名,学号/工号,登录名,年级,班级,部门,部门英文名,职务,职务英文名,手机,家长账号,家长姓名,关系,家长手机',
      '教师,钟离,Zhong Li,T0901,t0901,,,天文组,Astronomy,组长,Head of Astronomy,,zhongli,,,',
      '学生,钟星,Zhong Xing,009911,,十二年级,1班,,,,,,,钟离,父亲,13900000911',
      '家长,钟离,Zhong Li,,zhongli,,,,,,,13900000911,,,,',
    ]
    const classes = ['年级,年级英文名,班级,英文名,班主任工号', '十二年级,Grade 12,1班,Class 1,T0901']
    const files = { 'a.csv': people, 'b.csv': classes }
    const { code, answer } = await runFiles(files, '--apply')
    expect({ code, answer }).toMatchObject({
      code: 0,
      answer: { errors: [], created: { people: 3, parents: 0, guardians: 1, classes: 1, grades: 1, departments: 1 } },
    })
    expect(
      await read(sql`
        select a.english_name as name, p.login_name as parent, d.english_name as department, m.english_position_title as position, g.english_name as grade,
          c.english_name as class, (select array_agg(s.real_name) from guardian l join student s using (student_id) where l.parent_id = p.user_id) as children
        from user_account a join staff_member m using (user_id) join department d using (department_id) join class_group c on c.head_teacher_id = a.user_id
        join grade g using (grade_id) join user_account p on p.user_id = a.parent_id where a.login_name = 't0901'`),
    ).toEqual([
      {
        name: 'Zhong Li',
        parent: 'zhongli',
        department: 'Astronomy',
        position: 'Head of Astronomy',
        grade: 'Grade 12',
        class: 'Class 1',
        children: ['钟星'],
      },
    ])
    const again = (await runFiles(files)).answer
    for (const counts of [again.created, again.changed])
      expect(Object.values(counts).filter((count) => count !== 0)).toEqual([])

    const wrong = {
      'a.csv': [people[0] ?? '', '教师,钟离,,T0901,,,,,,,,,nobody,,,'],
      'b.csv': ['班级,班主任工号', '8班,T9999'],
    }
    expect((await runFiles(wrong, '--apply')).answer.errors).toMatchObject([
      { file: 'a.csv', row: 2, column: '家长账号', message: expect.stringContaining('no parent account') },
      { file: 'b.csv', row: 2 },
    ])
  })

  it('says what is wrong with what it was given', async () => {
    expect((await run(['a', 'b'])).answer.errors).toMatchObject([
      { row: 0, message: expect.stringContaining('标题行') },
    ])
    expect(await run(PUPILS, '--mode', 'some')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('--mode'),
    })
  })
})
