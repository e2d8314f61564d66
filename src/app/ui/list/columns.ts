import type { ReactNode } from 'react'
import type { ValueColumn } from '../export/sheet-of.ts'

/** A column of a table and of its spreadsheet. Without a `value` it is on the page alone. */
export interface Column<Row> extends ValueColumn<Row> {
  readonly key: string
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
  /** Left out on a phone. */
  readonly isWideOnly?: boolean
  /** The buttons of a row. The heading is for screen readers. */
  readonly isActions?: boolean
}
