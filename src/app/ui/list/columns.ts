import type { ReactNode } from 'react'
import type { ColumnKind, Sheet, SheetCell } from '../../../../contract/rules/sheets/sheet.ts'

/** A column of a table and of its spreadsheet. */
export interface Column<Row> {
  readonly key: string
  readonly heading: string
  /** What a spreadsheet has of a row; without it the column is on the page alone. */
  readonly value?: (row: Row) => SheetCell
  /** What the table shows, by default `value`. A dash stands for nothing. */
  readonly cell?: (row: Row) => ReactNode
  /** The column is in spreadsheets alone. */
  readonly isSheetOnly?: boolean
  /** The order by this column, as the list's address has it. */
  readonly sort?: string
  /** The largest or latest comes first at the first press. */
  readonly isDescendingFirst?: boolean
  /** Its words do not break. */
  readonly isOneLine?: boolean
  /** On a phone the heading stands before what does not speak for itself. */
  readonly isLabelled?: boolean
  /** The buttons of a row. The heading is for screen readers. */
  readonly isActions?: boolean
  readonly kind?: ColumnKind
  /** In a spreadsheet, in characters; from the content without it. */
  readonly width?: number
}

/** A column of a spreadsheet alone. */
export type SheetOnlyColumn<Row> = Pick<Column<Row>, 'heading' | 'value' | 'kind' | 'width'>

/** Rows as a sheet: a column for each that has a `value`. `title` stands above the headings. */
export function sheetOf<Row>(
  named: { readonly name: string; readonly title?: string },
  columns: readonly SheetOnlyColumn<Row>[],
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
