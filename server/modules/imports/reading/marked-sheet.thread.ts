import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import excel, { type FillPattern, type stream, type Style, type Worksheet } from 'exceljs'
import { answerQuestions } from '../../../runtime/answer-questions.ts'

const WIDTH = 16
const PROBLEM_WIDTH = 70

const fill = (argb: string): FillPattern => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } })
const wrong = { fill: fill('FFFDE8E8'), alignment: { vertical: 'top' } } as const
const marked = { ...wrong, fill: fill('FFF5A3A3'), font: { bold: true, color: { argb: 'FF7F1D1D' } } } as const
/** One object for each look: the writer finds a style again by it. Texts stay texts when they are changed. */
const STYLES = {
  plain: { numFmt: '@' },
  number: { numFmt: '0' },
  heading: { numFmt: '@', font: { bold: true } },
  wrong: { ...wrong, numFmt: '@' },
  wrongNumber: { ...wrong, numFmt: '0' },
  marked: { ...marked, numFmt: '@' },
  markedNumber: { ...marked, numFmt: '0' },
  problem: {
    ...wrong,
    numFmt: '@',
    font: { color: { argb: 'FF7F1D1D' } },
    alignment: { vertical: 'top', wrapText: true },
  },
} as const satisfies Record<string, Partial<Style>>

export interface MarkedRow {
  readonly row: number
  readonly cells: readonly (string | number)[]
  readonly hidden?: boolean | undefined
  readonly heading?: boolean
  /** What to do, in the column behind the last. */
  readonly problem?: string
  /** Columns of wrong cells. */
  readonly marked?: readonly number[]
}

let file: WriteStream
let book: stream.xlsx.WorkbookWriter
let sheet: Worksheet | undefined
let width = 0

function styleOf(value: string | number, isHeading: boolean, isWrong: boolean, isMarked: boolean) {
  if (typeof value === 'number') return isMarked ? STYLES.markedNumber : isWrong ? STYLES.wrongNumber : STYLES.number
  return isHeading ? STYLES.heading : isMarked ? STYLES.marked : isWrong ? STYLES.wrong : STYLES.plain
}

function addRow(
  to: Worksheet,
  { row, cells, marked: wrongCells = [], problem, heading = false, hidden }: MarkedRow,
): void {
  const written = to.getRow(row)
  if (hidden) written.hidden = true
  const isWrong = problem !== undefined && !heading
  for (let at = 0; at < (isWrong ? width : cells.length); at += 1) {
    const value = cells[at] ?? ''
    if (value === '' && !isWrong) continue
    const cell = written.getCell(at + 1)
    if (value !== '') cell.value = value
    cell.style = styleOf(value, heading, isWrong, isWrong && wrongCells.includes(at))
  }
  if (problem !== undefined) {
    const cell = written.getCell(width + 1)
    cell.value = problem
    cell.style = heading ? STYLES.heading : STYLES.problem
  }
  written.commit()
}

/** A row goes to the file as it comes, so that memory does not grow with the sheet. */
const methods = {
  begin(path: string): void {
    file = createWriteStream(path, { mode: 0o600 })
    book = new excel.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, useSharedStrings: false })
  },
  beginSheet(name: string, columns: number, frozen: number): void {
    sheet?.commit()
    width = columns
    sheet = book.addWorksheet(name, frozen > 0 ? { views: [{ state: 'frozen', ySplit: frozen }] } : {})
    const problems = frozen > 0 ? [{ width: PROBLEM_WIDTH }] : []
    sheet.columns = [...Array.from({ length: width }, () => ({ width: WIDTH })), ...problems]
  },
  addRows(rows: readonly MarkedRow[]): void {
    for (const row of rows) if (sheet) addRow(sheet, row)
  },
  async end(): Promise<void> {
    const done = finished(file)
    await book.commit()
    await done
  },
}
export type MarkedSheetMethods = typeof methods

answerQuestions(methods)
