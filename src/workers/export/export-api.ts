
/** A writer of one file, which was begun. */
export type RowWriter = Omit<ExportApi, 'begin'>

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
