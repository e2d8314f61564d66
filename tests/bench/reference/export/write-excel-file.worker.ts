import { expose } from 'comlink'
import writeExcelFile from 'write-excel-file/browser'
import { cellValue, NUMBER_FORMATS } from '../../../../contract/rules/sheets/cell-value.ts'
import type { SheetColumn } from '../../../../contract/rules/sheets/sheet.ts'
import type { ExportApi } from '../../../../src/workers/export/export-api.ts'

type Cell = { value: string | number; format?: string; fontWeight?: 'bold' } | null

let columns: readonly SheetColumn[] = []
const data: Cell[][] = []

expose({
  async begin([head]) {
    columns = head?.columns ?? []
    data.push(columns.map(({ heading }) => ({ value: heading, fontWeight: 'bold' })))
  },
  async addRows(_, rows) {
    for (const row of rows) {
      data.push(
        row.map((cell, at): Cell => {
          const kind = columns[at]?.kind
          const value = cellValue(cell, kind)
          const format = NUMBER_FORMATS[kind ?? 'text']
          return value === null ? null : { value, ...(format !== undefined && { format }) }
        }),
      )
    }
  },
  finish: () =>
    writeExcelFile(data, { columns: columns.map(({ width = 16 }) => ({ width })), stickyRowsCount: 1 }).toBlob(),
} satisfies ExportApi)
