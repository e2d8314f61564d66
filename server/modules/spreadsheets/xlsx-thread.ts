import { cellValue } from '../../../contract/rules/sheets/cell-value.ts'
import { plainHead, plainTopRows } from '../../../contract/rules/sheets/plain-workbook.ts'
import { withWidths } from '../../../contract/rules/sheets/column-width.ts'
import { sheetNames } from '../../../contract/rules/sheets/sheet-names.ts'
import type { ColumnKind, SheetCell, SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import { createThreads } from '../../runtime/threads.ts'
import type { SheetMethods } from './sheet.thread.ts'
import sheetThread from './sheet.thread.ts?thread'

/** Cells that are handed over in one task: a few milliseconds of the event loop. */
const BATCH_CELLS = 6000
/** Rows by which the columns' widths are chosen. */
const SAMPLE = 500

/** Writes .xlsx files in a thread, which starts with the first file, and again after a crash. */
export function createXlsxThread() {
  const thread = createThreads<SheetMethods>('sheet', sheetThread)
  let books = 0

  return {
    /** Begins a file. */
    begin() {
      books += 1
      const book = books
      // `write` tells of a thread that could not begin it.
      thread.ask('begin', book).catch(() => undefined)
      const heads: SheetHead[] = []
      let sample: (readonly SheetCell[])[] = []
      let batch: SheetCell[][] = []
      let cells = 0
      const handOver = (): void => {
        if (batch.length > 0) thread.tell('addRows', book, batch)
        batch = []
        cells = 0
      }
      return {
        /** A row of the sheet whose head comes after its rows. */
        addRow(row: readonly SheetCell[], kinds: readonly ColumnKind[]): void {
          if (sample.length < SAMPLE) sample.push(row)
          batch.push(row.map((cell, at) => cellValue(cell, kinds[at])))
          cells += row.length
          if (cells >= BATCH_CELLS) handOver()
        },
        endSheet(head: SheetHead): void {
          handOver()
          heads.push({ ...head, columns: withWidths({ ...head, rows: sample }) })
          sample = []
          thread.tell('endSheet', book)
        },
        /** Drops the file that is not wanted any more. */
        drop: () => thread.tell('drop', book),
        /** The file; all sheets get this name and title, where they are given. Throws the thread's error, and 'server.unavailable' when it was closed or has ended meanwhile. */
        async write(named: { name?: string; title?: string } = {}): Promise<Buffer> {
          const names = sheetNames(heads.map(({ name }) => named.name ?? name))
          const whole = heads.map((head, at) => ({ ...head, ...named, name: names[at] ?? head.name }))
          const written = whole.map((head) => ({ ...plainHead(head), rows: plainTopRows(head) }))
          const file = await thread.ask('write', book, written)
          return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
        },
      }
    },
    /** Ends the thread; files in work are rejected. */
    close: thread.close,
  }
}
