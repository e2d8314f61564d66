import { sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// What schools write in their lists, that was read wrongly without a word.

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const warningsOf = async (importId: string) =>
  (await caller.rows(importId, 'warned')).flatMap(({ row, warnings }) => warnings.map(({ code }) => `${row} ${code}`))
const problemsOf = async (importId: string) =>
  (await caller.rows(importId, 'error')).flatMap(({ problems }) =>
    problems.map(({ code, column, params }) => [code, column, params['cell']]),
  )
const people = async (importId: string) =>
  (await caller.rows(importId, 'new')).filter(({ kind, userType }) => kind === 'person' && userType === 1)
const guardiansOf = async (importId: string) =>
  (await caller.rows(importId, 'new'))
    .filter(({ kind }) => kind === 'guardian')
    .map(({ name, after }) => [name, after?.['relation'], after?.['phone']])

describe('grades', () => {
  const read = async (...grades: string[]) =>
    caller.preview(
      'people.csv',
      `姓名,学号,年级,班级\n${grades.map((grade, at) => `级${at},SV1${at},${grade},71班`).join('\n')}\n`,
    )

  it.each([
    ['初一', '七年级', '7年级', 'Grade 7', 'G7', 'Junior 1'],
    ['九年级', '初三', '初中三年级', '9th grade'],
    ['高一', '十年级', 'Senior 1', 'Grade 10', '高中一年级'],
    ['十二年级', '高三', 'G12'],
    ['预初', '六年级'],
  ])('%s and %s are one, and so are the other words for it', async (...grades) => {
    const run = await read(...grades)
    expect(run.counts).toMatchObject({
      new: { grades: expect.toSatisfy((count: number) => count <= 1), classes: 1 },
      error: { people: 0 },
    })
  })

  it('of England and of America are two, which is said', async () => {
    const run = await read('Grade 11', 'Year 11')
    expect(run.counts.new).toMatchObject({ grades: 2, classes: 2 })
    expect(await warningsOf(run.importId)).toEqual(['3 grades_apart'])
  })

  it('of a school with four grades of junior middle school have to be written as the school does', async () => {
    const run = await read('初二', '初四', '八年级')
    expect(await problemsOf(run.importId)).toEqual([['grade_ambiguous', '年级', undefined]])
  })
})

describe('days', () => {
  const today = new Date().toISOString().slice(0, 10)
  const shifted = (years: number, days = 0) => {
    const date = new Date(`${today}T00:00:00Z`)
    date.setUTCFullYear(date.getUTCFullYear() + years)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10)
  }

  it.each([shifted(1), shifted(0, 2), shifted(-121), '2099年1月1日', '13/04/2095', '1016-09-03', '90000'])(
    'the birthday %s is an error that names the cell',
    async (birthday) => {
      const run = await caller.preview(
        'people.csv',
        `姓名,学号,年级,班级,出生日期\n祁一,SV200,一年级,91班,2016-09-03\n祁日,SV201,一年级,91班,${birthday}\n`,
      )
      expect(await problemsOf(run.importId)).toEqual([['day_impossible', '出生日期', 'E3']])
      expect(run.counts.new.people).toBe(1)
    },
  )

  it.each([shifted(-119), shifted(-7)])('the birthday %s is read', async (birthday) => {
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级,出生日期\n祁日,SV202,一年级,91班,${birthday}\n`)
    expect((await people(run.importId))[0]?.after?.['birthday']).toBe(birthday)
  })

  it('of enrolment may be those of the next school year, and not later', async () => {
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,入学日期\n祁入,SV203,一年级,91班,${shifted(0, 200)}\n祁远,SV204,一年级,91班,${shifted(3)}\n祁早,SV205,一年级,91班,${shifted(-121)}\n`,
    )
    expect((await people(run.importId)).map(({ after }) => after?.['enrolledOn'])).toEqual([
      `${shifted(0, 200).slice(0, 7)}-01`,
    ])
    expect(await problemsOf(run.importId)).toEqual([
      ['day_impossible', '入学日期', 'E3'],
      ['day_impossible', '入学日期', 'E4'],
    ])
  })

  it.each([
    ['the month first', ['03/09/2022', '09/21/2023'], ['2022-03-01', '2023-09-01'], []],
    ['the day first', ['03/09/2022', '21/09/2023'], ['2022-09-01', '2023-09-01'], []],
    [
      'the day first, which is said once',
      ['03/09/2022', '04/08/2023'],
      ['2022-09-01', '2023-08-01'],
      ['2 date_order_day'],
    ],
  ])('of enrolment are read in the order of their column: %s', async (_, dates, months, warnings) => {
    const lines = dates.map((date, at) => `祁序${at},SV21${at},一年级,91班,${date},${at === 0 ? '13/04/2016' : ''}`)
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级,入学日期,出生日期\n${lines.join('\n')}\n`)
    const rows = await people(run.importId)
    expect(dates.map((__, at) => rows.find(({ name }) => name === `祁序${at}`)?.after?.['enrolledOn'])).toEqual(months)
    expect(rows.find(({ name }) => name === '祁序0')?.after?.['birthday']).toBe('2016-04-13')
    expect(await warningsOf(run.importId)).toEqual(warnings)
  })
})

describe('states', () => {
  const read = async (heading: string, words: readonly string[]) => {
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,${heading}\n${words.map((word, at) => `祁态${at},SV3${at},一年级,91班,${word}`).join('\n')}\n`,
    )
    const names = new Set((await people(run.importId)).map(({ name }) => name))
    return { stays: words.map((_, at) => names.has(`祁态${at}`)), warnings: await warningsOf(run.importId) }
  }

  it.each([
    '已转学',
    '转走',
    '死亡',
    '去世',
    '已故',
    '出国',
    '停用',
    '毕业离校',
    '已离校',
    '已退学',
    '转出（2026.9）',
    '开除',
    '失学',
    '辍学',
    '不在校',
    '转学离校',
    '出国留学',
    'N',
    'false',
    '否',
    'Transferred',
    'Left school',
    'Deceased',
  ])('%s is one who has left', async (word) => {
    expect(await read('状态', [word])).toEqual({ stays: [false], warnings: [] })
  })

  it.each([
    '休学中',
    '停学',
    '病休',
    '因病休学',
    '保留学籍',
    '借读中',
    '在校生',
    '是',
    'Y',
    'true',
    'Suspended',
    'On leave',
  ])('%s stays', async (word) => {
    expect(await read('状态', [word])).toEqual({ stays: [true], warnings: [] })
  })

  it.each(['在校', '在读', '是否在校', 'Active', 'Enrolled', '在籍'])('a column %s has yes and no', async (heading) => {
    expect(await read(heading, ['是', '否', 'TRUE', 'false', 'Y', 'N', '√', '×', '1', '0'])).toEqual({
      stays: [true, false, true, false, true, false, true, false, true, false],
      warnings: [],
    })
  })

  it('that nobody knows are not read, and said', async () => {
    expect(await read('状态', ['飞走'])).toEqual({ stays: [true], warnings: ['2 status_skipped'] })
  })
})

