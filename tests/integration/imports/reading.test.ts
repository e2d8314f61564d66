import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { sampleFile } from '../../support/samples/sample-file.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const previewSample = async (name: string, fields: Readonly<Record<string, string>> = {}) =>
  caller.preview(name, await readFile(sampleFile(name)), fields)
const newRows = async (importId: string, kind: string) =>
  (await caller.rows(importId, 'new')).filter((row) => row.kind === kind)
const previewText = (text: string, fields: Readonly<Record<string, string>> = {}) =>
  caller.preview('people.csv', text, fields)
const guardiansOf = async (importId: string) =>
  (await caller.rows(importId, 'new'))
    .filter((row) => row.kind === 'guardian')
    .map(({ owner, name, after }) => [owner, name, after?.['relation'], after?.['phone']])

describe('headings', () => {
  it('on two lines, with merged cells, are read as one row of them', async () => {
    const run = await previewSample('32-merged.xlsx')
    expect(run.counts.error.people).toBe(0)
    expect(await guardiansOf(run.importId)).toEqual([
      ['祁合一', '祁父一', 'father', '13911110001'],
      ['祁合一', '周母一', 'mother', '13911110002'],
      ['祁合二', '祁父二', 'father', '13911110003'],
      ['祁合二', '周母二', 'mother', '13911110004'],
    ])
    const pupils = await newRows(run.importId, 'person')
    expect(new Set(pupils.filter(({ userType }) => userType === 1).map(({ after }) => after?.['classId'])).size).toBe(1)
    expect(run.sheets[0]?.columns.map(({ heading }) => heading).slice(4)).toEqual([
      '父亲 姓名',
      '父亲 手机',
      '母亲 姓名',
      '母亲 手机',
    ])
  })

  it('on two lines come from a text file as well, below a title', async () => {
    const run = await previewText(
      '河畔学校，学生名单\n姓名,学号,年级,班级,监护人1,,,监护人2,,\n,,,,姓名,关系,电话,姓名,关系,电话\n祁甲,R0001,一年级,91班,祁父,父亲,13911112001,周母,母亲,13911112002\n',
    )
    expect(await guardiansOf(run.importId)).toEqual([
      ['祁甲', '祁父', 'father', '13911112001'],
      ['祁甲', '周母', 'mother', '13911112002'],
    ])
  })

  it('stand below what a sheet says of whom they are about, as 父亲信息 and Mother details', async () => {
    const run = await previewText(
      '基本信息,,,,父亲信息,,Mother details,\n姓名,学号,年级,班级,姓名,联系电话,姓名,联系电话\n祁乙,R0005,一年级,91班,祁父,13911112003,周母,13911112004\n',
    )
    expect(await guardiansOf(run.importId)).toEqual([
      ['祁乙', '祁父', 'father', '13911112003'],
      ['祁乙', '周母', 'mother', '13911112004'],
    ])
  })

  it('below a second name of whom nothing says who it is are not the pupil’s', async () => {
    const run = await previewText(
      '姓名,学号,年级,班级,姓名,联系电话,姓名,联系电话\n祁乙,R0006,一年级,91班,祁父,13911112003,周母,13911112004\n',
    )
    expect(run.sheets[0]?.columns.map(({ field }) => field)).toEqual([
      'name',
      'number',
      'grade',
      'class',
      null,
      null,
      null,
      null,
    ])
  })

  it('that come once more below are no person', async () => {
    const head = '姓名,学号,年级,班级\n'
    const run = await previewText(`${head}祁乙,R0007,一年级,91班\n${head}祁丙,R0008,一年级,91班\n`)
    expect((await newRows(run.importId, 'person')).map(({ name }) => name)).toEqual(['祁乙', '祁丙'])
  })

  it('that come several times belong to the name on their left', async () => {
    const run = await previewSample('14-two-phones.xlsx')
    expect(await guardiansOf(run.importId)).toEqual([
      ['祁双亲', '祁父', 'father', '13911114001'],
      ['祁双亲', '周母', 'mother', '13911114002'],
    ])
    const own = await previewText(
      '姓名,手机,学号,年级,班级,父亲,单位,手机,母亲,单位,手机\n祁乙,13911113000,R0002,一年级,91班,祁父,厂,13911113001,周母,店,13911113002\n',
    )
    expect((await newRows(own.importId, 'person')).find(({ userType }) => userType === 1)?.after).toMatchObject({
      phone: '13911113000',
    })
    expect((await guardiansOf(own.importId)).map(([, , , phone]) => phone)).toEqual(['13911113001', '13911113002'])
  })

  it('of a guardian alone has the phone beside it', async () => {
    const run = await previewText(
      '姓名,学号,年级,班级,家长姓名,关系,电话\n祁丙,R0003,一年级,91班,祁父,父亲,13911114003\n',
    )
    expect(await guardiansOf(run.importId)).toEqual([['祁丙', '祁父', 'father', '13911114003']])
  })

  it('of one line are not taken for two when a row below has words that are headings', async () => {
    const run = await previewText('姓名,学号,年级,班级,家长,关系\n祁丁,R0004,一年级,91班,母亲,母亲\n')
    expect((await newRows(run.importId, 'person')).map(({ name }) => name)).toContain('祁丁')
  })
})

