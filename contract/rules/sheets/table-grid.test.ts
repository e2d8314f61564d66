import { expect, it } from 'vitest'
import type { SheetCell } from './sheet.ts'
import { createTableGrid, TableTooLargeError, type TableCell } from './table-grid.ts'

const LIMITS = { rows: 100, columns: 50, cells: 1000 }
const heading = (text: string, columnSpan = 1, rowSpan = 1): TableCell => ({
  text,
  isHeading: true,
  columnSpan,
  rowSpan,
})
const cell = (text: string, columnSpan = 1, rowSpan = 1): TableCell => ({ text, isHeading: false, columnSpan, rowSpan })

function grid(limits = LIMITS) {
  const rows: SheetCell[][] = []
  const table = createTableGrid('zh-CN', limits, (row) => rows.push(row))
  const finish = (named: { name: string; title?: string }) => {
    const head = table.finish(named)
    return head && { ...head, rows }
  }
  return { ...table, finish, rows }
}

it('places merged cells as a browser does', () => {
  const table = grid()
  table.addRow([heading('姓名', 1, 2), heading('成绩', 2)], true)
  table.addRow([heading('语文'), heading('数学')], true)
  table.endPart()
  table.addRow([cell('林溪', 1, 2), cell('90'), cell('95')], false)
  table.addRow([cell('缺考', 2)], false)
  table.addRow([cell('陈静'), cell('88'), cell('91')], false)
  expect(table.finish({ name: '成绩', title: '期中' })).toEqual({
    name: '成绩',
    title: '期中',
    columns: [
      { heading: '', kind: 'text' },
      { heading: '语文', kind: 'number' },
      { heading: '数学', kind: 'number' },
    ],
    headings: [
      ['姓名', '成绩', ''],
      ['', '语文', '数学'],
    ],
    merges: [
      { row: 0, column: 0, rows: 2, columns: 1 },
      { row: 0, column: 1, rows: 1, columns: 2 },
      { row: 2, column: 0, rows: 2, columns: 1 },
      { row: 3, column: 1, rows: 1, columns: 2 },
    ],
    rows: [
      ['林溪', 90, 95],
      [null, '缺考'],
      ['陈静', 88, 91],
    ],
  })
})

it('ends a cell with its part of the table, and never lets two overlap', () => {
  const table = grid()
  table.addRow([heading('a', 1, 9), heading('b')], true)
  table.endPart()
  table.addRow([cell('1'), cell('2', 1, 60_000)], false)
  table.addRow([cell('3', 5)], false)
  const sheet = table.finish({ name: 'x' })
  expect(sheet?.merges).toEqual([{ row: 1, column: 1, rows: 2, columns: 1 }])
  expect(sheet?.rows).toEqual([[1, 2], [3]])
})

it('takes rows of headings alone at the top for the head of a table without one', () => {
  const table = grid()
  table.addRow([heading('name'), heading('n')], false)
  table.addRow([heading('x'), cell('1')], false)
  expect(table.finish({ name: 'x' })).toMatchObject({ headings: [['name', 'n']], rows: [['x', 1]] })
  const bare = grid()
  bare.addRow([cell('x')], false)
  expect(bare.finish({ name: 'x' })).toMatchObject({ headings: [], rows: [['x']] })
})

it('gives a column the kind of most of its cells, and the others their text', () => {
  const table = grid()
  for (const text of ['2026-11-25', '2026-11-26', '08:30', '缺', '7']) table.addRow([cell(text)], false)
  expect(table.finish({ name: 'x' })).toMatchObject({
    columns: [{ kind: 'date' }],
    rows: [['2026-11-25'], ['2026-11-26'], ['08:30'], ['缺'], ['7']],
  })
})

it('hands rows over once it has seen enough of them to know the columns', () => {
  const table = grid({ ...LIMITS, rows: 1000 })
  for (let at = 0; at < 499; at += 1) table.addRow([cell('5%')], false)
  expect(table.rows).toEqual([])
  table.addRow([cell('7')], false)
  expect([table.rows.length, table.rows[0], table.rows[499]]).toEqual([500, [0.05], ['7']])
  table.addRow([cell('08:30'), cell('9')], false)
  expect(table.rows[500]).toEqual(['08:30', 9])
  expect(table.finish({ name: 'x' })?.columns).toEqual([
    { heading: '', kind: 'percent' },
    { heading: '', kind: 'text' },
  ])
})

it('takes no table that is too large, and finds nothing in one without cells', () => {
  const rows = grid({ ...LIMITS, rows: 1 })
  rows.addRow([cell('1')], false)
  expect(() => rows.addRow([cell('2')], false)).toThrow(TableTooLargeError)
  expect(() => grid().addRow([cell('wide', 1000)], false)).toThrow(TableTooLargeError)
  const cells = grid({ ...LIMITS, cells: 5 })
  cells.addRow([cell('1', 3)], false)
  expect(() => cells.addRow([cell('1', 3)], false)).toThrow(TableTooLargeError)
  const empty = grid()
  empty.addRow([], false)
  expect(empty.finish({ name: 'x' })).toBeNull()
})
