import type { Sheet, SheetCell, SheetColumn } from '../../../../contract/rules/sheets/sheet.ts'

/** A column of a spreadsheet, with what it has of a row. */
export interface ValueColumn<Row> extends SheetColumn {
  /** A column without it is left out. */
  readonly value?: (row: Row) => SheetCell
}

/** Rows as a sheet: a column for each that has a `value`. `title` stands above the headings. */
export function sheetOf<Row>(
  named: { readonly name: string; readonly title?: string },
  columns: readonly ValueColumn<Row>[],
  rows: readonly Row[],
): Sheet {
  const written = columns.flatMap(({ value, heading, kind, width }) => (value ? [{ value, heading, kind, width }] : []))
  return {
    ...named,
    // Without the functions, which cannot go to a worker.
    columns: written.map(({ heading, kind, width }) => ({ heading, kind, width })),
    rows: rows.map((row) => written.map(({ value }) => value(row))),
  }
}