describe('a cell that cannot be read', () => {
  it.each([
    [
      '02-error-cells.xlsx',
      [
        ['A2', 'error_value', '#N/A'],
        ['A3', 'error_value', '#REF!'],
      ],
    ],
    [
      '13-formula-no-result.xlsx',
      [
        ['B2', 'formula_empty', ''],
        ['A3', 'formula_empty', ''],
      ],
    ],
    [
      '05-exponents.csv',
      [
        ['B2', 'exponent', '2.02609E+11'],
        ['B3', 'exponent', '2.02609E+11'],
      ],
    ],
  ])('is named with its place: %s', async (name, told) => {
    const run = await previewSample(name)
    const problems = (await caller.rows(run.importId, 'error')).flatMap((row) => row.problems)
    expect(problems.map(({ params, code, value }) => [params['cell'], code, value])).toEqual(told)
  })

  it('is a class of which a spreadsheet has made a day', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: '学生',
          rows: [
            ['姓名', '学号', '年级', '班级'],
            ['祁戊', 'R0005', '一年级', new Date('2026-01-02T00:00:00Z')],
          ],
        },
      ],
    })
    const run = await caller.preview('days.xlsx', file)
    const [row] = await caller.rows(run.importId, 'error')
    expect(row?.problems[0]).toMatchObject({ code: 'date_cell', column: '班级', params: { cell: 'D2' } })
  })
})

it('numbers keep what they are, whatever a program has added to them', async () => {
  const run = await previewText('姓名,学号,年级,班级\n祁己,2026001.0,一年级,91班\n祁庚,="0026002",一年级,91班\n')
  expect((await newRows(run.importId, 'person')).map(({ after }) => after?.['number'])).toEqual(['2026001', '0026002'])
})

describe('a text file', () => {
  it('says how it was read, and is read as it is said then', async () => {
    const text = '河畔学校学生名单，2026年秋季\n姓名;学号;年级;班级\n祁标题;R0101;一年级;91班\n'
    const run = await previewText(text)
    expect(run.sheets[0]?.text).toEqual({ encoding: 'utf-8', separator: 'semicolon' })
    expect(run.counts.new.people).toBe(1)
    const { code, data } = await caller.upload('people.csv', text, { separator: 'bar', encoding: 'utf-8' })
    expect(code).toBe('import.no_header')
    expect(data).toMatchObject([{ text: { encoding: 'utf-8', separator: 'bar' } }])
  })

  it.each([
    ['Latin', 'José Müller'],
    ['Cyrillic', 'Иван'],
    ['Greek', 'Νίκος'],
  ])('in UTF-8 without a mark is read as such where its letters beyond ASCII are %s ones', async (_, name) => {
    const run = await previewText(`Name,Student ID,Grade,Class\n${name},R0105,1,1\n`)
    expect(run.sheets[0]?.text?.encoding).toBe('utf-8')
    expect((await newRows(run.importId, 'person')).map((row) => row.name)).toEqual([name])
  })

  it('in Big5, with headings in traditional Chinese, is read', async () => {
    const run = await previewSample('X45-big5.csv')
    expect(run.sheets[0]?.text?.encoding).toBe('big5')
    expect([run.counts.new.people, run.counts.error.people]).toEqual([2, 0])
  })

  it.each(['X14-html.xls', 'X15-inner-quote.csv', 'X15-lone-quote.csv', 'X42-sep.csv', 'X18-richtext.xlsx'])(
    'or a sheet that some program wrote its own way is read: %s',
    async (name) => {
      const { counts } = await previewSample(name)
      expect([counts.new.people, counts.error.people]).toEqual([1, 0])
    },
  )
})

