import { expose } from 'comlink'
import excel from 'exceljs'
import { cellValue, NUMBER_FORMATS } from '../../../../contract/rules/sheets/cell-value.ts'
import type { SheetColumn } from '../../../../contract/rules/sheets/sheet.ts'
import type { ExportApi } from '../../../../src/workers/export/export-api.ts'

const workbook = new excel.Workbook()
let sheet: excel.Worksheet
let columns: readonly SheetColumn[] = []

/** A sheet as exceljs' documentation has it: a header, widths, formats of columns, a frozen row. */
expose({
  async begin([head]) {
    columns = head?.columns ?? []
    sheet = workbook.addWorksheet('记录', { views: [{ state: 'frozen', ySplit: 1 }] })
    sheet.columns = columns.map(({ heading, width = 16, kind = 'text' }) => ({
      header: heading,
      width,
      style: { numFmt: NUMBER_FORMATS[kind] ?? 'General' },
    }))
  },
  async addRows(_, rows) {
    for (const row of rows) sheet.addRow(row.map((cell, at) => cellValue(cell, columns[at]?.kind)))
  },
  finish: async () => new Blob([await workbook.xlsx.writeBuffer()]),
} satisfies ExportApi)
