import * as files from '../../../contract/endpoints/storage/files.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { Portal } from '../../../src/app/micro-apps/micro-app.ts'

/** Folders of one level that are offered: more are found by opening their folder. */
const LEVEL_MAX = 1000

/** The folders directly in a folder, or at the top, in the order of their names; up to LEVEL_MAX. Rejects as calls do. */
export async function loadSubfolders(
  signal: AbortSignal,
  portal: Pick<Portal, 'call'>,
  folderId: string | null,
  language: Language,
): Promise<files.Folder[]> {
  const where = { language, ...(folderId !== null && { folderId }) }
  const found: files.Folder[] = []
  let after: string | null = null
  do {
    const input = { ...where, ...(after !== null && { after }) }
    const page: Awaited<ReturnType<typeof read>> = await read(input)
    found.push(...page.folders)
    // Folders come before files.
    after = page.files.length > 0 || found.length >= LEVEL_MAX ? null : page.next
  } while (after !== null)
  return found

  function read(input: Parameters<typeof portal.call<typeof files.list>>[1]) {
    return portal.call(files.list, input, { signal, quiet: true })
  }
}
