import { createContext } from 'react'
import type { Sheet } from '../../../../contract/rules/sheets/sheet.ts'
import type { NoticeKind } from '../../core/notices/notices.ts'

/** What an export needs besides its table: an application has both from its portal. */
export interface ExportServices {
  /** Writes sheets into an .xlsx file. Rejects with the signal's reason. */
  workbook(signal: AbortSignal, sheets: readonly Sheet[], onProgress: (part: number) => void): Promise<Blob>
  /** Where another service writes the spreadsheets: sends it the sheets as tables; the browser saves its answer. `onRefused` is called when that is no file. */
  post?(signal: AbortSignal, title: string, sheets: readonly Sheet[], onRefused: () => void): Promise<void>
  /** Fetches ahead what `workbook` needs. Never rejects. */
  prepare(): Promise<void>
  notify(kind: NoticeKind, text: string, action?: { label: string; run: () => void }): void
}

/** Null where nothing can be exported. */
export const ExportContext = createContext<ExportServices | null>(null)
