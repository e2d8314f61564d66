import { headingRows, type ColumnKind, type Sheet, type SheetCell, type SheetColumn } from './sheet.ts'

const [NARROWEST, WIDEST] = [8, 60]
/** Rows that are looked at. */
const SAMPLE = 500
/** Characters that are two wide. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g
/** Of formats that are longer than what they show. */
const SHOWN: Readonly<Partial<Record<ColumnKind, number>>> = { date: 10, datetime: 16, time: 5 }

/** The columns with a width each: as wide as the headings and the first rows need, within limits. */
export function withWidths(sheet: Sheet): SheetColumn[] {
  const headings = headingRows(sheet)
  const sample = sheet.rows.slice(0, SAMPLE)
  // A cell that goes over several columns does not widen the first.
  const spans = new Set(
    (sheet.merges ?? []).filter(({ columns }) => columns > 1).map(({ row, column }) => `${row} ${column}`),
  )
  return sheet.columns.map((column, at) => {
    if (column.width !== undefined) return column
    const shown = [
      ...headings.map((row, index) => (spans.has(`${index} ${at}`) ? 0 : widthOf(row[at] ?? null))),
      ...sample.map((row, index) => (spans.has(`${index + headings.length} ${at}`) ? 0 : widthOf(row[at] ?? null))),
      SHOWN[column.kind ?? 'text'] ?? 0,
    ]
    // Two more for the edges and the filter's button.
    return { ...column, width: Math.min(WIDEST, Math.max(NARROWEST, ...shown) + 2) }
  })
}

function widthOf(cell: SheetCell): number {
  if (cell === null) return 0
  const lines = String(cell).slice(0, 1000).split('\n')
  return Math.max(...lines.map((line) => line.length + (line.match(WIDE)?.length ?? 0)))
}