describe('rows that a sheet hides', () => {
  it('are named, and asked for before anything is written', async () => {
    const run = await previewSample('31-hidden-rows.xlsx')
    expect(run.sheets[0]?.hidden).toEqual({ count: 1, rows: [3] })
    expect(run.hiddenRows).toBeNull()
    expect((await caller.ask(imports.apply, { importId: run.importId })).code).toBe('import.hidden_rows')

    const left = await previewSample('31-hidden-rows.xlsx', { hiddenRows: 'skip' })
    expect(left.counts.new.people).toBe(1)
    expect(left.sheets[0]?.hidden).toEqual({ count: 1, rows: [3] })
    const read = await previewSample('31-hidden-rows.xlsx', { hiddenRows: 'read' })
    expect(read.counts.new.people).toBe(2)
    expect((await caller.apply(read.importId)).status).toBe('applied')
    await caller.undo(read.importId)
  })

  it('stay hidden in the sheet that comes back with its errors marked', async () => {
    const rows = [
      ['姓名', '学号', '年级', '班级', '邮箱'],
      ['祁错', 'R0201', '一年级', '91班', 'no-address'],
      ['祁隐', 'R0202', '一年级', '91班', ''],
    ]
    const file = await writeXlsx({ sheets: [{ name: '学生', rows, rowDefs: new Map([[2, { hidden: true }]]) }] })
    const run = await caller.preview('hidden.xlsx', file, { hiddenRows: 'skip' })
    expect(run.counts.error.people).toBe(1)
    const again = await caller.preview(
      'marked.xlsx',
      await caller.file(`${imports.markedSheet.path}?importId=${run.importId}`),
    )
    expect(again.sheets[0]?.hidden?.count).toBe(1)
  })
})

it('a sheet for each class is offered as the class, which is remembered', async () => {
  const run = await previewSample('M2-class-per-sheet.xlsx')
  expect(run.sheets[0]).toMatchObject({ table: 'people', place: { grade: '初一', class: '（1）班', used: false } })
  expect(run.counts.new.classes).toBe(0)
  // The school has 七年级 with two of the classes.
  const used = await previewSample('M2-class-per-sheet.xlsx', { classBySheet: 'true' })
  expect(used.sheets.every(({ place }) => place?.used)).toBe(true)
  expect(used.counts).toMatchObject({ new: { classes: 4, grades: 1 }, error: { people: 0 } })
  const again = await previewSample('M2-class-per-sheet.xlsx')
  expect(again.sheets.every(({ place }) => place?.used)).toBe(true)
  expect(again.counts.new.classes).toBe(4)
  const not = await previewSample('M2-class-per-sheet.xlsx', { classBySheet: 'false' })
  expect(not.sheets.some(({ place }) => place?.used)).toBe(false)
})

it('surname and forename are joined to a name', async () => {
  const run = await previewText(
    'Surname,Forename,Student ID,Grade,Class\nKing,Ada,R0301,一年级,91班\n王,小明,R0302,一年级,91班\n,Cher,R0303,一年级,91班\n',
  )
  expect((await newRows(run.importId, 'person')).map(({ name }) => name)).toEqual(['Ada King', '王小明', 'Cher'])
})

it('a row of a total, or of who made the list, is no person', async () => {
  const run = await previewText('姓名,学号,年级,班级\n祁辛,R0401,一年级,91班\n合计,1,,\n制表人：张三,,,\n')
  expect([run.counts.new.people, run.counts.error.people]).toEqual([1, 0])
  const classes = await previewText('年级,班级,班主任\n一年级,94班,—\n一年级,合计,\n')
  expect([classes.counts.new.classes, classes.counts.error.classes]).toEqual([1, 0])
})

it('a cell that says that there is nothing is no name and no number, and no sex was chosen where both stand', async () => {
  const run = await previewText(
    '姓名,学号,年级,班级,性别,父亲姓名\n不详,R0402,一年级,91班,,\n—,R0403,一年级,91班,,\n祁壬,N/A,一年级,91班,,\n祁癸,R0404,一年级,91班,男/女,TBC\n',
  )
  const errors = await caller.rows(run.importId, 'error')
  expect(errors.map(({ problems }) => problems[0]?.code)).toEqual(['name_missing', 'name_missing', 'number_missing'])
  const [only, ...more] = await newRows(run.importId, 'person')
  expect([only?.name, only?.after?.['sex'], more]).toEqual(['祁癸', undefined, []])
})
