import { sql } from 'drizzle-orm'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'

// Who is opened and closed by an import, and which of its rows are written.

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

async function imported(text: string, fields: Record<string, string> = {}): Promise<string> {
  const { importId } = await caller.preview('people.csv', text, fields)
  const { status, code } = await caller.apply(importId, true)
  expect({ status, code }).toEqual({ status: 'applied', code: null })
  return importId
}

describe('a file without a column of states', () => {
  it('opens no teacher who was closed by hand, and says so, until that is chosen', async () => {
    const text = '类型,姓名,工号,手机\n教师,闭老师,T7001,13711170001\n教师,开老师,T7002,13711170002\n'
    await imported(text)
    await run(sql`update user_account set status = 0 where login_name = 'T7001'`)
    const preview = await caller.preview('next.csv', text.replace('13711170001', '13711170009'))
    expect(preview.counts).toMatchObject({
      left: { people: 1 },
      changed: { people: 0 },
      deactivated: { people: 0 },
      unchanged: { people: 1 },
    })
    const { importId } = preview
    expect(await caller.rows(importId, 'left')).toMatchObject([{ name: '闭老师', row: 2, leftOn: null }])
    await caller.apply(importId)
    const status = () =>
      run(
        sql`select a.status, c.phone from user_account a left join account_contact c using (user_id) where login_name = 'T7001'`,
      )
    expect(await status()).toEqual([{ status: 0, phone: '13711170001' }])
    const again = await caller.preview('next.csv', text)
    const [row] = await caller.rows(again.importId, 'left')
    const chosen = await caller.ask(imports.choose, {
      importId: again.importId,
      choices: [{ rowNo: row?.rowNo, choice: 'back' }],
    })
    expect(chosen.data).toMatchObject({ counts: { left: { people: 0 }, changed: { people: 1 } } })
    expect(await caller.rows(again.importId, 'changed')).toMatchObject([
      { name: '闭老师', back: true, after: { active: true } },
    ])
    // It can be taken back before it is written.
    const stay = await caller.ask(imports.choose, {
      importId: again.importId,
      choices: [{ rowNo: row?.rowNo, choice: 'stay' }],
    })
    expect(stay.data).toMatchObject({ counts: { left: { people: 1 } } })
    await caller.ask(imports.choose, {
      importId: again.importId,
      choices: [{ rowNo: row?.rowNo, choice: 'back' }],
    })
    await caller.apply(again.importId)
    expect(await status()).toEqual([{ status: 1, phone: '13711170001' }])
  })

  it('brings no pupil back who has left, makes no class for them, and leaves their guardians', async () => {
    const text =
      '姓名,学号,年级,班级,家长姓名,家长手机\n离同学,870001,八年级,87班,离父,13711180001\n留同学,870002,八年级,87班,留父,13711180002\n'
    await imported(text)
    await run(
      sql`update student set class_id = null, left_on = '2026-05-06', left_reason = 'left' where student_number = '870001'`,
    )
    const preview = await caller.preview(
      'next.csv',
      text.replace('八年级,87班,离父', '八年级,8777班,离叔').replace('13711180001', '13711180009'),
    )
    expect(preview.counts).toMatchObject({
      left: { people: 1 },
      new: { people: 0, parents: 0, guardians: 0, classes: 0 },
    })
    expect(await caller.rows(preview.importId, 'left')).toMatchObject([{ name: '离同学', leftOn: '2026-05-06' }])
    const [row] = await caller.rows(preview.importId, 'left')
    const chosen = await caller.ask(imports.choose, {
      importId: preview.importId,
      choices: [{ rowNo: row?.rowNo, choice: 'back' }],
    })
    expect(chosen.data).toMatchObject({
      counts: { new: { classes: 1, parents: 1, guardians: 1 }, changed: { people: 1 } },
    })
  })

  it('deactivates none of the closed in bulk, and a column of states opens whom it names', async () => {
    await imported('类型,姓名,工号,状态\n教师,开老师,T7002,离职\n')
    expect(await run(sql`select status from user_account where login_name = 'T7002'`)).toEqual([{ status: 0 }])
    const opened = await caller.preview('next.csv', '类型,姓名,工号,状态\n教师,开老师,T7002,在职\n')
    expect(opened.counts).toMatchObject({ left: { people: 0 }, changed: { people: 1 } })
  })
})

