import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import excel from 'exceljs'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ZipFile as ZipWriter } from 'yazl'
import { buffer } from 'node:stream/consumers'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { PROBLEM_HEADING } from '../../../contract/rules/imports/problem-column.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const open = async (file: Uint8Array) => {
  const book = new excel.Workbook()
  await book.xlsx.load(Uint8Array.from(file).buffer)
  return book
}
const marked = async (importId: string) => open(await caller.file(`${imports.markedSheet.path}?importId=${importId}`))
const save = async (book: excel.Workbook) => new Uint8Array(await book.xlsx.writeBuffer())
const fillOf = (cell: excel.Cell) => (cell.fill?.type === 'pattern' ? cell.fill.fgColor?.argb : undefined)
const textOf = (sheet: excel.Worksheet | undefined, row: number) => {
  const values = sheet?.getRow(row).values
  return Array.isArray(values) ? values.slice(1) : []
}
const MARK = 'FFF5A3A3'
const WRONG = 'FFFDE8E8'

it('a spreadsheet comes back with its sheets, columns and rows, those in error marked, and can be mended and imported as it is', async () => {
  const given = [
    ['四年级名单'],
    ['姓名', '学号', '邮箱', '年级', '班级', '身份证号', '备注'],
    ['王小明', '0091001', 'a@b.cn', '十一年级', '3班', '510104201409010123', '=1+1'],
    ['', '', '', '', '', '', ''],
    ['李小红', '0091002', 'Y', '十一年级', '3班', '510104201409010124', ''],
    ['', '0091003', 'c@d.cn', '十一年级', '3班', '', '没有姓名'],
    ['赵小刚', Number('510104201409010125'), 'c@d.cn', '十一年级', '3班', Number('510104201409010126'), ''],
  ]
  const file = await writeXlsx({
    sheets: [
      { name: '学生', rows: given },
      { name: '说明', rows: [['填写说明', '见首页']] },
    ],
  })
  const run = await caller.preview('people.xlsx', file)
  const book = await marked(run.importId)
  expect(book.worksheets.map(({ name }) => name)).toEqual(['学生', '说明'])
  const [sheet] = book.worksheets
  expect(textOf(sheet, 1)).toEqual(['四年级名单'])
  expect(textOf(sheet, 2)).toEqual([...(given[1] ?? []), PROBLEM_HEADING])
  expect(textOf(sheet, 3)).toEqual(given[2])
  expect(textOf(sheet, 4)).toEqual([])
  expect(textOf(sheet, 5).slice(0, 6)).toEqual(given[4]?.slice(0, 6))
  expect(textOf(book.worksheets[1], 1)).toEqual(['填写说明', '见首页'])

  expect(fillOf(sheet!.getCell('A3'))).toBeUndefined()
  // What looks like a formula is a text, and so are numbers with zeros in front.
  expect([sheet?.getCell('G3').type, sheet?.getCell('B3').numFmt]).toEqual([excel.ValueType.String, '@'])
  expect(['A5', 'C5', 'H5', 'A6', 'B7', 'F7'].map((at) => fillOf(sheet!.getCell(at)))).toEqual([
    WRONG,
    MARK,
    WRONG,
    MARK,
    MARK,
    WRONG,
  ])
  expect(sheet?.getCell('H5').text).toContain('邮箱: ')
  expect(sheet?.getCell('H5').text).toContain('no e-mail address')
  // A number that was lost stays one, so that it is not taken for what it was.
  expect(sheet?.getCell('B7').type).toBe(excel.ValueType.Number)

  sheet!.getCell('C5').value = 'e@f.cn'
  sheet!.getCell('A6').value = '孙小燕'
  const still = await caller.preview('people.xlsx', await save(book))
  expect(still.counts).toMatchObject({ new: { people: 3 }, error: { people: 1 } })
  const again = (await marked(still.importId)).worksheets[0]
  expect(textOf(again, 2)).toEqual([...(given[1] ?? []), PROBLEM_HEADING])
  expect(['H5', 'H6'].map((at) => again?.getCell(at).value)).toEqual([null, null])
  expect(again?.getCell('H7').text).toContain('15')

  again!.getCell('B7').value = '0091004'
  const mended = await caller.preview('people.xlsx', await save(again!.workbook))
  expect(mended.counts).toMatchObject({ new: { people: 4 }, error: { people: 0 } })
  expect(mended.sheets[0]?.columns.map(({ heading }) => heading)).toEqual(given[1])
  const [first] = (await caller.rows(mended.importId, 'new')).filter(({ kind }) => kind === 'person')
  expect(first?.after).toMatchObject({ name: '王小明', number: '0091001' })
})

