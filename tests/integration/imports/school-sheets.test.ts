import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// Headings, names of sheets and files as schools have them.

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const people = async (importId: string) =>
  (await caller.rows(importId, 'new')).filter(({ kind, userType }) => kind === 'person' && userType === 1)

const pupils = () =>
  runAsOwner(
    test,
    sql`select student_number as number, class_id is not null as "hasClass" from student where student_number like 'SV65%' order by 1`,
  )

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]
const workbook = async (sheets: Sheet[], fields: Readonly<Record<string, string>> = {}) =>
  caller.preview('people.xlsx', await writeXlsx({ sheets }), fields)
const list = (name: string, number: string): Sheet => ({
  name,
  rows: [
    ['姓名', '学号'],
    ['祁表', number],
  ],
})

describe('headings', () => {
  const fieldsOf = async (headings: string) => {
    const cells = headings.split(',').map(() => '')
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,${headings}\n祁题,SV501,一年级,91班,${cells.join(',')}\n`,
    )
    return run.sheets[0]?.columns.slice(4).map(({ field }) => field)
  }

  it.each([
    [
      '家长1,关系1,电话1,家长2,关系2,电话2',
      ['guardian1Name', 'guardian1Relation', 'guardian1Phone', 'guardian2Name', 'guardian2Relation', 'guardian2Phone'],
    ],
    ['家长一,与学生关系一,联系电话一', ['guardian1Name', 'guardian1Relation', 'guardian1Phone']],
    ["Mother Tel,Father Mobile,Mum's name", ['motherPhone', 'fatherPhone', 'motherName']],
    ["Mum's phone,Dad’s phone,Dad name", ['motherPhone', 'fatherPhone', 'fatherName']],
    ['父亲联系电话,母亲联系方式,爸爸姓名,妈妈', ['fatherPhone', 'motherPhone', 'fatherName', 'motherName']],
    ['Emergency contact,Emergency contact phone', ['guardian1Name', 'guardian1Phone']],
    ['紧急联系人,紧急联系人电话', ['guardian1Name', 'guardian1Phone']],
    ['Parent 1 email,Parent 1 name', [null, 'guardian1Name']],
    ['Guardian 2 Mobile No.,2nd Guardian Name,Guardian #3 Name', ['guardian2Phone', 'guardian2Name', 'guardian3Name']],
    ['第一监护人姓名,第一监护人联系电话,第二监护人', ['guardian1Name', 'guardian1Phone', 'guardian2Name']],
  ])('%s are read', async (headings, fields) => {
    expect(await fieldsOf(headings)).toEqual(fields)
  })

  it.each(['Student No.', 'Student #', 'Student Nº', 'Pupil ID', 'Admission No.', '学生学号', '学生编号', 'Reg. No.'])(
    'the number of a pupil is called %s',
    async (heading) => {
      const run = await caller.preview('people.csv', `Name,${heading},Grade,Class\nAda King,SV502,一年级,91班\n`)
      expect((await people(run.importId))[0]?.after).toMatchObject({ number: 'SV502' })
    },
  )
})

describe('names of sheets', () => {
  it.each([
    ['3年2班', '3年', '2班'],
    ['五1', '五', '1'],
    ['高一3', '高一', '3'],
    ['Class 4B', '', '4B'],
    ['G5-2', 'G5', '2'],
    ['初二(3)', '初二', '(3)'],
    ['三年级2', '三年级', '2'],
    ['5.1', '5', '1'],
    ['7年级03班名单', '7年级', '03班'],
  ])('%s are offered as %s %s', async (name, grade, of) => {
    const run = await workbook([list(name, 'SV601')])
    expect(run.sheets[0]?.place).toEqual({ grade, class: of, used: false })
  })

  it.each(['一（1）班（转出）', '一(2)班 已转学', '三年级1班毕业', '初二3班（休学转走）', '一(2)班休学'])(
    '%s lists pupils in a state, and nobody is put into the class',
    async (name) => {
      const run = await workbook([list(name, 'SV602')])
      expect(run.sheets[0]?.place).toBeUndefined()
      expect((await people(run.importId)).map(({ after }) => after?.['classId'])).not.toContainEqual(expect.anything())
    },
  )
})

describe('a sheet of pupils who have left', () => {
  const rows = (status?: readonly string[]): string[][] => [
    ['姓名', '学号', '年级', '班级', ...(status ? ['状态'] : [])],
    ...['祁走', '祁也走', '祁留'].map((name, at) => [
      name,
      `SV65${at}`,
      '一年级',
      '92班',
      ...(status ? [status[at] ?? ''] : []),
    ]),
  ]

  it('reads them as having left though it names their class, unless a column of states says otherwise', async () => {
    const { importId } = await workbook([{ name: '学生', rows: rows() }])
    await caller.apply(importId)

    const run = await workbook([{ name: '一（2）班（转出）', rows: rows() }])
    expect(run.counts.deactivated.people).toBe(3)
    expect((await caller.rows(run.importId, 'warned')).map(({ row, warnings }) => [row, warnings])).toEqual([
      [2, [expect.objectContaining({ code: 'left_by_sheet', params: { value: '一（2）班（转出）' } })]],
    ])

    const said = await workbook([{ name: '一（2）班（转出）', rows: rows(['', '转出', '在读']) }])
    expect((await caller.rows(said.importId, 'deactivated')).map(({ name }) => name)).toEqual(['祁走', '祁也走'])
    expect(said.counts.unchanged.people).toBe(1)
    await caller.apply(said.importId)
    expect(await pupils()).toEqual([
      { number: 'SV650', hasClass: false },
      { number: 'SV651', hasClass: false },
      { number: 'SV652', hasClass: true },
    ])
    await caller.undo(said.importId)
    await caller.undo(importId)
  })

  it.each(['休退学', '学籍异动', '转入转出', 'Suspended or withdrawn'])(
    '%s, of whom only some have left, makes nobody present whose row does not say which',
    async (name) => {
      const { importId } = await workbook([{ name: '学生', rows: rows().slice(0, 3) }])
      await caller.apply(importId)
      const run = await workbook([{ name, rows: rows(['休学', '退学', '']) }])
      expect(run.counts.error.people).toBe(1)
      expect(run.counts.new.people).toBe(0)
      const [refused] = (await caller.rows(run.importId, 'error')).map((row) => [row.name, row.problems])
      expect(refused).toEqual([
        '祁留',
        [expect.objectContaining({ code: 'state_missing', column: '状态', params: { value: '', sheet: name } })],
      ])
      expect((await caller.rows(run.importId, 'deactivated')).map((row) => row.name)).toEqual(['祁也走'])
      expect(run.counts.unchanged.people).toBe(1)
      const unsaid = await workbook([{ name, rows: rows() }])
      expect(unsaid.counts.error.people).toBe(3)
      expect((await caller.ask(imports.apply, { importId: unsaid.importId })).code).not.toBe('ok')
      await caller.undo(importId)
    },
  )

  it('says that those of 休学 are read as being there, once and only where no state is given', async () => {
    const run = await workbook([{ name: '休学', rows: rows() }])
    expect(run.counts.new.people).toBe(3)
    expect((await caller.rows(run.importId, 'warned')).map(({ row, warnings }) => [row, warnings])).toEqual([
      [2, [expect.objectContaining({ code: 'suspended_by_sheet', params: { value: '休学' } })]],
    ])
    const said = await workbook([{ name: '休学', rows: rows(['休学', '休学', '休学']) }])
    expect(await caller.rows(said.importId, 'warned')).toEqual([])
  })

  it('makes no class of whom it names', async () => {
    const run = await workbook([
      { name: '93班转出', rows: rows().map((row, at) => (at === 0 ? row : [...row.slice(0, 3), '93班'])) },
    ])
    expect(run.counts.new.classes).toBe(0)
  })
})

describe('sheets', () => {
  const side = (gap: number): Sheet => ({
    name: '学生',
    rows: [
      ['姓名', '学号', '年级', '班级', ...Array<string>(gap).fill(''), '姓名', '学号', '年级', '班级'],
      ['祁左', 'SV701', '一年级', '91班', ...Array<string>(gap).fill(''), '祁右', 'SV702', '一年级', '91班'],
      ['', '', '', '', ...Array<string>(gap).fill(''), '祁右二', 'SV703', '一年级', '91班'],
    ],
  })

  it.each([0, 1, 2])('with two lists side by side, %i columns apart, are refused', async (gap) => {
    const { code } = await caller.upload('people.xlsx', await writeXlsx({ sheets: [side(gap)] }))
    expect(code).toBe('import.two_lists')
  })

  it('with two lists side by side are refused when they are hidden only where they are to be read', async () => {
    const sheets = [
      {
        name: '学生',
        rows: [
          ['姓名', '学号', '年级', '班级'],
          ['祁表', 'SV708', '一年级', '91班'],
        ],
      },
      { ...side(1), name: '核对', hidden: true },
    ]
    expect((await workbook(sheets)).sheets[1]?.hidden?.isWhole).toBe(true)
    expect((await workbook(sheets, { hiddenRows: 'skip' })).counts.new.people).toBe(1)
    const read = await caller.upload('people.xlsx', await writeXlsx({ sheets }), { hiddenRows: 'read' })
    expect(read.code).toBe('import.two_lists')
  })

  it('that are hidden are named, and asked for before anything is written', async () => {
    const sheets = [
      list('学生', 'SV704'),
      { ...list('旧名单', 'SV705'), hidden: true },
      { ...list('备用', 'SV706'), veryHidden: true },
    ]
    const whole = sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows?.map((row, at) => [...row, at === 0 ? '年级' : '一年级', at === 0 ? '班级' : '91班']),
    }))
    const run = await workbook(whole)
    expect(run.sheets.map(({ sheet, hidden }) => [sheet, hidden])).toEqual([
      ['学生', undefined],
      ['旧名单', { count: 1, rows: [2], isWhole: true }],
      ['备用', { count: 1, rows: [2], isWhole: true }],
    ])
    expect((await caller.ask(imports.apply, { importId: run.importId })).code).toBe('import.hidden_rows')
    expect((await workbook(whole, { hiddenRows: 'skip' })).counts.new.people).toBe(1)
    expect((await workbook(whole, { hiddenRows: 'read' })).counts.new.people).toBe(3)
  })

  it('without a value, or of other things, are not asked about when they are hidden', async () => {
    const run = await workbook([
      {
        name: '学生',
        rows: [
          ['姓名', '学号', '年级', '班级'],
          ['祁表', 'SV707', '一年级', '91班'],
        ],
      },
      { name: '选项', hidden: true, rows: [['男'], ['女']] },
      { name: '空', hidden: true, rows: [] },
    ])
    expect((await caller.apply(run.importId)).status).toBe('applied')
    await caller.undo(run.importId)
  })
})

describe('a text file', () => {
  it.each([
    [
      'Shift-JIS',
      '8e8196bc2c8a7790d094d48d862c8a77944e2c834e838983580a8e52936391be98592c31303030312c312c310a97e996d889d48e712c31303030322c312c310a',
    ],
    [
      'Shift-JIS below English headings',
      '4e616d652c53747564656e742049442c47726164652c436c6173730a8e52936391be98592c31303030312c312c310a83588359834c89d48e712c31303030322c312c310a',
    ],
    [
      'EUC-KR below English headings',
      '4e616d652c53747564656e742049442c47726164652c436c6173730ab1e8c3b6bcf62c31303030312c312c310ac0ccbfb5c8f12c31303030322c312c310ab9dac1f6b9ce2c31303030332c312c310ac3d6bcf6c1f82c31303030342c312c310a',
    ],
  ])('in %s is not read as Chinese: it is to be saved as UTF-8', async (_, bytes) => {
    expect((await caller.upload('people.csv', Buffer.from(bytes, 'hex'))).code).toBe('import.encoding')
  })

  it.each([
    ['Chinese headings', 'd0d5c3fb2cd1a7bac52cc4eabcb62cb0e0bcb60ac0eec0d72c31303030312c312c310a'],
    [
      'English headings',
      '4e616d652c53747564656e742049442c47726164652c436c6173730acdf5d0a1c3f72c31303030312c312c310ac0eed0a1baec2c31303030322c312c310ad5c5ceb02c31303030332c312c310ad5d4b7bc2c31303030342c312c310ad6dce6c32c31303030352c312c310a',
    ],
  ])('in GB18030 with %s is read', async (_, bytes) => {
    const run = await caller.preview('people.csv', Buffer.from(bytes, 'hex'))
    expect(run.sheets[0]?.text?.encoding).toBe('gb18030')
  })
})
