import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx'
import { cellValue, NUMBER_FORMATS } from './cell-value.ts'
import { allMerges, filterRange, frozenRows, headingRows, type Sheet, type SheetHead } from './sheet.ts'

const BOLD: CellStyle = { font: { bold: true } }
const TITLE: CellStyle = { font: { bold: true, size: 14 } }

/** A sheet without its rows for hucre's writer, which needs a third of the memory and of the time of the styled one. The name must be one for sheets. */
export function plainHead(head: SheetHead): Omit<WriteSheet, 'rows'> {
  const frozen = frozenRows(head)
  const range = filterRange(head)
  const styled = plainTopRows(head).flatMap((row, at) => {
    const style = at === 0 && head.title !== undefined ? TITLE : BOLD
    return row.map((_, column) => [`${at},${column}`, { style }] as const)
  })
  return {
    name: head.name,
    columns: plainColumns(head),
    cells: new Map(styled),
    merges: allMerges(head).map(({ row, column, rows, columns }) => ({
      startRow: row,
      startCol: column,
      endRow: row + rows - 1,
      endCol: column + columns - 1,
    })),
    ...(frozen > 0 && { freezePane: { rows: frozen } }),
    ...(range !== null && { autoFilter: { range } }),
  }
}

export function plainColumns({ columns }: SheetHead) {
  return columns.map(({ width, kind }) => {
    const numFmt = NUMBER_FORMATS[kind ?? 'text']
    return { ...(width !== undefined && { width }), ...(numFmt !== undefined && { style: { numFmt } }) }
  })
}

/** The title and the headings as rows. */
export function plainTopRows(head: SheetHead): CellValue[][] {
  return [...(head.title === undefined ? [] : [[head.title]]), ...headingRows(head).map((row) => [...row])]
}

export function plainRows({ columns }: SheetHead, rows: Sheet['rows']): CellValue[][] {
  return rows.map((row) => row.map((cell, at) => cellValue(cell, columns[at]?.kind)))
}