it('text comes back as a spreadsheet that keeps what its columns were said to be, however wide its rows are', async () => {
  const text = '一,二,三,,\n王一,0012,Y,,\n"李\n二",0013,a@b.cn,,,,末\n'
  const mapping = { table: 'people', type: 2, columns: { 一: 'name', 二: 'number', 三: 'email' } }
  const run = await caller.preview('people.csv', text, { mapping: JSON.stringify(mapping) })
  const book = await marked(run.importId)
  const [sheet] = book.worksheets
  expect(sheet?.getCell('H1').value).toBe(PROBLEM_HEADING)
  expect(sheet?.getCell('B2').value).toBe('0012')
  expect(fillOf(sheet!.getCell('C2'))).toBe(MARK)
  sheet!.getCell('C2').value = 'e@f.cn'
  const mended = await caller.preview('people.xlsx', await save(book))
  expect(mended.counts.error.people).toBe(0)
  expect(
    (await caller.rows(mended.importId, 'new')).map(({ row, name, after }) => [row, name, after?.['number']]),
  ).toEqual([
    [2, '王一', '0012'],
    [3, '李 二', '0013'],
  ])
})

it('files of OneRoster come back as sheets of one workbook, which is read as they are', async () => {
  const { ZipFile } = createRequire(import.meta.url)('yazl') as { ZipFile: typeof ZipWriter }
  const zip = new ZipFile()
  const files = {
    manifest: 'propertyName,value\noneroster.version,1.2\nfile.users,delta\nsource.systemCode,marked\n',
    orgs: 'sourcedId,name,type\no1,校,school\n',
    classes: 'sourcedId,title,grades,classType,schoolSourcedId\nc1,5班,十一年级,homeroom,o1\n',
    users:
      'sourcedId,username,givenName,familyName,identifier,email\nu1,marked1,小明,王,00771,a@b\nu2,marked2,小红,李,00772,a@example.org\n',
    roles: 'sourcedId,userSourcedId,roleType,role,orgSourcedId\nr1,u1,primary,student,o1\nr2,u2,primary,student,o1\n',
    enrollments: 'sourcedId,classSourcedId,userSourcedId,role\ne1,c1,u1,student\ne2,c1,u2,student\n',
  }
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), `${name}.csv`)
  zip.end()
  const run = await caller.preview('oneroster.zip', await buffer(zip.outputStream))
  expect(run).toMatchObject({ format: 'oneroster', source: 'marked', mode: 'delta', counts: { error: { people: 1 } } })
  const book = await marked(run.importId)
  const sheet = book.getWorksheet('users')
  expect(textOf(sheet, 1)).toEqual([
    ...'sourcedId,username,givenName,familyName,identifier,email'.split(','),
    PROBLEM_HEADING,
  ])
  expect(fillOf(sheet!.getCell('F2'))).toBe(MARK)
  sheet!.getCell('F2').value = 'ming@example.org'
  const mended = await caller.preview('oneroster.xlsx', await save(book))
  expect(mended).toMatchObject({
    format: 'oneroster',
    source: 'marked',
    mode: 'delta',
    counts: { new: { people: 2 }, error: { people: 0 } },
  })
  const [first] = (await caller.rows(mended.importId, 'new')).filter(({ kind }) => kind === 'person')
  expect(first?.after).toMatchObject({ name: '王小明', number: '00771' })
})

it('is not given of an import that was given up', async () => {
  const run = await caller.preview('people.csv', '姓名,学号,性别,年级,班级\n钱一,00881,X,十一年级,3班\n')
  await caller.ask(imports.cancel, { importId: run.importId })
  expect(String(await caller.file(`${imports.markedSheet.path}?importId=${run.importId}`))).toContain(
    'import.not_found',
  )
})

it('a column that is missing can be added behind the last one of a marked sheet', async () => {
  const rows = [
    ['姓名', '学号', '年级', '班级'],
    ['葛一', '0096001', '四年级', '1班'],
    ['葛二', '0096002', '四年级', '1班'],
  ]
  const { importId, counts } = await caller.preview(
    'people.xlsx',
    await writeXlsx({ sheets: [{ name: '休退学', rows }] }),
  )
  expect(counts.error.people).toBe(2)
  const book = await marked(importId)
  const [sheet] = book.worksheets
  expect(textOf(sheet, 1)).toEqual([...rows[0]!, PROBLEM_HEADING])
  for (const [at, text] of ['状态', '休学', '在读'].entries()) sheet!.getCell(at + 1, 6).value = text
  const mended = await caller.preview('mended.xlsx', await save(book))
  expect(mended.sheets[0]?.columns.map(({ heading }) => heading)).toEqual([...rows[0]!, '状态'])
  expect([mended.counts.error.people, mended.counts.new.people]).toEqual([0, 2])
  // One of another row is still in error, and marked in the same form.
  sheet!.getCell(3, 6).value = '不知道'
  const again = await caller.preview('mended.xlsx', await save(book))
  expect(again.counts.error.people).toBe(1)
  const [once] = (await marked(again.importId)).worksheets
  expect(textOf(once, 1)).toEqual([...rows[0]!, '状态', PROBLEM_HEADING])
  expect(fillOf(once!.getCell('E3'))).toBe(MARK)
})
