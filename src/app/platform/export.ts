import { sheetNames } from '../../../contract/rules/sheets/sheet-names.ts'
import type { Sheet } from '../../../contract/rules/sheets/sheet.ts'
import { withWidths } from '../../../contract/rules/sheets/column-width.ts'
import type { ExportApi } from '../../workers/export/export-api.ts'
// oxlint-disable-next-line import/default -- by its query it is the address of the built script
import workerScript from '../../workers/export/export.worker.ts?worker&url'
import { type LinkedWorker, linkWorker } from './worker-link.ts'

/** Cells that are handed to the worker in one task of the page: about 5 ms on a slow phone. */
const BATCH_CELLS = 6000

export function bridgeExports(start: () => LinkedWorker) {
  return {
    /**
     * Writes sheets into an .xlsx file in a worker; texts never become formulas. `onProgress` gets the part of all rows that is written, from 0 to 1.
     * Rejects with the signal's reason, with PortalError 'client.worker_stopped', and with the worker's error.
     */
    async workbook(
      signal: AbortSignal,
      sheets: readonly Sheet[],
      onProgress: (part: number) => void = () => {},
    ): Promise<Blob> {
      // A worker for each file: ending it stops the writing at any point, and frees its memory.
      const link = linkWorker<ExportApi>(start, { idleAfter: 0 })
      const names = sheetNames(sheets.map(({ name }) => name))
      const heads = sheets.map((sheet, at) => {
        const { rows: _, ...head } = sheet
        return { ...head, name: names[at] ?? head.name, columns: withWidths(sheet) }
      })
      const counts = sheets.map(({ rows }) => rows.length)
      const total = counts.reduce((sum, count) => sum + count, 0)
      const file: unknown = await link.use(signal, async (api, own) => {
        await api.begin(heads, counts)
        let written = 0
        for (const [at, { rows, columns }] of sheets.entries()) {
          const size = Math.max(1, Math.floor(BATCH_CELLS / Math.max(1, columns.length)))
          for (let from = 0; from < rows.length; from += size) {
            const batch = rows.slice(from, from + size)
            await api.addRows(at, batch)
            // The worker is gone; its answer to a later call would never come.
            own.throwIfAborted()
            written += batch.length
            onProgress(written / total)
          }
        }
        return api.finish()
      })
      if (!(file instanceof Blob)) throw new TypeError('the worker gave no file')
      return file
    },
  }
}

/** The worker's script is not among what is stored for use without a network: only who sees an export needs it. */
let prepared: Promise<unknown> | undefined

export const sheetExport = {
  ...bridgeExports(() => new Worker(workerScript, { type: 'module', name: 'export' })),
  /** Fetches the worker's script ahead, so that an export needs no network. Never rejects. */
  async prepare(): Promise<void> {
    prepared ??= fetch(workerScript, { priority: 'low' }).catch(() => (prepared = undefined))
    await prepared
  },
}
