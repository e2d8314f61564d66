import excel from 'exceljs'
import { asPlainText } from '../../../contract/rules/as-plain-text.ts'
import type { Sheet } from './export-api.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Rows between two progress reports. */
const PORTION = 200

/**
 * The sheets as an .xlsx file: headings in bold that stay while the rows scroll, and filters. No text becomes a formula. `onProgress` gets the part of
 * all rows that is written, from 0 to 1.
 */
export async function writeWorkbook(sheets: readonly Sheet[], onProgress: (part: number) => void): Promise<Blob> {
  const workbook = new excel.Workbook()
  const total = sheets.reduce((sum, { rows }) => sum + rows.length, 0)
  let written = 0
  for (const { name, columns, rows } of sheets) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
    sheet.columns = columns.map(({ heading, width }) => ({ header: heading, width }))
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
    sheet.getRow(1).font = { bold: true }
    for (const cells of rows) {
      sheet.addRow(cells.map((cell) => (typeof cell === 'string' ? asPlainText(cell) : cell)))
      written += 1
      if (written % PORTION === 0) onProgress(written / total)
    }
  }
  return new Blob([await workbook.xlsx.writeBuffer()], { type: TYPE })
}
