import { proxy } from 'comlink'
import type { ExportApi, Sheet } from '../../workers/export/export-api.ts'
import { type LinkedWorker, linkWorker } from './worker-link.ts'

export type { Sheet, SheetCell, SheetColumn } from '../../workers/export/export-api.ts'

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
      // A worker for each file: ending it stops the writing at any point, and frees the memory of all rows.
      const link = linkWorker<ExportApi>(start, { idleAfter: 0 })
      const file: unknown = await link.use(signal, (api) => api.writeWorkbook(sheets, proxy(onProgress)))
      if (!(file instanceof Blob)) throw new TypeError('the worker gave no file')
      return file
    },
  }
}

export const sheetExport = bridgeExports(
  () =>
    new Worker(new URL('../../workers/export/export.worker.ts', import.meta.url), { type: 'module', name: 'export' }),
)
