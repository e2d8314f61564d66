import { Parser } from 'htmlparser2'
import { PortalError } from '../../../contract/portal-error.ts'
import type { SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import {
  createTableGrid,
  TableTooLargeError,
  type TableCell,
  type TableLimits,
  type TakeRow,
} from '../../../contract/rules/sheets/table-grid.ts'

/** Elements within each other. The parser looks through all that are open, so that many more would cost the square of their number. */
const DEPTH_MAX = 256
const SHEETS_MAX = 50
/** Characters of a cell; beyond, a program calls the file damaged. */
const TEXT_MAX = 32_767

/** What is no text of the page. */
const UNSEEN = new Set([
  'script',
  'style',
  'template',
  'title',
  'noscript',
  'textarea',
  'select',
  'svg',
  'object',
  'iframe',
])
const PARTS = new Set(['thead', 'tbody', 'tfoot'])
/** Elements at whose end, or where they stand, a line ends. */
const LINES = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

export interface TablesTarget {
  readonly addRow: TakeRow
  /** After the rows of a table: the rest of it, without a name. */
  readonly endSheet: (head: SheetHead) => void
}

/**
 * Reads the tables of an HTML text that comes in pieces, each as a sheet that `to` gets while they come: merged cells, rows of headings, real numbers and dates (`data-type` and `data-value` of a cell say
 * what it is). A table within a cell is text of it. Throws 'export.too_large' and 'request.invalid'.
 */
export function createTablesReader(limits: TableLimits, to: TablesTarget) {
  let sheets = 0
  let spent = { rows: 0, cells: 0 }
  let grid: ReturnType<typeof createTableGrid> | undefined
  let depth = 0
  /** Open tables; within a cell there may be more. */
  let tables = 0
  let unseen = 0
  let inHead = false
  let row: TableCell[] | undefined
  let cell: { text: string; isHeading: boolean; attributes: Readonly<Record<string, string>> } | undefined

  function openGrid() {
    // The budget that earlier tables have used is gone for this one.
    grid ??= createTableGrid(
      'en',
      {
        rows: limits.rows - spent.rows,
        columns: limits.columns,
        cells: limits.cells - spent.cells,
      },
      to.addRow,
    )
    return grid
  }

  function closeCell(): void {
    if (!cell || !row) return
    const { text, isHeading, attributes } = cell
    row.push({
      text: tidy(text),
      isHeading,
      type: attributes['data-type'],
      value: attributes['data-value'],
      columnSpan: Number(attributes['colspan'] ?? 1),
      rowSpan: Number(attributes['rowspan'] ?? 1),
    })
    cell = undefined
  }

  function closeRow(): void {
    closeCell()
    if (row) openGrid().addRow(row, inHead)
    row = undefined
  }

  function closePart(): void {
    closeRow()
    grid?.endPart()
    inHead = false
  }

  function closeTable(): void {
    closePart()
    const head = grid?.finish({ name: '' }) ?? null
    if (grid) spent = { rows: spent.rows + grid.rowCount, cells: spent.cells + grid.cellCount }
    grid = undefined
    if (!head) return
    sheets += 1
    if (sheets > SHEETS_MAX) throw new PortalError('export.too_large')
    to.endSheet(head)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > DEPTH_MAX) throw new PortalError('request.invalid')
      if (UNSEEN.has(name)) unseen += 1
      if (unseen > 0) return
      if (name === 'table') tables += 1
      if (tables > 1) return
      if (PARTS.has(name)) {
        closePart()
        inHead = name === 'thead'
      } else if (name === 'tr') {
        closeRow()
        row = []
      } else if (name === 'td' || name === 'th') {
        closeCell()
        row ??= []
        cell = { text: '', isHeading: name === 'th', attributes }
      } else if (name === 'br') addText(LINE)
    },
    ontext(text) {
      if (cell && unseen === 0 && cell.text.length < 4 * TEXT_MAX) cell.text += text
    },
    onclosetag(name) {
      depth -= 1
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1)
      else if (unseen > 0) return
      else if (name === 'table') {
        if (tables <= 1) closeTable()
        tables = Math.max(0, tables - 1)
      } else if (tables > 1) {
        if (name === 'td' || name === 'th') addText(' ')
        else if (LINES.has(name)) addText(LINE)
      } else if (name === 'td' || name === 'th') closeCell()
      else if (name === 'tr') closeRow()
      else if (PARTS.has(name)) closePart()
      else if (LINES.has(name) && name !== 'br') addText(LINE)
    },
  })

  function addText(text: string): void {
    if (cell) cell.text += text
  }

  function guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw error instanceof TableTooLargeError ? new PortalError('export.too_large', { cause: error }) : error
    }
  }

  return {
    write: (html: string) => guarded(() => parser.write(html)),
    /** Throws 'export.no_table' when there was no table with a cell. */
    end: () =>
      guarded(() => {
        parser.end()
        closeTable()
        if (sheets === 0) throw new PortalError('export.no_table')
      }),
  }
}

/** The end of a line: a mark that the text itself cannot have. */
const LINE = '\u0000'

/** The text as a page shows it: white space is one space, and lines end where elements do. */
function tidy(text: string): string {
  return text
    .slice(0, 4 * TEXT_MAX)
    .replace(/[\s\u00A0]+/g, ' ')
    .split(LINE)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
