import path from 'node:path'
import { listFolder } from '../support/app/list-folder.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { md5OfFile } from './random-file.ts'

/** Throws unless the portal has stored these files of one size byte for byte. */
export async function checkStored(origin: string, files: readonly string[], size: number): Promise<void> {
  const caller = await signIn(origin)
  const stored = new Map((await listFolder(caller)).files.map((file) => [file.name, file]))
  for (const file of files) {
    const found = stored.get(path.basename(file))
    if (!found) throw new Error(`the portal does not list ${path.basename(file)}`)
    if (found.size !== size || found.md5 !== (await md5OfFile(file)))
      throw new Error('the portal stored something else')
  }
}
