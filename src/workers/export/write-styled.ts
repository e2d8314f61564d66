import excel from 'exceljs'
import { cellValue, NUMBER_FORMATS } from '../../../contract/rules/sheets/cell-value.ts'
import {
  allMerges,
  filterRange,
  frozenRows,
  headingRows,
  type SheetHead,
} from '../../../contract/rules/sheets/sheet.ts'
import { type RowWriter, XLSX_TYPE } from './export-api.ts'

const HEAD_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEDF1F7' } } as const
const HEAD_LINE = { bottom: { style: 'thin', color: { argb: 'FFB4BECC' } } } as const

/** Writes with exceljs: headings in bold on a ground, with filters, which stay while the rows scroll; merged cells; a title. */
export function writeStyled(heads: readonly SheetHead[]): RowWriter {
  const workbook = new excel.Workbook()
  const sheets = heads.map((head) => ({ head, sheet: addSheet(workbook, head) }))
  return {
    async addRows(at, rows) {
      const target = sheets[at]
      if (!target) throw new RangeError(`there is no sheet ${at}`)
      const { columns } = target.head
      target.sheet.addRows(rows.map((row) => row.map((cell, column) => cellValue(cell, columns[column]?.kind))))
    },
    async finish() {
      for (const { head, sheet } of sheets) {
        for (const { row, column, rows, columns } of allMerges(head))
          sheet.mergeCells(row + 1, column + 1, row + rows, column + columns)
        styleTop(sheet, head)
      }
      return new Blob([await workbook.xlsx.writeBuffer()], { type: XLSX_TYPE })
    },
  }
}

function addSheet(workbook: excel.Workbook, head: SheetHead): excel.Worksheet {
  const frozen = frozenRows(head)
  const sheet = workbook.addWorksheet(head.name, frozen > 0 ? { views: [{ state: 'frozen', ySplit: frozen }] } : {})
  sheet.columns = head.columns.map(({ width, kind }) => {
    const numFmt = NUMBER_FORMATS[kind ?? 'text']
    return { ...(width !== undefined && { width }), ...(numFmt !== undefined && { style: { numFmt } }) }
  })
  if (head.title !== undefined) sheet.addRow([head.title])
  sheet.addRows(headingRows(head).map((row) => [...row]))
  const range = filterRange(head)
  if (range !== null) sheet.autoFilter = range
  return sheet
}

function styleTop(sheet: excel.Worksheet, head: SheetHead): void {
  const last = frozenRows(head)
  for (let row = 1; row <= last; row += 1) {
    const isTitle = row === 1 && head.title !== undefined
    for (let column = 1; column <= head.columns.length; column += 1) {
      const cell = sheet.getCell(row, column)
      // The date format of the column must not apply to its heading.
      cell.numFmt = 'General'
      cell.font = isTitle ? { bold: true, size: 14 } : { bold: true }
      if (isTitle) continue
      cell.alignment = { vertical: 'middle', horizontal: 'left', wrapText: true }
      cell.fill = HEAD_FILL
      if (row === last) cell.border = HEAD_LINE
    }
    if (isTitle) sheet.getRow(1).height = 26
  }
}
