import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { cellValue } from '../../../contract/rules/sheets/cell-value.ts'
import { plainHead, plainTopRows } from '../../../contract/rules/sheets/plain-workbook.ts'
import { withWidths } from '../../../contract/rules/sheets/column-width.ts'
import { sheetNames } from '../../../contract/rules/sheets/sheet-names.ts'
import type { ColumnKind, SheetCell, SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { createThread } from '../../runtime/thread.ts'
import { xlsxThreadSource } from './xlsx-thread-source.ts'

/** Cells that are handed over in one task: a few milliseconds of the event loop. */
const BATCH_CELLS = 6000
/** Rows by which the columns' widths are chosen. */
const SAMPLE = 500
/** Megabytes. The thread ends when it needs more, and not the server. */
const MEMORY_MAX = 768

/** Writes .xlsx files in a thread, which starts with the first file, and again after a crash. */
export function createXlsxThread() {
  let closed = false
  const thread = createThread('xlsx', xlsxThreadSource, z.object({ file: z.instanceof(Uint8Array) }), {
    workerData: { hucre: pathToFileURL(createRequire(import.meta.url).resolve('hucre/xlsx')).href },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX },
  })

  return {
    /** Begins a file. Throws 'server.unavailable' when it was closed. */
    begin() {
      if (closed) throw new PortalError('server.unavailable')
      const job = thread.open()
      const heads: SheetHead[] = []
      let sample: (readonly SheetCell[])[] = []
      let batch: SheetCell[][] = []
      let cells = 0
      const handOver = (): void => {
        if (batch.length > 0) job.tell({ rows: batch })
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
          job.tell({ ends: true })
        },
        /** Drops the file that is not wanted any more. */
        drop: () => job.tell({ dropped: true }),
        /** The file; all sheets get this name and title, where they are given. Throws the thread's error. */
        async write(named: { name?: string; title?: string } = {}): Promise<Uint8Array> {
          // What was handed over went with the thread that has ended since.
          if (!job.isAlive) throw new PortalError('server.unavailable')
          const names = sheetNames(heads.map(({ name }) => named.name ?? name))
          const whole = heads.map((head, at) => ({ ...head, ...named, name: names[at] ?? head.name }))
          const { file } = await job.ask({
            heads: whole.map((head) => ({ ...plainHead(head), rows: plainTopRows(head) })),
          })
          return file
        },
      }
    },
    /** Ends the thread; files in work are rejected. */
    async close(): Promise<void> {
      closed = true
      await thread.close()
    },
  }
}