describe('a row that would close the own account', () => {
  const ownRow = async () => {
    const [row] = await run(sql`
      select m.staff_number as number, a.real_name as name from user_account a join staff_member m using (user_id) where a.login_name = 'admin' and a.unit_id = ${unitId}`)
    return `类型,姓名,工号,状态\n职工,${String(row?.['name'])},${String(row?.['number'])},离职\n`
  }

  it('is a problem of that row', async () => {
    const { importId } = await caller.preview('self.csv', await ownRow())
    expect(await caller.rows(importId, 'error')).toMatchObject([
      { problems: [{ code: 'own_account', column: '状态' }] },
    ])
  })

  it('is applied by no other who has signed in as the one whom it would close', async () => {
    await run(
      sql`insert into permission_grant (unit_id, code, user_type) values (${unitId}, 'base_import', 4) on conflict do nothing`,
    )
    const staff = createImportCaller(test, await test.signIn('staff'))
    const { importId } = await staff.preview('self.csv', '类型,姓名,工号\n教师,新来的,T7100\n')
    const [row] = await run(sql`
      select m.staff_number as number, a.real_name as name, a.user_type as type from user_account a join staff_member m using (user_id) where a.login_name = 'staff' and a.unit_id = ${unitId}`)
    await staff.ask(imports.cancel, { importId })
    const closing = await caller.preview(
      'self.csv',
      `类型,姓名,工号,状态\n${row?.['type'] === 4 ? '职工' : '教师'},${String(row?.['name'])},${String(row?.['number'])},离职\n`,
    )
    expect(closing.counts.deactivated.people).toBe(1)
    expect((await staff.ask(imports.apply, { importId: closing.importId })).code).toBe('account.oneself')
    await run(sql`delete from permission_grant where unit_id = ${unitId} and code = 'base_import' and user_type = 4`)
  })

  it('is none in bulk, where the own account is missing', async () => {
    await run(sql`delete from role_member where false`)
    const { importId, counts } = await caller.preview('bulk.csv', '类型,姓名,工号\n职工,新职工,T7200\n', {
      mode: 'bulk',
    })
    expect(counts.deactivated.people).toBeGreaterThan(0)
    const gone = await caller.rows(importId, 'deactivated')
    const [own] = await run(
      sql`select real_name as name from user_account where login_name = 'admin' and unit_id = ${unitId}`,
    )
    expect(gone.map(({ name }) => name)).not.toContain(own?.['name'])
  })
})

