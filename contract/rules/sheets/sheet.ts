/** A sheet as producers describe it; each of the writers takes it. */

/** Texts stay texts and never become formulas; numbers are numbers. In a column of a kind of date, a text of that kind's form is a real date. */
export type SheetCell = string | number | null

/**
 * How a column's numbers are shown, and which texts in it are dates: 'date' 2026-11-25, 'datetime' 2026-11-25T08:30, 'time' 08:30, on the wall clock
 * of the reader. Of 'percent' 0.5 is half.
 */
export type ColumnKind = 'text' | 'number' | 'percent' | 'date' | 'datetime' | 'time'

export interface SheetColumn {
  readonly heading: string
  /** In characters; from the content without it. */
  readonly width?: number
  readonly kind?: ColumnKind
}

/** Cells shown as one, with the value of the first. Rows count from the first row of headings, columns from the left, both from 0. */
export interface Merge {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** Everything of a sheet but its rows. */
export interface SheetHead {
  readonly name: string
  /** Above the headings, across all columns. */
  readonly title?: string
  readonly columns: readonly SheetColumn[]
  /** Rows of headings in place of the columns' own; none for a sheet without headings. */
  readonly headings?: readonly (readonly string[])[]
  readonly merges?: readonly Merge[]
}

export interface Sheet extends SheetHead {
  /** One cell for each column. */
  readonly rows: readonly (readonly SheetCell[])[]
}

/** The rows of headings: the columns' own unless the sheet has others. */
export function headingRows({ headings, columns }: SheetHead): readonly (readonly string[])[] {
  return headings ?? [columns.map(({ heading }) => heading)]
}

/** Rows above the content, which stay while it scrolls: the title and the headings. */
export function frozenRows(head: SheetHead): number {
  return headingRows(head).length + (head.title === undefined ? 0 : 1)
}

/** The merged cells in the sheet's own rows: with the title, and moved below it. */
export function allMerges(head: SheetHead): Merge[] {
  const merges = head.merges ?? []
  if (head.title === undefined) return [...merges]
  const title = { row: 0, column: 0, rows: 1, columns: head.columns.length }
  return [...(title.columns > 1 ? [title] : []), ...merges.map((merge) => ({ ...merge, row: merge.row + 1 }))]
}

/** The cells of the last row of headings, where programs offer filters; null where merged cells would be torn apart by them. */
export function filterRange(head: SheetHead): string | null {
  const headings = headingRows(head).length
  const isMerged = (head.merges ?? []).some(({ row, rows }) => row + rows >= headings)
  const row = frozenRows(head)
  if (headings === 0 || isMerged || head.columns.length === 0) return null
  return `A${row}:${columnLetters(head.columns.length)}${row}`
}

/** The letters of the column with this number, from 1. */
function columnLetters(number: number): string {
  const rest = number - 1
  const last = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? last : columnLetters(Math.floor(rest / 26)) + last
}
