import type { SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import type { ExportApi, RowWriter } from './export-api.ts'
import { writePlain } from './write-plain.ts'
import { writeStream } from './write-stream.ts'
import { writeStyled } from './write-styled.ts'

/** Rows and cells up to which the styled writer is quick: above, it takes seconds, and a gigabyte. */
const STYLED_ROWS = 20_000
const STYLED_CELLS = 12 * STYLED_ROWS

/**
 * Writes .xlsx files: small ones styled, a large sheet as a stream that keeps no rows, and what a stream cannot hold (several sheets, merged cells) plainly.
 * Texts never become formulas.
 */
export function createWorkbookWriter(): ExportApi {
  let writer: RowWriter | undefined
  const started = (): RowWriter => {
    if (!writer) throw new Error('the workbook was not begun')
    return writer
  }
  return {
    async begin(heads, rowCounts) {
      writer = chooseWriter(heads, rowCounts)(heads)
    },
    addRows: (sheet, rows) => started().addRows(sheet, rows),
    finish: () => started().finish(),
  }
}

function chooseWriter(heads: readonly SheetHead[], rowCounts: readonly number[]) {
  const rows = rowCounts.reduce((sum, count) => sum + count, 0)
  const cells = heads.reduce((sum, { columns }, at) => sum + columns.length * (rowCounts[at] ?? 0), 0)
  if (rows <= STYLED_ROWS && cells <= STYLED_CELLS) return writeStyled
  return heads.length === 1 && (heads[0]?.merges ?? []).length === 0 ? writeStream : writePlain
}