describe('rows in error', () => {
  const text = [
    '姓名,学号,性别,年级,班级,家长姓名,家长手机,备注',
    '对一,860001,男,八年级,86班,对父,13711190001,转学生',
    ',860002,男,八年级,86班,错父,13711190002,',
    '对三,860003,女,八年级,86班,,,',
  ].join('\n')

  it('without a column of their own are told of the whole row', async () => {
    const { importId } = await caller.preview('remark.csv', '姓名,编号,备注\n周一,T7301,兼职\n')
    expect((await caller.rows(importId, 'error'))[0]?.problems).toMatchObject([{ column: '', code: 'type_missing' }])
  })

  it('are left out by choice with their guardians; the others are written, and the marked sheet still tells which', async () => {
    const { importId } = await caller.preview('some.csv', text)
    expect((await caller.ask(imports.apply, { importId })).code).toBe('import.has_errors')
    const applied = await caller.apply(importId, false, true)
    expect(applied).toMatchObject({
      status: 'applied',
      counts: { error: { people: 1 }, new: { people: 2, parents: 1 } },
    })
    expect(
      await run(sql`select student_number as number from student where student_number like '86000_' order by 1`),
    ).toEqual([{ number: '860001' }, { number: '860003' }])
    expect(await run(sql`select 1 from user_account where real_name = '错父'`)).toEqual([])
    const book = await readXlsx(await caller.file(`${imports.markedSheet.path}?importId=${importId}`))
    expect(book.sheets[0]?.rows).toHaveLength(4)
    expect(String(book.sheets[0]?.rows[2]?.at(-1))).toContain('姓名')
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone' })
  })

  it.each([
    ['all', '姓名,学号,性别,年级,班级\n,860011,男,八年级,86班\n,860012,女,八年级,86班\n'],
    ['all but one that changes nothing', '类型,姓名,工号\n职工,,T7700\n职工,没变,T7701\n'],
  ])('are not left out where nothing else would be written: %s', async (_, wrong) => {
    const first = await caller.preview('same.csv', '类型,姓名,工号\n职工,没变,T7701\n')
    await caller.apply(first.importId)
    const { importId } = await caller.preview('wrong.csv', wrong)
    const answer = await caller.ask(imports.apply, { importId, leaveOut: true })
    expect([answer.status, answer.code]).toEqual([409, 'import.nothing_left'])
    expect((await caller.summary(importId)).status).toBe('ready')
    await caller.undo(first.importId)
  })

  it('that are left out make nothing that only they name', async () => {
    const { counts, importId } = await caller.preview('names.csv', `${text}\n坏四,860001,男,空年级,空班,,,\n`)
    expect(counts.new).toMatchObject({ classes: 1, grades: 0 })
    await caller.apply(importId, false, true)
    expect(
      await run(sql`select 1 from class_group where name = '空班' union select 1 from grade where name = '空年级'`),
    ).toEqual([])
    await caller.undo(importId)
  })

  it('of a class or of its class teacher are left out, and the pupils have their class all the same', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: '班级',
          rows: [
            ['年级', '班级', '班主任工号'],
            ['八年级', '83班', 'T0000'],
            ['八年级', '84班', 'T7601'],
          ],
        },
        {
          name: '教师',
          rows: [
            ['姓名', '工号', '用户名'],
            ['撞名师', 'T7601', 'student'],
          ],
        },
        {
          name: '学生',
          rows: [
            ['姓名', '学号', '年级', '班级'],
            ['有班甲', '830001', '八年级', '83班'],
            ['有班乙', '840001', '八年级', '84班'],
          ],
        },
      ],
    })
    const { importId, counts } = await caller.preview('heads.xlsx', book)
    expect(counts).toMatchObject({ error: { people: 1, classes: 1 }, new: { people: 2, classes: 2 } })
    expect(await caller.apply(importId, false, true)).toMatchObject({ status: 'applied' })
    expect(
      await run(sql`
        select c.name, c.head_teacher_id as head from student s join class_group c using (class_id) where s.student_number in ('830001', '840001') order by 1`),
    ).toEqual([
      { name: '83班', head: null },
      { name: '84班', head: null },
    ])
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone' })
  })

  it('that are left out deactivate nobody in bulk, whether by number, username or name', async () => {
    const staff =
      '类型,姓名,工号,手机\n职工,守一,S7401,13711200001\n职工,守二,S7402,13711200002\n职工,守三,S7403,13711200003\n'
    await imported(staff)
    const { importId } = await caller.preview(
      'bulk.csv',
      '类型,姓名,工号,部门\n职工,守一,S7401,\n职工,,S7402,\n职工,守三,,\n'.replace(
        '守三,,',
        `守三,,${'长'.repeat(65)}`,
      ),
      { mode: 'bulk' },
    )
    expect((await caller.summary(importId)).counts.error.people).toBe(2)
    const gone = (await caller.rows(importId, 'deactivated')).map(({ name }) => name)
    expect(gone).not.toContain('守二')
    expect(gone).not.toContain('守三')
  })

  it('that nobody can be found for deactivate no one of their type in bulk', async () => {
    const { counts } = await caller.preview('bulk.csv', `类型,姓名,工号,部门\n职工,守一,S7401,\n职工,,,部门\n`, {
      mode: 'bulk',
    })
    expect(counts).toMatchObject({ error: { people: 1 }, deactivated: { people: 0 } })
  })
})