describe('guardians', () => {
  const read = async (name: string, phone: string) => {
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,监护人1姓名,监护人1关系,监护人1手机\n祁监,SV401,一年级,91班,${name},,${phone}\n`,
    )
    expect(run.counts.error.people).toBe(0)
    return { guardians: await guardiansOf(run.importId), warnings: await warningsOf(run.importId) }
  }

  it.each([
    '0',
    '服刑',
    '死亡',
    '去世',
    '同上',
    '已死亡',
    '失联',
    '病故',
    '离异服刑',
    '00',
    '在监狱',
    '不在',
    '\u200B',
  ])('who are called “%s” are no persons', async (name) => {
    expect((await read(name, '')).guardians).toEqual([])
  })

  it.each(['爸爸', '妈妈', '爷爷', '父亲', '奶奶', '舅舅', '姑妈', 'Mum', 'Dad', '爸爸（父亲）', 'Grandma'])(
    'who are called “%s” have no name, which is said',
    async (name) => {
      expect(await read(name, '13911140001')).toEqual({ guardians: [], warnings: ['2 guardian_relation_only'] })
    },
  )

  it('may have family names that are words for relations', async () => {
    expect((await read('父建国', '13911140002')).guardians).toEqual([['父建国', undefined, '13911140002']])
  })

  it.each(['0', '00000000000', '1', '11111111111', '12345', '000-0000-0000', '99999999'])(
    'with the phone %s have none',
    async (phone) => {
      expect(await read('祁父', phone)).toEqual({
        guardians: [['祁父', undefined, undefined]],
        warnings: ['2 phone_none'],
      })
    },
  )
})

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]
const workbook = async (sheets: Sheet[], fields: Readonly<Record<string, string>> = {}) =>
  caller.preview('people.xlsx', await writeXlsx({ sheets }), fields)

describe('numbers of people', () => {
  const shown = (value: number, numFmt: string): Sheet => ({
    name: '学生',
    rows: [
      ['姓名', '学号', '年级', '班级'],
      ['祁数', value, '一年级', '91班'],
    ],
    cells: new Map([['1,1', { value, style: { numFmt } }]]),
  })

  it.each([
    ['20260002.5', '姓名,学号,年级,班级\n祁数,20260002.5,一年级,91班\n'],
    ['-20260002', '姓名,学号,年级,班级\n祁数,-20260002,一年级,91班\n'],
    ['0.75', '姓名,学号,年级,班级\n祁数,0.75,一年级,91班\n'],
  ])('%s is none', async (_, text) => {
    const run = await caller.preview('people.csv', text)
    expect(await problemsOf(run.importId)).toEqual([['number_broken', '学号', 'B2']])
  })

  it.each([
    [20_260_002.5, 'General', 'number_broken'],
    [20_260_003, ';;;', 'format_unknown'],
    [20_260_003, '0;0;;@', undefined],
    [-5, '0_);(0)', 'number_broken'],
    [-20_260_005, '0;(0)', 'number_broken'],
    [20_260_006, '"";"";""', 'format_unknown'],
  ])('%d shown as %s is %s', async (value, format, code) => {
    const run = await workbook([shown(value, format)])
    expect(await problemsOf(run.importId)).toEqual(code === undefined ? [] : [[code, '学号', 'B2']])
  })
})

it('the guardians of rows in error are not counted as unchanged', async () => {
  const run = await caller.preview(
    'people.csv',
    '姓名,学号,年级,班级,邮箱,父亲姓名,母亲姓名\n祁错,SV801,一年级,91班,no-address,祁父,周母\n祁对,SV802,一年级,91班,,祁父,\n',
  )
  expect(run.counts.error).toMatchObject({ people: 1, guardians: 0 })
  expect(run.counts.unchanged.guardians).toBe(0)
  expect(run.counts.new).toMatchObject({ people: 1, guardians: 1 })
})

it.each([
  ['姓名,年级,班级\n祁缺,一年级,91班\n', ['number_missing']],
  ['姓名,性别,年级\n祁缺,女,一年级\n', ['number_missing']],
  ['Name,Birthday,Class\nAda King,2016-09-03,91班\n', ['number_missing']],
  ['姓名,手机\n祁缺,13911140009\n', ['type_missing']],
])('a row of a list of pupils without a number says that: %s', async (text, codes) => {
  const run = await caller.preview('people.csv', text)
  expect((await problemsOf(run.importId)).map(([code]) => code)).toEqual(codes)
})
