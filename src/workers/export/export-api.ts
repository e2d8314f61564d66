import type { Sheet, SheetHead } from '../../../contract/rules/sheets/sheet.ts'

export type SheetRows = Sheet['rows']

/** What the page calls on the export worker, once for each file: `begin`, `addRows` as often as needed, sheet after sheet, `finish`. */
export interface ExportApi {
  /** `rowCounts`: the rows that each sheet will get. Names are ones for sheets, and columns have widths. */
  begin(heads: readonly SheetHead[], rowCounts: readonly number[]): Promise<void>
  /** Resolves when there is room for more. */
  addRows(sheet: number, rows: SheetRows): Promise<void>
  /** The .xlsx file. */
  finish(): Promise<Blob>
}

/** A writer of one file, which was begun. */
export type RowWriter = Omit<ExportApi, 'begin'>

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
