/**
 * What runs in the thread that writes a marked sheet, as text, as with the thread that reads. It is asked for a file (`path`), for each of its sheets (`sheet`), for its
 * `rows` in order, and for its `end`. A row goes to the file as it comes, so that memory does not grow with the sheet. `mark-sheets.ts` speaks with it.
 */
export const markedSheetThreadSource = String.raw`
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { createWriteStream } = require('node:fs')
const { finished } = require('node:stream/promises')
const excel = require(workerData.exceljs)

const WIDTH = 16
const PROBLEM_WIDTH = 70
const fill = (argb) => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } })
const top = { vertical: 'top' }
/** One object for each look: the writer finds a style again by it. Texts stay texts when they are changed. */
const STYLES = {
  plain: { numFmt: '@' },
  number: { numFmt: '0' },
  heading: { numFmt: '@', font: { bold: true } },
  wrong: { numFmt: '@', fill: fill('FFFDE8E8'), alignment: top },
  wrongNumber: { numFmt: '0', fill: fill('FFFDE8E8'), alignment: top },
  markedNumber: { numFmt: '0', fill: fill('FFF5A3A3'), font: { bold: true, color: { argb: 'FF7F1D1D' } }, alignment: top },
  marked: { numFmt: '@', fill: fill('FFF5A3A3'), font: { bold: true, color: { argb: 'FF7F1D1D' } }, alignment: top },
  problem: { numFmt: '@', fill: fill('FFFDE8E8'), font: { color: { argb: 'FF7F1D1D' } }, alignment: { vertical: 'top', wrapText: true } },
}

let stream
let book
let sheet
let width

function addRow({ row, cells, marked, problem, heading, hidden }) {
  const written = sheet.getRow(row)
  if (hidden) written.hidden = true
  const isWrong = problem !== undefined && !heading
  for (let at = 0; at < (isWrong ? width : cells.length); at += 1) {
    const value = cells[at] ?? ''
    if (value === '' && !isWrong) continue
    const cell = written.getCell(at + 1)
    if (value !== '') cell.value = value
    const isMarked = isWrong && marked.includes(at)
    if (typeof value === 'number') cell.style = isMarked ? STYLES.markedNumber : isWrong ? STYLES.wrongNumber : STYLES.number
    else cell.style = heading ? STYLES.heading : isMarked ? STYLES.marked : isWrong ? STYLES.wrong : STYLES.plain
  }
  if (problem !== undefined) {
    const cell = written.getCell(width + 1)
    cell.value = problem
    cell.style = heading ? STYLES.heading : STYLES.problem
  }
  written.commit()
}

async function answer({ path, sheet: given, rows, end }) {
  if (path !== undefined) {
    stream = createWriteStream(path, { mode: 0o600 })
    book = new excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
  }
  if (given) {
    sheet?.commit()
    width = given.width
    sheet = book.addWorksheet(given.name, given.frozen > 0 ? { views: [{ state: 'frozen', ySplit: given.frozen }] } : {})
    sheet.columns = Array.from({ length: width + (given.hasProblems ? 1 : 0) }, (_, at) => ({ width: at < width ? WIDTH : PROBLEM_WIDTH }))
  }
  for (const row of rows ?? []) addRow(row)
  if (end) {
    const done = finished(stream)
    await book.commit()
    await done
  }
}

parentPort.on('message', ({ id, ...question }) => {
  answer(question).then(
    () => parentPort.postMessage({ id }),
    (error) => parentPort.postMessage({ id, failure: String(error && error.stack) }),
  )
})
`
