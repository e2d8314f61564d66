import excel from 'exceljs'
import { describe, expect, it } from 'vitest'
import type { Sheet, SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import type { RowWriter } from './export-api.ts'
import { createWorkbookWriter } from './write-workbook.ts'
import { writePlain } from './write-plain.ts'
import { writeStream } from './write-stream.ts'
import { writeStyled } from './write-styled.ts'

const EVIL = ['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\tx']

const days: Sheet = {
  name: '明细',
  columns: [
    { heading: '姓名', width: 20 },
    { heading: '日期', width: 12, kind: 'date' },
    { heading: '签到', width: 10, kind: 'time' },
    { heading: '时刻', width: 18, kind: 'datetime' },
    { heading: '出勤率', width: 10, kind: 'percent' },
    { heading: '天数', width: 10, kind: 'number' },
  ],
  rows: [
    ['林溪 <&> 👩‍🏫', '2026-11-25', '08:30', '2026-11-25T08:30', 0.5, 3],
    ...EVIL.map((text) => [text, '', '', 'unknown', null, 0]),
  ],
}
const graded: Sheet = {
  name: '成绩',
  title: '期中成绩',
  columns: [{ heading: '', width: 12 }, { heading: '语文' }, { heading: '数学' }],
  headings: [
    ['姓名', '成绩', ''],
    ['', '语文', '数学'],
  ],
  merges: [
    { row: 0, column: 0, rows: 2, columns: 1 },
    { row: 0, column: 1, rows: 1, columns: 2 },
    { row: 2, column: 1, rows: 1, columns: 2 },
  ],
  rows: [
    ['林溪', '缺考', null],
    ['陈静', 88, 91],
  ],
}

async function write(writer: RowWriter, sheets: readonly Sheet[]) {
  for (const [at, { rows }] of sheets.entries())
    for (let from = 0; from < rows.length; from += 2) await writer.addRows(at, rows.slice(from, from + 2))
  return readBack(await writer.finish())
}

async function readBack(file: Blob) {
  const book = new excel.Workbook()
  await book.xlsx.load(await file.arrayBuffer())
  return book.worksheets
}

const headsOf = (sheets: readonly Sheet[]): SheetHead[] => sheets.map((sheet) => ({ ...sheet, rows: [] }))
const whole = { styled: writeStyled, plain: writePlain }

describe.each(Object.entries({ ...whole, stream: writeStream }))('the %s writer', (_name, start) => {
  it('writes real texts, numbers, dates and times, widths and headings that stay, and no formula', async () => {
    const [sheet] = await write(start(headsOf([days])), [days])
    if (!sheet) throw new Error('there is no sheet')
    expect(sheet.name).toBe('明细')
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.getRow(1).values).toEqual([undefined, ...days.columns.map(({ heading }) => heading)])
    expect(days.columns.map((_, at) => sheet.getColumn(at + 1).width)).toEqual(days.columns.map(({ width }) => width))
    const [text, date, time, moment, share, count] = [1, 2, 3, 4, 5, 6].map((at) => sheet.getCell(2, at))
    expect(text?.value).toBe('林溪 <&> 👩‍🏫')
    expect(date?.value).toEqual(new Date('2026-11-25T00:00:00Z'))
    expect(time?.value).toEqual(new Date('1899-12-30T08:30:00Z'))
    expect(moment?.value).toEqual(new Date('2026-11-25T08:30:00Z'))
    expect([share?.value, share?.numFmt, count?.value]).toEqual([0.5, '0.0%', 3])
    for (const [at, evil] of EVIL.entries()) {
      const cell = sheet.getCell(3 + at, 1)
      expect(cell.value).toBe(evil)
      expect(cell.type).toBe(excel.ValueType.String)
      expect(cell.formula).toBeUndefined()
    }
    expect(sheet.getCell('D3').value).toBe('unknown')
  })
})

describe.each(Object.entries(whole))('the %s writer', (_name, start) => {
  it('writes several sheets, a title, two rows of headings and merged cells', async () => {
    const [first, second] = await write(start(headsOf([graded, days])), [graded, days])
    if (!first || !second) throw new Error('a sheet is missing')
    expect(second.rowCount).toBe(1 + days.rows.length)
    expect(second.autoFilter).toMatch(/^A1(:F1)?/)
    expect(first.views[0]).toMatchObject({ state: 'frozen', ySplit: 3 })
    expect(first.getCell('A1')).toMatchObject({ value: '期中成绩', font: { bold: true, size: 14 } })
    expect(first.getCell('B3')).toMatchObject({ value: '语文', font: { bold: true } })
    expect(first.model.merges.toSorted()).toEqual(['A1:C1', 'A2:A3', 'B2:C2', 'B4:C4'])
    expect([first.getCell('B4').value, first.getCell('C5').value]).toEqual(['缺考', 91])
  })
})

describe('the workbook writer', () => {
  const many: Sheet['rows'] = Array.from({ length: 20_001 }, (_, at) => [`${at}`, at])
  const long: SheetHead = {
    name: 'x',
    columns: [
      { heading: 'text', width: 9 },
      { heading: 'number', width: 9 },
    ],
  }
  const isBold = (sheet: excel.Worksheet | undefined) => sheet?.getCell('A1').font?.bold === true

  it('styles up to 20,000 rows, streams more, and writes what a stream cannot hold otherwise', async () => {
    const small = createWorkbookWriter()
    await small.begin([long], [2])
    await small.addRows(0, many.slice(0, 2))
    const [styled] = await readBack(await small.finish())
    expect([styled?.rowCount, isBold(styled), styled?.getCell('A1').fill]).toMatchObject([
      3,
      true,
      { pattern: 'solid' },
    ])

    const streaming = createWorkbookWriter()
    await streaming.begin([long], [many.length])
    for (let from = 0; from < many.length; from += 1000) await streaming.addRows(0, many.slice(from, from + 1000))
    const [streamed] = await readBack(await streaming.finish())
    expect([streamed?.rowCount, isBold(streamed)]).toEqual([20_002, false])
    expect(streamed?.getRow(20_002).values).toEqual([undefined, '20000', 20_000])

    const several = createWorkbookWriter()
    await several.begin([long, { ...long, name: 'y' }], [many.length, 1])
    await several.addRows(0, many)
    await several.addRows(1, [['end', 1]])
    const [first, last] = await readBack(await several.finish())
    expect([first?.rowCount, isBold(first), last?.getCell('A2').value]).toEqual([20_002, true, 'end'])
  })

  it('takes no rows before it was begun', () => {
    expect(() => createWorkbookWriter().addRows(0, [])).toThrow('not begun')
  })
})
