import { writeXlsx } from 'hucre/xlsx'
import { plainHead, plainRows, plainTopRows } from '../../../contract/rules/sheets/plain-workbook.ts'
import type { SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import { type RowWriter, XLSX_TYPE } from './export-api.ts'

/** Writes with hucre: all that a styled sheet has but colours. Keeps all rows until the end. */
export function writePlain(heads: readonly SheetHead[]): RowWriter {
  const sheets = heads.map((head) => ({ head, rows: plainTopRows(head) }))
  return {
    async addRows(at, rows) {
      const target = sheets[at]
      if (!target) throw new RangeError(`there is no sheet ${at}`)
      for (const row of plainRows(target.head, rows)) target.rows.push(row)
    },
    async finish() {
      const file = await writeXlsx({ sheets: sheets.map(({ head, rows }) => ({ ...plainHead(head), rows })) })
      return new Blob([new Uint8Array(file)], { type: XLSX_TYPE })
    },
  }
}
