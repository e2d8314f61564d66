import * as z from 'zod/mini'
import { importSheets, type ImportSheet } from '../../../contract/endpoints/imports.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'

const unread = z.object({ failure: z.object({ envelope: z.object({ data: importSheets }) }) })
const blocked = z.object({
  failure: z.object({
    envelope: z.object({ data: z.object({ rows: z.array(z.object({ kind: z.string(), name: z.string() })) }) }),
  }),
})

/** The sheets of a file without known headings; none for another failure. */
export function unreadSheets(error: unknown): readonly ImportSheet[] {
  if (failureCode(error) !== 'import.no_header') return []
  const sheets = unread.safeParse(error).data?.failure.envelope.data ?? []
  return sheets.filter(({ sample }) => sample.length > 0)
}

/** The names of what keeps an import from being undone, once each. */
export function blockingNames(error: unknown): readonly string[] {
  const rows = blocked.safeParse(error).data?.failure.envelope.data.rows ?? []
  return [...new Set(rows.map(({ name }) => name).filter((name) => name !== ''))]
}
