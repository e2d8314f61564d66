import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { PortalCaller } from '../callers/portal-caller.ts'

/** All that a folder of the caller's holds, page after page; without `folderId` their top folder. */
export async function listFolder(
  caller: PortalCaller,
  folderId?: string,
): Promise<Pick<ResponseOf<typeof filesEndpoints.list>, 'folders' | 'files'>> {
  const where = folderId === undefined ? {} : { folderId }
  const { folders, files, next } = await caller.call(filesEndpoints.list, where)
  for (let after = next; after !== null;) {
    const page = await caller.call(filesEndpoints.list, { ...where, after })
    folders.push(...page.folders)
    files.push(...page.files)
    after = page.next
  }
  return { folders, files }
}
