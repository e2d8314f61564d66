import { tableExportAddress } from '../../../contract/endpoints/export.ts'
import { REQUEST_TIMEOUT, TABLE_TITLE_LENGTH } from '../../../contract/limits.ts'
import { sheetHtml } from './sheet-html.ts'
import type { Sheet } from '../../../contract/rules/sheets/sheet.ts'

/** Pieces of HTML that are made in one task of the page. */
const PORTION = 500

/**
 * Posts sheets as the tables of a form to the service below `base`. Its answer is saved by the browser; a page in place of a file is not shown, and `onRefused` is
 * called. Resolves once the form is sent. Rejects with the signal's reason.
 */
export async function postTables(
  signal: AbortSignal,
  base: string,
  { title, sheets, onRefused }: { title: string; sheets: readonly Sheet[]; onRefused: () => void },
): Promise<void> {
  const pieces: string[] = []
  for (const piece of sheetHtml(sheets)) {
    pieces.push(piece)
    if (pieces.length % PORTION === 0) {
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
    }
  }
  const frame = document.createElement('iframe')
  frame.name = `tables-${crypto.randomUUID()}`
  frame.hidden = true
  // No script of the answer runs, and it leads this page nowhere.
  frame.setAttribute('sandbox', 'allow-downloads')
  const form = document.createElement('form')
  form.method = 'post'
  form.action = tableExportAddress(base)
  form.target = frame.name
  form.hidden = true
  for (const [name, value] of [
    ['title', title.slice(0, TABLE_TITLE_LENGTH)],
    ['data', pieces.join('')],
  ] as const) {
    const field = document.createElement('textarea')
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  // Of its empty document, at once or a little later.
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
    document.body.append(frame)
  })
  // A file replaces no document.
  frame.addEventListener('load', () => {
    frame.remove()
    onRefused()
  })
  form.submit()
  form.remove()
  setTimeout(() => frame.remove(), REQUEST_TIMEOUT)
}
