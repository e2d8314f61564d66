import * as z from 'zod/mini'
import {
  importSheets,
  type ImportSheet,
  type ImportSummary,
  undoObstacles,
} from '../../../contract/endpoints/people/imports.ts'
import type { Language } from '../../../contract/envelope.ts'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import type { Translate } from '../portal-context.ts'

const unread = z.object({ failure: z.object({ envelope: z.object({ data: importSheets }) }) })
const blocked = z.object({ failure: z.object({ envelope: z.object({ data: undoObstacles }) }) })

/** The sheets of a file without known headings; none for another failure. */
export function unreadSheets(error: unknown): readonly ImportSheet[] {
  if (failureCode(error) !== 'import.no_header') return []
  const sheets = unread.safeParse(error).data?.failure.envelope.data ?? []
  return sheets.filter(({ sample }) => sample.length > 0)
}

/** What keeps an import from being undone; null for another failure. */
export function readObstacles(error: unknown): z.infer<typeof undoObstacles> | null {
  if (failureCode(error) !== 'import.undo_changed') return null
  return blocked.safeParse(error).data?.failure.envelope.data ?? null
}

/** Why an import could not be taken back when that was tried last; '' when it was not tried. */
export function tellUndoFailure({ status, code }: ImportSummary, t: Translate, language: Language): string {
  if (status !== 'applied' || code === null) return ''
  const isTold = isErrorCode(code) && code !== 'server.internal'
  const reason = isTold ? `${errorText(code, language)}${t('stop')}` : t('failed.hint')
  return `${t('notUndone')}${t('gap')}${reason}`
}
