import * as files from '../../../contract/endpoints/storage/files.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { Portal, Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import type { Translate } from '../portal.ts'
import { entriesOf, type Entry, type Sort } from './entries.ts'

/** A folder's list as a sheet, in the order in which it is shown. */
export function folderSheet(entries: readonly Entry[], { name, t }: { name: string; t: Translate }): Sheet {
  const columns: readonly ValueColumn<Entry>[] = [
    { heading: t('table.name'), value: (entry) => entry.name },
    { heading: t('table.type'), value: ({ kind }) => t(kind === 'folder' ? 'table.folder' : 'table.file') },
    { heading: t('table.bytes'), kind: 'number', value: ({ size }) => size },
    { heading: t('table.date'), kind: 'datetime', value: ({ changedAt }) => wallClock(changedAt) },
  ]
  return sheetOf({ name, title: name }, columns, entries)
}

/** Loads all of a folder, of which the page has only the beginning. `onProgress` gets the loaded part, from 0 to 1. Rejects as calls do. */
export async function loadEntries(
  signal: AbortSignal,
  portal: Pick<Portal, 'call'>,
  { folderId, sort, language }: { folderId: string | null; sort: Sort; language: Language },
  onProgress: (part: number) => void,
): Promise<Entry[]> {
  const order = { ...sort, language, ...(folderId !== null && { folderId }) }
  const entries: Entry[] = []
  let total = 0
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(after)
    total = page.totals ? page.totals.folders + page.totals.files : total
    entries.push(...entriesOf(page))
    onProgress(Math.min(1, entries.length / Math.max(1, total)))
    after = page.next
  } while (after !== null)
  return entries

  function readPage(from: string | null) {
    return portal.call(files.list, { ...order, ...(from !== null && { after: from }) }, { signal, quiet: true })
  }
}
