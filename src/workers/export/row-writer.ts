import type { ExportApi } from './export-api.ts'

/** A writer of one file, which gets its rows in parts. */
export interface RowWriter {
  addRows: ExportApi['addRows']
  finish: ExportApi['finish']
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
