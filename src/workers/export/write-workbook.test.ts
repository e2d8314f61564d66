import excel from 'exceljs'
import { expect, it } from 'vitest'
import type { Sheet } from './export-api.ts'
import { writeWorkbook } from './write-workbook.ts'

const people: Sheet = {
  name: '汇总',
  columns: [
    { heading: '姓名', width: 20 },
    { heading: '天数', width: 14 },
  ],
  rows: [
    ['林溪', 3],
    ['=HYPERLINK("https://evil.example")', 0],
  ],
}

async function readBack(file: Blob) {
  const book = new excel.Workbook()
  await book.xlsx.load(await file.arrayBuffer())
  return book.worksheets
}

it('writes sheets that a program reads back, with headings that stay and without a formula', async () => {
  const sheets = await readBack(await writeWorkbook([people, { ...people, name: '明细', rows: [] }], () => {}))
  expect(sheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['汇总', 3],
    ['明细', 1],
  ])
  const [sheet] = sheets
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  expect(sheet?.autoFilter).toBe('A1:B1')
  expect(sheet?.getCell('A1')).toMatchObject({ value: '姓名', font: { bold: true } })
  expect(sheet?.getColumn(2).width).toBe(14)
  expect(sheet?.getCell('A2').value).toBe('林溪')
  expect(sheet?.getCell('B2').value).toBe(3)
  expect(sheet?.getCell('A3').value).toBe(`'=HYPERLINK("https://evil.example")`)
  expect(sheet?.getCell('A3').formula).toBeUndefined()
})

it('reports the written part of all rows', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => [`${at}`, at])
  const parts: number[] = []
  await writeWorkbook(
    [
      { ...people, rows },
      { ...people, name: '明细', rows },
    ],
    (part) => parts.push(part),
  )
  expect(parts).toEqual([0.2, 0.4, 0.6, 0.8, 1])
})
