import { headingRows, type ColumnKind, type Sheet, type SheetCell } from '../../../contract/rules/sheets/sheet.ts'

/**
 * Sheets as tables of HTML, in pieces, for a service that makes a spreadsheet of them: with headings, merged cells, and what each cell is in `data-type` and
 * `data-value`, as `table2xls` reads them. A sheet's title is not among them: it is a field of its own.
 */
export function* sheetHtml(sheets: readonly Sheet[]): Generator<string> {
  for (const sheet of sheets) {
    const { columns, rows, merges = [] } = sheet
    const headings = headingRows(sheet)
    const covered = new Set<string>()
    const spans = new Map<string, string>()
    for (const merge of merges) {
      for (let row = merge.row; row < merge.row + merge.rows; row += 1)
        for (let column = merge.column; column < merge.column + merge.columns; column += 1)
          covered.add(`${row} ${column}`)
      const first = `${merge.row} ${merge.column}`
      covered.delete(first)
      spans.set(first, `${spanOf('rowspan', merge.rows)}${spanOf('colspan', merge.columns)}`)
    }
    const rowHtml = (at: number, cells: readonly string[]) =>
      `<tr>${cells.filter((_, column) => !covered.has(`${at} ${column}`)).join('')}</tr>`
    const span = (row: number, column: number) => spans.get(`${row} ${column}`) ?? ''

    yield `<table><caption>${escape(sheet.name)}</caption><thead>`
    for (const [at, texts] of headings.entries())
      yield rowHtml(
        at,
        texts.map((text, column) => `<th${span(at, column)}>${escape(text)}</th>`),
      )
    yield '</thead><tbody>'
    for (const [nth, cells] of rows.entries()) {
      const at = headings.length + nth
      yield rowHtml(
        at,
        columns.map(({ kind = 'text' }, column) => cellHtml(cells[column] ?? null, kind, span(at, column))),
      )
    }
    yield '</tbody></table>'
  }
}

function cellHtml(cell: SheetCell, kind: ColumnKind, span: string): string {
  if (cell === null) return `<td${span}></td>`
  // A text in a column of numbers stays one, whatever it looks like.
  const type =
    typeof cell === 'number'
      ? kind === 'percent'
        ? 'percent'
        : 'number'
      : kind === 'number' || kind === 'percent'
        ? 'text'
        : kind
  const value = escape(String(cell))
  return `<td${span} data-type="${type}" data-value="${value}">${value}</td>`
}

const spanOf = (name: string, count: number) => (count > 1 ? ` ${name}="${count}"` : '')

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
