import type { Language } from '../../envelope.ts'
import { readCell, type ShownCell, type TypedCell } from './read-cell.ts'
import type { ColumnKind, Merge, SheetCell, SheetHead } from './sheet.ts'

/** As in the standard of HTML, which clamps larger ones. */
const COLUMNS_SPAN_MAX = 1000
const ROWS_SPAN_MAX = 65_534

export interface TableCell extends ShownCell {
  readonly isHeading: boolean
  /** As the attributes say it; anything else is 1. */
  readonly columnSpan?: number
  readonly rowSpan?: number
}

/** `cells`: all of them, with those that others reach over. */
export type TableLimits = Readonly<Record<'rows' | 'columns' | 'cells', number>>

/** A table with more rows, columns or cells than its reader takes. */
export class TableTooLargeError extends Error {}

/** Gets a row below the headings, and the kinds of the columns. */
export type TakeRow = (row: SheetCell[], kinds: readonly ColumnKind[]) => void

/** Rows of the content that decide what each column is; those after them are not waited for. */
const SAMPLE = 500

interface Row {
  readonly cells: readonly (TypedCell | undefined)[]
  readonly texts: readonly string[]
}

/**
 * Collects the rows of an HTML table, in their order, into a sheet: cells are placed as a browser places them. `take` gets the rows below the headings as soon
 * as the kinds of the columns are known. Throws TableTooLargeError.
 */
export function createTableGrid(language: Language, limits: TableLimits, take: TakeRow) {
  const headings: (readonly string[])[] = []
  const merges: Merge[] = []
  /** Rows that wait for the kinds. */
  let sample: Row[] = []
  let kinds: readonly ColumnKind[] | undefined
  let rowCount = 0
  let cellCount = 0
  let width = 0
  /** For each column, the rows for which a cell of an earlier row still covers it. */
  let covered: number[] = []
  /** Merges that may end later than the part of the table in which they began. */
  let open: number[] = []

  const isCovered = (column: number) => (covered[column] ?? 0) > 0

  function place(given: readonly TableCell[]): Row {
    const cells: (TypedCell | undefined)[] = []
    const texts: string[] = []
    const begun: (readonly [column: number, columns: number, rows: number])[] = []
    let column = 0
    for (const cell of given) {
      while (isCovered(column)) column += 1
      const wanted = readSpan(cell.columnSpan, COLUMNS_SPAN_MAX)
      let columns = 1
      while (columns < wanted && !isCovered(column + columns)) columns += 1
      if (column + columns > limits.columns) throw new TableTooLargeError('columns')
      const rows = readSpan(cell.rowSpan, ROWS_SPAN_MAX)
      cells[column] = readCell(cell, language)
      texts[column] = cell.text.trim()
      if (rows > 1) open.push(merges.length)
      if (columns > 1 || rows > 1) merges.push({ row: rowCount, column, rows, columns })
      begun.push([column, columns, rows])
      column += columns
    }
    width = Math.max(width, column, covered.findLastIndex((rows) => rows > 0) + 1)
    covered = covered.map((rows) => Math.max(0, rows - 1))
    for (const [from, columns, rows] of begun) for (let at = from; at < from + columns; at += 1) covered[at] = rows - 1
    return { cells, texts }
  }

  function decideKinds(): void {
    const rows = sample
    sample = []
    kinds = Array.from({ length: width }, (_, column) => kindOf(rows, column))
    for (const row of rows) hand(row, kinds)
  }

  function hand({ cells, texts }: Row, known: readonly ColumnKind[]): void {
    take(
      Array.from(cells, (cell, column) => valueOf(cell, texts[column], known[column] ?? 'text')),
      known,
    )
  }

  function endPart(): void {
    for (const at of open) {
      const merge = merges[at]
      if (merge) merges[at] = { ...merge, rows: Math.min(merge.rows, rowCount - merge.row) }
    }
    open = []
    covered = []
  }

  return {
    /** What follows is another part of the table (head, body, foot): no cell reaches over its end. */
    endPart,

    /** `isHead`: in the table's head; rows of headings alone at the top are the head of a table without one. */
    addRow(given: readonly TableCell[], isHead: boolean): void {
      if (rowCount >= limits.rows) throw new TableTooLargeError('rows')
      const row = place(given)
      cellCount += width
      if (cellCount > limits.cells) throw new TableTooLargeError('cells')
      const isTop = headings.length === rowCount
      const isHeading = isHead || (given.length > 0 && given.every((cell) => cell.isHeading))
      rowCount += 1
      if (isTop && isHeading) headings.push(row.texts)
      else if (kinds) hand(row, kinds)
      else if (sample.push(row) >= SAMPLE) decideKinds()
    },

    get rowCount() {
      return rowCount
    },

    get cellCount() {
      return cellCount
    },

    /** All of the sheet but its rows, the last of which are handed over now; null for a table without a cell. */
    finish({ name, title }: { name: string; title?: string }): SheetHead | null {
      endPart()
      if (!kinds) decideKinds()
      if (width === 0) return null
      const at = Array.from({ length: width }, (_, column) => column)
      return {
        name,
        ...(title !== undefined && title !== '' && { title }),
        columns: at.map((column) => ({
          heading: headings.at(-1)?.[column] ?? '',
          kind: kinds?.[column] ?? 'text',
        })),
        headings: headings.map((texts) => at.map((column) => texts[column] ?? '')),
        // A cell whose part of the table ended is merged with none.
        merges: merges.filter((merge) => merge.rows > 1 || merge.columns > 1),
      }
    },
  }
}

function readSpan(wanted: number | undefined, max: number): number {
  if (wanted === undefined || !Number.isInteger(wanted) || wanted < 1) return 1
  return Math.min(wanted, max)
}

/** What most cells of a column are. Numbers are numbers in every column. */
function kindOf(rows: readonly Row[], column: number): ColumnKind {
  const counts = new Map<ColumnKind, number>()
  for (const { cells } of rows) {
    const cell = cells[column]
    if (cell && cell.value !== null && cell.kind !== 'text') counts.set(cell.kind, (counts.get(cell.kind) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? 'text'
}

/** What fits the column, else the text: a date in a column of times would be shown as a time. */
function valueOf(cell: TypedCell | undefined, text: string | undefined, kind: ColumnKind): SheetCell {
  if (!cell || cell.value === null) return null
  if (cell.kind === 'text' || cell.kind === kind) return cell.value
  if (cell.kind === 'number' && kind === 'text') return cell.value
  return text ?? null
}
