import type { Language } from '../../../../contract/envelope.ts'
import { createTableGrid, type TableCell } from '../../../../contract/rules/sheets/table-grid.ts'
import type { Sheet, SheetCell } from '../../../../contract/rules/sheets/sheet.ts'
import { wallClock } from './wall-clock.ts'

/** What a sheet can hold. */
const LIMITS = { rows: 1_048_000, columns: 16_384, cells: 20_000_000 }
/** Rows that are read in one task of the page. */
const PORTION = 200

/**
 * A table of the page as a sheet, with its merged cells, real numbers and dates; null for one without a cell. `data-type` and `data-value` of a cell say what it is,
 * `data-export="none"` leaves it out. Hidden parts count as a screen reader reads them. Rejects with the signal's reason.
 */
export async function readTable(
  signal: AbortSignal,
  table: HTMLTableElement,
  { language, ...named }: { name: string; title?: string; language: Language },
): Promise<Sheet | null> {
  const rows: SheetCell[][] = []
  const grid = createTableGrid(language, LIMITS, (row) => rows.push(row))
  let part: Element | null = null
  for (const [at, row] of [...table.rows].entries()) {
    if (at % PORTION === PORTION - 1) {
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
    }
    if (row.parentElement !== part) grid.endPart()
    part = row.parentElement
    const cells = [...row.cells].filter((cell) => cell.dataset['export'] !== 'none').map(cellOf)
    grid.addRow(cells, part?.tagName === 'THEAD')
  }
  const head = grid.finish(named)
  return head && { ...head, rows }
}

function cellOf(cell: HTMLTableCellElement): TableCell {
  const text = textOf(cell).replace(/\s+/g, ' ').trim()
  const { type, value } = cell.dataset
  const shape = { isHeading: cell.tagName === 'TH', columnSpan: cell.colSpan, rowSpan: cell.rowSpan }
  if (type !== undefined || value !== undefined)
    return { ...shape, text: text === '' ? (value ?? '') : text, type, value }
  const times = cell.querySelectorAll('time')
  const [time] = times
  if (!time || times.length > 1 || time.textContent.trim() !== text) return { ...shape, text }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(time.dateTime)
  return { ...shape, text, type: isDay ? 'date' : 'datetime', value: isDay ? time.dateTime : wallClock(time.dateTime) }
}

/** The words of an element; pictures have none. */
function textOf(element: Element): string {
  return [...element.childNodes].map(wordsOf).join('')
}

function wordsOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || node.tagName === 'BUTTON') return ''
  if (node.tagName === 'BR') return ' '
  return node.ariaLabel ?? textOf(node)
}