describe('last year’s file after the turn of the year', () => {
  const rows = (grade: string) => [1, 2, 3, 4].map((n) => `年后${n},85000${n},${grade},85班,13711220${n}00`).join('\n')
  const text = (grade: string) => `姓名,学号,年级,班级,手机\n${rows(grade)}\n`
  beforeAll(async () => {
    await imported(text('七年级'))
    await imported('姓名,学号,年级,班级\n年新,850009,八年级,老班\n')
    const [year] = await run(sql`
      insert into school_year (unit_id, name, starts_on, ends_on) values (${unitId}, '2019-2020', '2019-09-01', '2020-07-31') returning year_id as id`)
    const [next] = await run(sql`
      insert into school_year (unit_id, name, starts_on, ends_on) values (${unitId}, '2020-2021', '2020-09-01', '2021-07-31') returning year_id as id`)
    await run(sql`
      insert into class_year (unit_id, class_id, year_id, grade_id, name, english_name)
      select unit_id, class_id, ${year?.['id']}, grade_id, name, english_name from class_group where unit_id = ${unitId}`)
    await run(sql`
      insert into class_year_pupil (unit_id, class_id, year_id, student_id)
      select unit_id, class_id, ${year?.['id']}, student_id from student where unit_id = ${unitId} and class_id is not null`)
    await run(sql`
      update class_group set grade_id = (select grade_id from grade where name = '八年级' and unit_id = ${unitId}) where name = '85班'`)
    await run(sql`
      insert into year_turn (unit_id, from_year_id, to_year_id, counts, undo) values (${unitId}, ${year?.['id']}, ${next?.['id']}, '{}', '{}')`)
  })
  afterAll(() => run(sql`delete from year_turn`))
  const places = () =>
    run(
      sql`select distinct g.name as grade, c.name from student s join class_group c using (class_id) join grade g using (grade_id) where s.student_number like '85000_' and s.student_number < '850009'`,
    )

  it('is asked about with the numbers, and nothing is written before the answer', async () => {
    const preview = await caller.preview('old.csv', text('七年级'))
    expect(preview.lastYear).toEqual({ year: '2019-2020', moved: 4, of: expect.any(Number), answer: null })
    const { importId } = preview
    expect((await caller.ask(imports.apply, { importId })).code).toBe('import.last_year')
    expect(await places()).toEqual([{ grade: '八年级', name: '85班' }])
  })

  it('writes all but the classes by choice, and makes none', async () => {
    const { importId } = await caller.preview('old.csv', text('七年级').replace('13711220100', '13711220111'))
    const kept = await caller.ask(imports.compare, { importId, lastYear: 'keep' })
    expect(kept.data).toMatchObject({
      lastYear: { answer: 'keep' },
      counts: { new: { classes: 0 }, changed: { people: 1 }, unchanged: { people: 3 } },
    })
    expect(await caller.apply(importId)).toMatchObject({ status: 'applied' })
    expect(await places()).toEqual([{ grade: '八年级', name: '85班' }])
    const [row] = await run(
      sql`select c.phone from account_contact c join user_account using (user_id) where login_name = '850001'`,
    )
    expect(row).toEqual({ phone: '13711220111' })
  })

  it('moves them by choice, and is taken back', async () => {
    const { importId } = await caller.preview('old.csv', text('七年级'))
    await caller.ask(imports.compare, { importId, lastYear: 'move' })
    expect(await caller.apply(importId)).toMatchObject({ status: 'applied' })
    expect(await places()).toEqual([{ grade: '七年级', name: '85班' }])
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone' })
    expect(await places()).toEqual([{ grade: '八年级', name: '85班' }])
  })

  it('is not asked about for one who repeats the year, nor for this year’s file', async () => {
    const one = `姓名,学号,年级,班级\n年后1,850001,七年级,85班\n`
    expect((await caller.preview('one.csv', one)).lastYear).toBeNull()
    expect((await caller.preview('new.csv', text('八年级'))).lastYear).toBeNull()
  })
})

describe('two administrators at once', () => {
  it('find a stale preview compared again, with what is there now', async () => {
    const text = '类型,姓名,工号,手机\n教师,同老师,T7501,13711210001\n'
    await imported(text)
    const { importId } = await caller.preview('change.csv', text.replace('13711210001', '13711210002'))
    await run(sql`update account_contact set phone = '13711210003' where phone = '13711210001'`)
    expect(await caller.apply(importId)).toMatchObject({ status: 'stale', code: 'import.stale' })
    expect((await caller.ask(imports.apply, { importId })).code).toBe('import.not_ready')
    const again = await caller.ask(imports.compare, { importId })
    expect(again.data).toMatchObject({ status: 'ready' })
    expect((await caller.rows(importId, 'changed'))[0]).toMatchObject({ before: { phone: '13711210003' } })
    expect(await caller.apply(importId)).toMatchObject({ status: 'applied' })
  })
})

it('an import that was written cannot be compared again by choosing nothing, and can still be taken back', async () => {
  const importId = await imported('类型,姓名,工号\n教师,空选师,T7901\n')
  expect((await caller.ask(imports.choose, { importId, choices: [] })).code).toBe('import.not_ready')
  expect((await caller.ask(imports.choose, { importId: 'none', choices: [] })).code).toBe('import.not_found')
  expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone' })
})
