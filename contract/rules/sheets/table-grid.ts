import type { Language } from '../../envelope.ts'
import { readCell, type ShownCell, type TypedCell } from './read-cell.ts'
import type { ColumnKind, Merge, Sheet, SheetCell } from './sheet.ts'

/** As in the standard of HTML, which clamps larger ones. */
const COLUMNS_SPAN_MAX = 1000
const ROWS_SPAN_MAX = 65_534

export interface TableCell extends ShownCell {
  readonly isHeading: boolean
  /** As the attributes say it; anything else is 1. */
  readonly columnSpan?: number
  readonly rowSpan?: number
}

export interface TableLimits {
  readonly rows: number
  readonly columns: number
  /** Of all cells, with those that others reach over. */
  readonly cells: number
}

/** A table with more rows, columns or cells than its reader takes. */
export class TableTooLargeError extends Error {}

interface Row {
  readonly cells: readonly (TypedCell | undefined)[]
  readonly texts: readonly string[]
  readonly isHead: boolean
}

/**
 * Collects the rows of an HTML table, in their order, into a sheet: cells are placed as a browser places them. `isHead` of a row: in the table's head. Throws
 * TableTooLargeError.
 */
export function createTableGrid(language: Language, limits: TableLimits) {
  const rows: Row[] = []
  const merges: Merge[] = []
  let spent = 0
  let width = 0
  /** For each column, the rows for which a cell of an earlier row still covers it. */
  let covered: number[] = []
  /** Merges that may end later than the part of the table in which they began. */
  let open: number[] = []

  function spend(count: number): void {
    spent += count
    if (spent > limits.cells) throw new TableTooLargeError('cells')
  }

  return {
    /** What follows is another part of the table (head, body, foot): no cell reaches over its end. */
    endPart(): void {
      for (const at of open) {
        const merge = merges[at]
        if (merge) merges[at] = { ...merge, rows: Math.min(merge.rows, rows.length - merge.row) }
      }
      open = []
      covered = []
    },

    addRow(given: readonly TableCell[], isHead: boolean): void {
      if (rows.length >= limits.rows) throw new TableTooLargeError('rows')
      const cells: (TypedCell | undefined)[] = []
      const texts: string[] = []
      const isCovered = (column: number) => (covered[column] ?? 0) > 0
      const begun: (readonly [column: number, columns: number, rows: number])[] = []
      let column = 0
      for (const cell of given) {
        while (isCovered(column)) column += 1
        const wanted = span(cell.columnSpan, COLUMNS_SPAN_MAX)
        let columns = 1
        while (columns < wanted && !isCovered(column + columns)) columns += 1
        const down = span(cell.rowSpan, ROWS_SPAN_MAX)
        if (column + columns > limits.columns) throw new TableTooLargeError('columns')
        cells[column] = readCell(cell, language)
        texts[column] = cell.text.trim()
        if (columns > 1 || down > 1) {
          if (down > 1) open.push(merges.length)
          merges.push({ row: rows.length, column, rows: down, columns })
        }
        begun.push([column, columns, down])
        column += columns
      }
      width = Math.max(width, column, covered.findLastIndex((left) => left > 0) + 1)
      spend(width)
      covered = covered.map((left) => Math.max(0, left - 1))
      for (const [from, columns, down] of begun)
        for (let at = from; at < from + columns; at += 1) covered[at] = down - 1
      // A row of headings alone at the top is the head of a table without one.
      const isHeadless = rows.length === 0 || rows.every((row) => row.isHead)
      rows.push({
        cells,
        texts,
        isHead: isHead || (isHeadless && given.length > 0 && given.every(({ isHeading }) => isHeading)),
      })
    },

    get rowCount() {
      return rows.length
    },

    /** The sheet; null for a table without a cell. */
    finish({ name, title }: { name: string; title?: string }): Sheet | null {
      this.endPart()
      if (width === 0) return null
      const head = rows.findIndex(({ isHead }) => !isHead)
      const headCount = head === -1 ? rows.length : head
      const body = rows.slice(headCount)
      const at = Array.from({ length: width }, (_, column) => column)
      const headings = rows.slice(0, headCount).map(({ texts }) => at.map((column) => texts[column] ?? ''))
      const kinds = at.map((column) => kindOf(body, column))
      return {
        name,
        ...(title !== undefined && title !== '' && { title }),
        columns: at.map((column) => ({ heading: headings.at(-1)?.[column] ?? '', kind: kinds[column] ?? 'text' })),
        headings,
        // A cell whose part of the table ended is merged with none.
        merges: merges.filter((merge) => merge.rows > 1 || merge.columns > 1),
        rows: body.map(({ cells, texts }) => at.map((column) => valueOf(cells[column], texts[column], kinds[column]))),
      }
    },
  }
}

function span(wanted: number | undefined, max: number): number {
  if (wanted === undefined || !Number.isInteger(wanted) || wanted < 1) return 1
  return Math.min(wanted, max)
}

/** What most cells of a column are. Numbers are numbers in every column. */
function kindOf(body: readonly Row[], column: number): ColumnKind {
  const counts = new Map<ColumnKind, number>()
  for (const { cells } of body) {
    const cell = cells[column]
    if (cell && cell.value !== null && cell.kind !== 'text') counts.set(cell.kind, (counts.get(cell.kind) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? 'text'
}

/** What fits the column, else the text: a date in a column of times would be shown as a time. */
function valueOf(cell: TypedCell | undefined, text: string | undefined, kind: ColumnKind | undefined): SheetCell {
  if (!cell || cell.value === null) return null
  if (cell.kind === 'text' || cell.kind === kind) return cell.value
  if (cell.kind === 'number' && (kind === 'text' || kind === undefined)) return cell.value
  return text ?? null
}
