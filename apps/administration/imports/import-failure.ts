import type * as z from 'zod/mini'
import {
  importSheets,
  type ImportSheet,
  type ImportSummary,
  undoObstacles,
} from '../../../contract/endpoints/people/imports.ts'
import type { Language } from '../../../contract/envelope.ts'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { refusalData } from '../../../src/app/micro-apps/app-context.ts'
import type { Translate } from '../portal-context.ts'

/** The sheets of a file without known headings; none for another failure. */
export const unreadSheets = (error: unknown): readonly ImportSheet[] =>
  refusalData(error, 'import.no_header', importSheets)?.filter(({ sample }) => sample.length > 0) ?? []

/** What keeps an import from being undone; null for another failure. */
export const readObstacles = (error: unknown): z.infer<typeof undoObstacles> | null =>
  refusalData(error, 'import.undo_changed', undoObstacles)

/** Why an import could not be taken back when that was tried last; '' when it was not tried. */
export function tellUndoFailure({ status, code }: ImportSummary, t: Translate, language: Language): string {
  if (status !== 'applied' || code === null) return ''
  const isTold = isErrorCode(code) && code !== 'server.internal'
  const reason = isTold ? `${errorText(code, language)}${t('stop')}` : t('failed')
  return `${t('notUndone')}${t('gap')}${reason}`
}
